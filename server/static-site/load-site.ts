import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Asset, filesOf, readAsset } from './assets.ts';

export interface Site {
  /** By path. Anything not in here does not exist: request paths never reach the file system. */
  assets: ReadonlyMap<string, Asset>;
  /** From alternative paths of pages to their canonical paths. */
  redirects: ReadonlyMap<string, string>;
  /** The 404 page of each folder that has one: "/" for the site, "/es/" for a language. */
  notFound: ReadonlyMap<string, Asset>;
}

/** Reads a built site into memory, so that no page waits for a disk. Throws if there is none. */
export function loadSite(folder: string): Site {
  if (!existsSync(join(folder, '404.html')) || !existsSync(join(folder, 'index.html'))) {
    throw new Error(`There is no built site in ${folder}. Run "npm run build" first.`);
  }
  const assets = new Map<string, Asset>();
  const redirects = new Map<string, string>();
  const notFound = new Map<string, Asset>();
  for (const file of filesOf(folder)) {
    const asset = readAsset(folder, file);
    if (/(^|\/)404\.html$/.test(file)) {
      notFound.set(`/${file.replace(/404\.html$/, '')}`, asset);
    } else {
      assets.set(pathOf(file), asset);
      for (const other of otherPathsOf(file)) {
        redirects.set(other, pathOf(file));
      }
    }
  }
  return { assets, redirects, notFound };
}

/**
 * "index.html" → "/", "about.html" → "/about", "es/index.html" → "/es/", "robots.txt" → "/robots.txt".
 * Astro's `build.format: 'preserve'` names the files after the routes.
 */
export function pathOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`;
}

/** Paths that people and crawlers try for the same page; redirected to the canonical one. */
function otherPathsOf(file: string): string[] {
  const path = pathOf(file);
  if (!file.endsWith('.html')) {
    return [];
  } else if (path === '/') {
    return [`/${file}`];
  } else if (path.endsWith('/')) {
    return [`/${file}`, path.slice(0, -1)];
  } else {
    return [`/${file}`, `${path}/`];
  }
}
