import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesOf } from '../server/http/static-site/load-site.ts';

/** Astro's name of a finished picture: the file's, a hash of the original, and one of the width and quality. */
const finished = String.raw`/_astro/[^\s"]+\.[\w-]{8}_[0-9A-Za-z]+\.(?:avif|jpeg)`;

/**
 * Names finished pictures by their width instead of a hash of it. Random letters don't compress: they took 135 bytes
 * of each landing page's first response. The hash of the original stays, so browsers reload a changed picture.
 */
export function namePictures(folder: string): void {
  const pages = filesOf(folder).filter((file) => file.endsWith('.html'));
  const texts = new Map(pages.map((page) => [page, readFileSync(join(folder, page), 'utf8')]));
  const names = new Map<string, string>();
  for (const text of texts.values()) {
    for (const [, name = '', width] of text.matchAll(new RegExp(`(${finished})(?: (\\d+)w)?`, 'g'))) {
      const suffix = width ? `_${width}` : '';
      if (!names.has(name)) {
        names.set(name, name.replace(/_[0-9A-Za-z]+(\.\w+)$/, `${suffix}$1`));
      }
    }
  }
  for (const [page, text] of texts) {
    const renamed = text.replace(new RegExp(finished, 'g'), (name) => names.get(name) ?? name);
    writeFileSync(join(folder, page), renamed);
  }
  for (const [name, short] of names) {
    renameSync(fileOf(folder, name), fileOf(folder, short));
  }
}

/** The file that an address in a page, as React writes it, leads to. */
function fileOf(folder: string, address: string): string {
  return join(folder, decodeURI(address.replaceAll('&#x27;', "'")));
}
