/** The built site's files as served: in memory, in each encoding, with their headers. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { assetHeaders } from '../headers.ts';

export interface Asset {
  headers: Record<string, string>;
  variants: ReadonlyMap<Encoding, Variant>;
}

export interface Variant {
  bytes: Uint8Array<ArrayBuffer>;
  /** Strong, so each encoding has its own: the bytes differ (RFC 9110, 8.8.3.3). */
  etag: string;
}

/** The encodings a file is served in, smallest first, with the extension that postbuild/ writes. */
export const encodings = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
  { name: 'identity', ending: '' },
] as const;

export type Encoding = (typeof encodings)[number]['name'];

/**
 * The headers file for static hosts (Cloudflare Pages, Netlify), in the top folder. This server never serves
 * it.
 */
export const headersFileName = '_headers';

/** Lists a site's files as relative paths with "/" separators, without precompressed variants. */
export function filesOf(folder: string): string[] {
  const precompressed = encodings.map(({ ending }) => ending).filter(Boolean);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !precompressed.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((file) => file !== headersFileName)
    .sort();
}

export function readAsset(folder: string, file: string): Asset {
  const path = join(folder, file);
  const variants = encodings
    .filter(({ ending }) => existsSync(path + ending))
    .map(({ name, ending }) => [name, readVariant(path + ending)] as const);
  const headers = {
    ...assetHeaders(file, readFileSync(path, 'utf8')),
    'Content-Type': getMimeType(file) ?? 'application/octet-stream',
    Vary: 'Accept-Encoding',
  };
  return { headers, variants: new Map(variants) };
}

function readVariant(path: string): Variant {
  const bytes = readFileSync(path);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"` };
}
