import { maxBodyKibibytes } from '../../contract/body-limit.ts';
import { decodePart } from '../settings/connection-urls.ts';
import { Rejection } from './rejection.ts';

type Body = Record<string, unknown>;

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';

/** Maximum bytes of a body. A longer body is rejected. */
const bodyLimit = maxBodyKibibytes * 1024;

/**
 * The server reads a longer body up to about this many bytes, because a browser that is still sending may not show our
 * response.
 */
const drainLimit = 1024 * 1024;

/** Reads the names and values in the body of a POST. Throws a Rejection if the body can't be read. */
export async function readBody(request: Request): Promise<Body> {
  const type = getMediaType(request.headers);
  // Compressed bodies are rejected: decompressing could turn a small body into a huge one.
  if ((type !== jsonType && type !== formType) || request.headers.has('Content-Encoding')) {
    throw new Rejection('unsupported_type');
  }
  const text = await readText(request);
  return type === jsonType ? parseJson(text) : parseForm(text);
}

/** Whether a browser probably posted a form and will display the response. `readBody` rejects multipart forms. */
export function isForm(headers: Headers): boolean {
  return [formType, 'multipart/form-data'].includes(getMediaType(headers));
}

/** Returns the media type without its parameters. */
function getMediaType(headers: Headers): string {
  return (headers.get('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
}

/** Reads a body as text. Rejects bytes that are not UTF-8, because replacing them could make a request unreadable. */
async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let text = '';
  let length = 0;
  try {
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length <= bodyLimit) {
        text += decoder.decode(chunk, { stream: true });
      } else if (length > drainLimit) {
        break;
      }
    }
    text += length <= bodyLimit ? decoder.decode() : '';
  } catch {
    // If the client disconnected instead, nobody receives this response.
    throw new Rejection('bad_encoding');
  }
  if (length > bodyLimit) {
    throw new Rejection('too_large');
  }
  return text;
}

/** Parses JSON. Keys like `__proto__` become own properties, which nothing reads. */
function parseJson(text: string): Body {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Rejection('bad_json');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Rejection('bad_json');
  }
  return value as Body;
}

/**
 * Parses a form. Rejects escapes that aren't UTF-8, because URLSearchParams would silently replace them with U+FFFD. If
 * a field occurs twice, its last value counts.
 */
function parseForm(text: string): Body {
  if (decodePart(text) === undefined) {
    throw new Rejection('bad_encoding');
  }
  // A "%" that doesn't start an escape is literal, but Node may garble unescaped characters after it.
  return Object.fromEntries(new URLSearchParams(text.replace(/%(?![\da-f]{2})/gi, '%25')));
}
