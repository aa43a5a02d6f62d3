import { existsSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { addressOf, otherAddressesOf } from './addresses.ts';
import { encodings } from './encodings.ts';
import { type Page, readPage } from './read-page.ts';

export interface Site {
  /** By address. What is not in here does not exist: no path ever reaches the file system. */
  pages: ReadonlyMap<string, Page>;
  /** Addresses that lead to the one address of a page. */
  redirects: ReadonlyMap<string, string>;
  notFound: Page;
}

/** Reads a built site into memory, so that no page waits for a disk. Throws a sentence when there is none. */
export function loadSite(folder: string): Site {
  if (!existsSync(join(folder, '404.html')) || !existsSync(join(folder, 'index.html'))) {
    throw new Error(`There is no built site in ${folder}. Run "npm run build" first.`);
  }
  const pages = new Map<string, Page>();
  const redirects = new Map<string, string>();
  for (const file of filesOf(folder)) {
    pages.set(addressOf(file), readPage(folder, file));
    for (const other of otherAddressesOf(file)) {
      redirects.set(other, addressOf(file));
    }
  }
  const notFound = pages.get('/404') as Page;
  pages.delete('/404');
  redirects.delete('/404/');
  redirects.delete('/404.html');
  return { pages, redirects, notFound };
}

/** Paths inside the folder, with "/" between their parts, without the compressed twins. */
function filesOf(folder: string): string[] {
  const twins = encodings.map(({ ending }) => ending).filter(Boolean);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !twins.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}
