import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listSiteFiles } from '../server/http/static-site/load-site.ts';

/** Astro names a processed picture after its file, with a hash of the original and a hash of options like the width. */
const processedPicture = String.raw`/_astro/[^\s"]+\.[\w-]{8}_[0-9A-Za-z]+\.(?:avif|jpeg)`;

/**
 * Renames processed pictures. Replaces the second hash in each name with the width, and drops it from the JPEG's name.
 * Random letters don't compress, so they would enlarge each landing page's first response. The names keep the hash of
 * the original, so browsers reload a changed picture.
 */
export function namePictures(folder: string): void {
  const pages = listSiteFiles(folder).filter((file) => file.endsWith('.html'));
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]));
  const names = new Map<string, string>();
  for (const text of texts.values()) {
    for (const [, name = '', width] of text.matchAll(new RegExp(`(${processedPicture})(?: (\\d+)w)?`, 'g'))) {
      const suffix = width ? `_${width}` : '';
      if (!names.has(name)) {
        names.set(name, name.replace(/_[0-9A-Za-z]+(\.\w+)$/, `${suffix}$1`));
      }
    }
  }
  for (const [page, text] of texts) {
    const renamed = text.replace(new RegExp(processedPicture, 'g'), (name) => names.get(name) ?? name);
    writeFileSync(join(folder, page), renamed);
  }
  for (const [name, short] of names) {
    renameSync(findFile(folder, name), findFile(folder, short));
  }
}

/** Returns the file behind an address in a page. Decodes the apostrophe's entity and URL escapes. */
function findFile(folder: string, address: string): string {
  return join(folder, decodeURI(address.replaceAll('&#x27;', "'")));
}
