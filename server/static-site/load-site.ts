/** The built site as it is served: in memory, in each encoding, with all its response headers. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { assetHeaders, commonHeaders } from '../headers.ts';

export interface Site {
  /** By path. Anything not in here does not exist: request paths never reach the file system. */
  assets: ReadonlyMap<string, Asset>;
  /** The 404 page of each folder that has one: "/" for the site, "/es/" for a language. */
  notFound: ReadonlyMap<string, Asset>;
}

/** A file in each of its encodings. */
export type Asset = ReadonlyMap<Encoding, Variant>;

interface Variant {
  bytes: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
  /** Strong, so each encoding has its own: the bytes differ (RFC 9110, 8.8.3.3). */
  etag: string;
}

/** The encodings a file is served in, smallest first, with the extension that postbuild/ writes. */
export const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
  { name: 'identity', ending: '' },
] as const;

type Encoding = (typeof encodings)[number]['name'];

/**
 * The headers file for static hosts (Cloudflare Pages, Netlify), in the top folder. This server never serves
 * it.
 */
export const headersFileName = '_headers';

/**
 * Reads a built site into memory, so that no page waits for a disk. Setting the headers at each request
 * instead would halve the throughput of a core. Throws if there is no site.
 */
export function loadSite(folder: string, siteUrl?: string): Site {
  if (!existsSync(join(folder, '404.html'))) {
    throw new Error(`There is no built site in ${folder}. Run "npm run build" first.`);
  }
  const assets = new Map<string, Asset>();
  const notFound = new Map<string, Asset>();
  for (const file of filesOf(folder)) {
    const asset = readAsset(folder, file, commonHeaders(siteUrl));
    if (/(^|\/)404\.html$/.test(file)) {
      notFound.set(`/${file.replace(/404\.html$/, '')}`, asset);
    } else {
      assets.set(pathOf(file), asset);
    }
  }
  return { assets, notFound };
}

/** Lists a site's files as relative paths with "/" separators, without precompressed variants. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => file !== headersFileName)
    .sort();
}

/**
 * "index.html" → "/", "about.html" → "/about", "es/index.html" → "/es/", "robots.txt" → "/robots.txt".
 * Astro's `build.format: 'preserve'` names the files after the routes.
 */
export function pathOf(file: string): string {
  return `/${file.replace(/(^|\/)index\.html$/, '$1').replace(/\.html$/, '')}`;
}

function readAsset(folder: string, file: string, common: Record<string, string>): Asset {
  const path = join(folder, file);
  const headers = {
    ...common,
    ...assetHeaders(file, readFileSync(path, 'utf8')),
    'Content-Type': getMimeType(file) ?? 'application/octet-stream',
    Vary: 'Accept-Encoding',
  };
  const variants = encodings
    .filter(({ ending }) => existsSync(path + ending))
    .map(({ name, ending }) => [name, readVariant(path + ending, name, headers)] as const);
  return new Map(variants);
}

function readVariant(path: string, encoding: Encoding, headers: Record<string, string>): Variant {
  const bytes = readFileSync(path);
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"`;
  const ofEncoding = {
    ...(encoding === 'identity' ? {} : { 'Content-Encoding': encoding }),
    // Set here because a HEAD response has no body to derive it from.
    'Content-Length': String(bytes.length),
    ETag: etag,
  };
  return { bytes, etag, headers: { ...headers, ...ofEncoding } };
}
