import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const parts = [
  '.cache/astro',
  'astro.config.ts',
  'content',
  'contract',
  'package-lock.json',
  'package.json',
  'postbuild',
  'public',
  'scripts',
  'server',
  'site',
  'tsconfig.json',
];

/** A copy of all that the site is made from, for what the owner may change in it. Gives its folder. */
export function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'project-'));
  for (const part of parts) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Changes words of a file, as one does in an editor. */
export function change(copy: string, file: string, from: string | RegExp, to: string) {
  const path = join(copy, file);
  writeFileSync(path, readFileSync(path, 'utf8').replace(from, to));
}

export function build(copy: string) {
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: 'pipe' });
}
