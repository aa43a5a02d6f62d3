/** Prepares the built pages for publishing, after `astro build`. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { headersFileName, listSiteFiles } from '../server/http/static-site/load-site.ts';
import { splitStyles } from './first-screen.ts';
import { createHeadersFile } from './headers-file.ts';
import { namePictures } from './name-pictures.ts';
import { preloadImports } from './preload-imports.ts';
import { protectEmailLinks } from './protect-email-links.ts';

/** Files worth compressing. Most other pictures and the font are already compressed. */
const compressible = /\.(html|css|js|json|svg|txt|webmanifest|xml|ico)$/;

const compressors = {
  '.br': brotliCompressSync,
  '.gz': (bytes: Buffer) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

export function postbuild(folder: string): void {
  removeUnusedPictures(folder);
  namePictures(folder);
  splitStyles(folder);
  protectEmailLinks(folder);
  preloadImports(folder);
  compressSite(folder);
  writeFileSync(join(folder, headersFileName), createHeadersFile(folder, listSiteFiles(folder)));
}

/** Removes pictures that no HTML, CSS, or JS names. Astro copies them from content/gallery, with any GPS position. */
function removeUnusedPictures(folder: string): void {
  const files = listSiteFiles(folder);
  const texts = files
    .filter((file) => /\.(html|css|js)$/.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join()
    // React escapes apostrophes, so unescape them before looking for file names.
    .replaceAll('&#x27;', "'");
  for (const file of files.filter((name) => /^_astro\/.*\.(avif|jpe?g|png|webp)$/i.test(name))) {
    if (!texts.includes(`/${encodeURI(file)}`)) {
      rmSync(join(folder, file));
    }
  }
}

/** Writes compressed variants of files. Skips variants that wouldn't be smaller. */
function compressSite(folder: string): void {
  for (const file of listSiteFiles(folder).filter((name) => compressible.test(name))) {
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
