import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, otherAddressesOf } from './addresses.ts';
import { type Page, readPage } from './read-page.ts';
import { filesOf } from './site-files.ts';

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
