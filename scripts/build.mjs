// npm run build: builds the pages. With --if-stale only if their sources changed.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { install } from './install.mjs';
import { root, step } from './run.mjs';

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

const pages = join(root, 'build/site');
/** Next to the pages, not among them: everything there is served. */
const stamp = join(root, 'build/built-from');

await install();
const isCurrent = existsSync(pages) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();
if (!isCurrent || !process.argv.includes('--if-stale')) await build();

/** Builds into a new folder and swaps it in, so that whoever reads the pages meanwhile sees one complete build. */
async function build() {
  await step('Reading the facts', 'node', 'owner/check-facts.ts');
  const hash = hashOfSources();
  const folder = join(root, `build/unfinished-${process.pid}`);
  // On exit, because a failing step ends this process.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const fresh = join(folder, 'site');
  const printed = await step('Building the pages', 'astro', 'build', '--outDir', fresh);
  const warnings = printed.split('\n').filter((line) => /\bwarn/i.test(line));
  for (const line of warnings) console.warn(line);
  await step('Compressing the pages', 'node', 'postbuild/postbuild.ts', fresh);
  if (existsSync(pages)) renameSync(pages, join(folder, 'former'));
  renameSync(fresh, pages);
  writeFileSync(stamp, hash);
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const name of settings) hash.update(`${name}=${process.env[name] ?? ''}\n`);
  for (const file of sources.flatMap(filesBelow)) {
    hash.update(`${file}\n`).update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

/** @param {string} path @returns {string[]} */
function filesBelow(path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  const names = readdirSync(join(root, path)).sort();
  return names.flatMap((name) => filesBelow(`${path}/${name}`));
}
