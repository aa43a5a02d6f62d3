import { mostKibibytes } from '../../contract/body-limit.ts';
import { decodePart } from '../settings/connection-urls.ts';
import { Rejection } from './rejection.ts';

type Body = Record<string, unknown>;

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';

/** In bytes. A longer body is rejected. */
const bodyLimit = mostKibibytes * 1024;

/** How much of a longer body is read and discarded: browsers show no response while they are sending. */
const drainLimit = 1024 * 1024;

/** Reads the body of a POST as names and values. Throws a Rejection when it cannot. */
export async function readBody(request: Request): Promise<Body> {
  const type = typeOf(request.headers);
  // Compressed bodies are rejected: decompressing could turn a small body into a huge one.
  if ((type !== jsonType && type !== formType) || request.headers.has('Content-Encoding')) {
    throw new Rejection('unsupported_type');
  }
  const text = await readText(request);
  return type === jsonType ? parseJson(text) : parseForm(text);
}

/** Whether a browser posted a form, of a type that is accepted or not: it displays a page. */
export function isForm(headers: Headers): boolean {
  return [formType, 'multipart/form-data'].includes(typeOf(headers));
}

/** The media type, without its parameters. */
function typeOf(headers: Headers): string {
  return (headers.get('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
}

/** Rejects bytes that are not UTF-8: replacing them would save an unreadable request. */
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
    // Or the client has disconnected in the middle, and nobody receives the response.
    throw new Rejection('bad_encoding');
  }
  if (length > bodyLimit) {
    throw new Rejection('too_large');
  }
  return text;
}

/** Keys like `__proto__` become own properties, which nothing reads. */
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
 * Rejects what URLSearchParams would silently change: it replaces bytes that are not UTF-8 with U+FFFD. Of a
 * field that occurs twice only the last value is kept.
 */
function parseForm(text: string): Body {
  if (decodePart(text) === undefined) {
    throw new Rejection('bad_encoding');
  }
  // A "%" that starts no escape is literal, but Node garbles unescaped characters after it.
  return Object.fromEntries(new URLSearchParams(text.replace(/%(?![\da-f]{2})/gi, '%25')));
}
