/** Loads the built site into memory, in each built encoding and with its response headers. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { createEtag } from '../etag.ts';
import { createAssetHeaders, createCommonHeaders } from '../headers.ts';

/**
 * The site's files by URL path. The server never looks for any other path on disk. The 404 pages have no URL, so their
 * key is the file name, like "es/404.html".
 */
export type BuiltFiles = ReadonlyMap<string, Asset>;

/** A file in each of its encodings, usually smallest first. The last one is the unencoded file. */
export type Asset = readonly {
  encoding: (typeof encodings)[number]['name'];
  bytes: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}[];

/** The encodings, and the endings of the files that contain them. postbuild/ writes the compressed ones. */
const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
  { name: 'identity', ending: '' },
] as const;

/** The headers file for static hosts (Cloudflare Pages, Netlify). This server never serves it. */
export const headersFileName = '_headers';

/**
 * Reads a built site into memory, so that pages never wait for the disk. Headers are prepared here, because setting
 * them for each request would lower the throughput. Throws if there is no built site.
 */
export function loadSite(folder: string, siteUrl?: string): BuiltFiles {
  if (!existsSync(join(folder, '404.html'))) {
    throw new Error(`There is no built site in ${folder}. Run "npm run build" first.`);
  }
  const common = createCommonHeaders(siteUrl);
  return new Map(
    listSiteFiles(folder).map((file) => [
      /(^|\/)404\.html$/.test(file) ? file : convertToPath(file),
      readAsset(folder, file, common),
    ]),
  );
}

/** Lists a site's files as relative paths with "/" separators, without precompressed variants and the headers file. */
export function listSiteFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => file !== headersFileName)
    .sort();
}

/**
 * Converts a file name to its path: "index.html" → "/", "about.html" → "/about", "es/index.html" → "/es/",
 * "robots.txt" → "/robots.txt". Astro's `build.format: 'preserve'` names the files after the routes.
 */
export function convertToPath(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`;
}

function readAsset(folder: string, file: string, common: Record<string, string>): Asset {
  const path = join(folder, file);
  const headers = {
    ...common,
    ...createAssetHeaders(file, readFileSync(path, 'utf8')),
    'Content-Type': getMimeType(file) ?? 'application/octet-stream',
    Vary: 'Accept-Encoding',
  };
  const builtEncodings = encodings.filter(({ ending }) => existsSync(path + ending));
  return builtEncodings.map(({ name, ending }) => {
    const bytes = readFileSync(path + ending);
    const encodingHeaders = {
      ...(name === 'identity' ? {} : { 'Content-Encoding': name }),
      // Set here because a HEAD response has no body to derive it from.
      'Content-Length': String(bytes.length),
      // The ETag is strong, so each encoding needs its own, because the bytes differ (RFC 9110, 8.8.3.3).
      ETag: createEtag(bytes),
    };
    return { encoding: name, bytes, headers: { ...headers, ...encodingHeaders } };
  });
}
