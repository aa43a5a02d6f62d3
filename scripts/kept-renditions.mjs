import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** In the repository. Named by Astro after the original's bytes and the size, format and quality asked for. */
const kept = join(root, 'renditions');
/** Where Astro looks before it encodes a picture: `cacheDir` in astro.config.ts. */
const cache = join(root, '.cache/astro/assets');
const published = join(root, 'build/site/_astro');

/** Before a build: what is kept need not be encoded. */
export function restoreRenditions() {
  for (const file of picturesIn(kept)) {
    if (!existsSync(join(cache, file))) copyWhole(join(kept, file), join(cache, file));
  }
}

/** After a build: keeps what it used, and nothing else. Returns how many pictures that were. */
export function keepRenditions() {
  const added = missingFrom(kept);
  const removed = unusedRenditions();
  for (const file of added) copyWhole(join(published, file), join(kept, file));
  for (const file of removed) rmSync(join(kept, file));
  return { all: picturesIn(kept).length, added: added.length, removed: removed.length };
}

/** Every picture is encoded by the next build. */
export function forgetRenditions() {
  for (const folder of [kept, cache]) rmSync(folder, { recursive: true, force: true });
}

/** After a build: says which pictures it had to encode because none were kept. */
export function nameMissingRenditions() {
  const missing = missingFrom(kept);
  if (missing.length > 0) {
    console.log(
      `renditions/ lacks ${missing.length} pictures: ${missing.join(', ')}.\nThis build made them, and the site is complete. "npm run renditions" keeps them for the next fresh clone.`,
    );
  }
}

/** Pictures that the built site has and the folder has not. @param {string} folder */
const missingFrom = (folder) => picturesIn(published).filter((file) => !existsSync(join(folder, file)));

/** Kept pictures that no built page uses: their original or its settings changed. */
export const unusedRenditions = () => picturesIn(kept).filter((file) => !existsSync(join(published, file)));

/** @param {string} folder */
function picturesIn(folder) {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files.filter((file) => /\.(avif|webp|jpe?g|png)$/.test(file)).sort();
}

/** Another build that reads the folder meanwhile never finds half a picture. @param {string} from @param {string} to */
function copyWhole(from, to) {
  mkdirSync(join(to, '..'), { recursive: true });
  const unfinished = `${to}.${process.pid}`;
  copyFileSync(from, unfinished);
  renameSync(unfinished, to);
}
