import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folders = ['content', 'contract', 'owner', 'postbuild', 'scripts', 'server', 'site'];
const parts = [...folders, 'astro.config.ts', 'package-lock.json', 'package.json', 'tsconfig.json'];

/** Copies the site's sources to test an owner's edits. Returns the folder. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'project-'));
  for (const part of parts) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  // Each package has a link. Through one link to the folder, an installation in the copy would empty the original.
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(join(root, 'node_modules'))) {
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  }
  return copy;
}

/** Replaces text in a file, as an owner would in an editor. */
export function change(copy: string, file: string, from: string | RegExp, to: string) {
  const path = join(copy, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

/** Replaces facts in a file of content/, such as "business". */
export function changeFacts(copy: string, name: string, facts: object) {
  const path = join(copy, `content/${name}.json`);
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...facts }, null, 2));
}
