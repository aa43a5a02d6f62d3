import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { mustRun, root } from './run.mjs';

/** All that the built pages are made from. */
const sources = [
  'astro.config.ts',
  'content',
  'contract',
  'package-lock.json',
  'package.json',
  'public',
  'server/content-security-policy.ts',
  'server/headers.ts',
  'server/static-site',
  'site',
  'tsconfig.json',
];
const settings = ['SITE_URL', 'PUBLIC_FUNCTIONS_URL', 'PUBLIC_FUNCTIONS_KEY'];

/** Beside the build, not in it: everything in it is served. */
const stamp = join(root, 'build/built-from');

/** Builds the pages, unless the build that is there was made from the same sources and settings. */
export async function buildIfStale() {
  const wanted = hashOfSources();
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
    await mustRun('npm', 'run', '--silent', 'build');
    mkdirSync(join(root, 'build'), { recursive: true });
    writeFileSync(stamp, wanted);
  }
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const name of settings) {
    hash.update(`${name}=${process.env[name] ?? ''}\n`);
  }
  for (const file of sources.flatMap(filesBelow)) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (statSync(join(root, path)).isDirectory()) {
    return readdirSync(join(root, path))
      .sort()
      .flatMap((name) => filesBelow(`${path}/${name}`));
  } else {
    return [path];
  }
}
