import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { type Encoding, encodings } from './encodings.ts';
import { headersOfFile } from './file-headers.ts';

/** A file of the site as it is served. */
export interface Page {
  headers: Record<string, string>;
  variants: ReadonlyMap<Encoding, Variant>;
}

export interface Variant {
  bytes: Uint8Array<ArrayBuffer>;
  /** Strong, so another one for each encoding: they are other bytes (RFC 9110, 8.8.3.3). */
  etag: string;
}

export function readPage(folder: string, file: string): Page {
  const path = join(folder, file);
  const variants = encodings
    .filter(({ ending }) => existsSync(path + ending))
    .map(({ name, ending }) => [name, readVariant(path + ending)] as const);
  return { headers: headersOf(file, readFileSync(path, 'utf8')), variants: new Map(variants) };
}

function readVariant(path: string): Variant {
  const bytes = readFileSync(path);
  return { bytes, etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 16)}"` };
}

function headersOf(file: string, text: string): Record<string, string> {
  return {
    ...headersOfFile(file, text),
    'Content-Type': getMimeType(file) ?? 'application/octet-stream',
    Vary: 'Accept-Encoding',
  };
}
