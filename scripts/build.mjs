// npm run build [-- --if-stale]: builds the pages. --if-stale builds them only if their sources changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { root, runStep } from './run.mjs';

/** All sources of the built pages. */
const sources = [
  'astro.config.ts',
  'content',
  'contract',
  'package-lock.json',
  'package.json',
  'postbuild',
  'server/http/headers.ts',
  'server/http/static-site',
  'site',
  'tsconfig.json',
];
const settings = ['SITE_URL', 'PUBLIC_FUNCTIONS_URL', 'PUBLIC_FUNCTIONS_KEY'];

const siteFolder = join(root, 'build/site');
/** The stamp isn't in the pages' folder, because everything in that folder is served. */
const stamp = join(root, 'build/built-from');

await install();
const isCurrent =
  existsSync(siteFolder) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources();
if (!isCurrent || !process.argv.includes('--if-stale')) {
  await build();
}

/**
 * Builds into a new folder and swaps the folders, so readers never see an incomplete build. Between the two renames,
 * they see none.
 */
async function build() {
  await runStep('Checking the facts', 'node', 'owner/check-facts.ts');
  const hash = hashSources();
  const folder = join(root, `build/unfinished-${process.pid}`);
  // The folder is removed on exit, because a failing step ends this process.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const fresh = join(folder, 'site');
  const printed = await runStep('Building the pages', 'astro', 'build', '--outDir', fresh);
  const warnings = printed.split('\n').filter((line) => /\bwarn/i.test(line));
  for (const line of warnings) {
    console.warn(line);
  }
  await runStep('Compressing the pages', 'node', 'postbuild/postbuild.ts', fresh);
  if (existsSync(siteFolder)) {
    renameSync(siteFolder, join(folder, 'former'));
  }
  renameSync(fresh, siteFolder);
  writeFileSync(stamp, hash);
}

function hashSources() {
  const hash = createHash('sha256');
  for (const name of settings) {
    hash.update(`${name}=${process.env[name] ?? ''}\n`);
  }
  for (const file of sources.flatMap(listFiles)) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!statSync(join(root, path)).isDirectory()) {
    return [path];
  }
  const names = readdirSync(join(root, path)).sort();
  return names.flatMap((name) => listFiles(`${path}/${name}`));
}
