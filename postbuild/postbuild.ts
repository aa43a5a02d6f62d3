/**
 * Runs after `astro build`: removes pictures that no page shows, shortens the names of the others, splits the styles,
 * keeps networks from hiding email addresses, preloads what scripts import, precompresses files, and writes the headers file for static hosts.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { filesOf, headersFileName } from '../server/http/static-site/load-site.ts';
import { splitStyles } from './first-screen.ts';
import { headersFile } from './headers-file.ts';
import { keepAddresses } from './keep-addresses.ts';
import { namePictures } from './name-pictures.ts';
import { preloadImports } from './preload-imports.ts';

/** Pictures and fonts are already compressed. */
const compressible = /\.(html|css|js|json|svg|txt|webmanifest|xml|ico)$/;

const compressors = {
  '.br': brotliCompressSync,
  '.gz': (bytes: Buffer) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

export function postbuild(folder: string): void {
  removeUnusedPictures(folder);
  namePictures(folder);
  splitStyles(folder);
  keepAddresses(folder);
  preloadImports(folder);
  compressSite(folder);
  writeFileSync(join(folder, headersFileName), headersFile(folder, filesOf(folder)));
}

/** Astro publishes every original in content/gallery that no page shows, as it is: with its GPS position. */
function removeUnusedPictures(folder: string): void {
  const files = filesOf(folder);
  const texts = files
    .filter((file) => /\.(html|css|js)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join()
    // As React writes it.
    .replaceAll('&#x27;', "'");
  for (const file of files.filter((name) => /^_astro\/.*\.(avif|jpe?g|png|webp)$/i.test(name))) {
    if (!texts.includes(`/${encodeURI(file)}`)) {
      rmSync(join(folder, file));
    }
  }
}

/** Compresses text files. Skips variants that are no smaller. */
function compressSite(folder: string): void {
  for (const file of filesOf(folder).filter((name) => compressible.test(name))) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    for (const [ending, compressor] of Object.entries(compressors)) {
      const compressed = compressor(bytes);
      if (compressed.length < bytes.length) {
        writeFileSync(path + ending, compressed);
      }
    }
  }
}

if (import.meta.main) {
  postbuild(process.argv[2] ?? 'build/site');
}
