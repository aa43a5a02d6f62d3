import { mostKibibytes } from '../../contract/body-limit.ts';
import { Rejection } from './rejection.ts';

type Body = Record<string, unknown>;

const jsonType = 'application/json';
const formType = 'application/x-www-form-urlencoded';

/** How much of a body is kept, in bytes. A longer one is rejected. */
const bodyLimit = mostKibibytes * 1024;

/**
 * How much of a longer body is read and discarded: browsers show no response while they are still sending.
 */
const drainLimit = 1024 * 1024;

/**
 * Reads the body of a POST as names and values. Throws a Rejection when it cannot. For a form the Rejection
 * carries what could be read: without JavaScript, visitors would otherwise lose what they typed.
 */
export async function readBody(request: Request): Promise<Body> {
  const type = typeOf(request.headers);
  // Compressed bodies are rejected: decompressing could turn a small body into a huge one.
  if ((type !== jsonType && type !== formType) || request.headers.has('Content-Encoding')) {
    throw new Rejection('unsupported_type');
  }
  const { bytes, truncated } = await readBytes(request);
  try {
    if (truncated) {
      throw new Rejection('too_large');
    }
    const text = decodeUtf8(bytes);
    return type === jsonType ? parseJson(text) : parseForm(text);
  } catch (error) {
    if (error instanceof Rejection && type === formType) {
      throw new Rejection(error.code, { sent: readRejectedForm(bytes) });
    }
    throw error;
  }
}

/** Whatever can be read of a POST that has already been rejected. */
export async function readRejectedBody(request: Request): Promise<Body> {
  try {
    return await readBody(request);
  } catch (error) {
    return (error instanceof Rejection && error.details.sent) || {};
  }
}

/** Whether a browser posted a form, of a type that is accepted or not: it displays a page. */
export function isForm(headers: Headers): boolean {
  return [formType, 'multipart/form-data'].includes(typeOf(headers));
}

/** The media type, without its parameters. */
function typeOf(headers: Headers): string {
  return (headers.get('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
}

/**
 * The buffer grows with what has arrived, whatever Content-Length says: thousands of clients that announce
 * much and send little would otherwise hold the limit each.
 */
async function readBytes(request: Request): Promise<{ bytes: Uint8Array; truncated: boolean }> {
  let buffer = new Uint8Array(1_024);
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    if (length < bodyLimit) {
      const kept = chunk.subarray(0, bodyLimit - length);
      if (length + kept.length > buffer.length) {
        const larger = new Uint8Array(Math.min(2 * (length + kept.length), bodyLimit));
        larger.set(buffer);
        buffer = larger;
      }
      buffer.set(kept, length);
    }
    length += chunk.length;
    if (length > drainLimit) {
      break;
    }
  }
  return { bytes: buffer.subarray(0, length), truncated: length > bodyLimit };
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch {
    // The client disconnected mid-body: nobody receives the response, and it is not a server error.
    throw new Rejection('bad_form');
  }
}

/** Throws on bytes that are not UTF-8: replacing them would save an unreadable request. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Rejection('bad_encoding');
  }
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

/** Rejects what URLSearchParams would silently change: it replaces bytes that are not UTF-8 with U+FFFD. */
function parseForm(text: string): Body {
  try {
    // A "%" that starts no escape is taken literally, as in "100% sure".
    decodeURIComponent(text.replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    throw new Rejection('bad_encoding');
  }
  const entries = [...new URLSearchParams(text)];
  const fields = Object.fromEntries(entries);
  // Browsers, proxies and servers disagree on which of two values with the same name wins.
  if (Object.keys(fields).length < entries.length) {
    throw new Rejection('bad_form');
  }
  return fields;
}

/** Whatever a damaged form still says: the first value of each name, without a character cut in half. */
function readRejectedForm(bytes: Uint8Array): Body {
  const text = new TextDecoder().decode(bytes, { stream: true });
  const entries = [...new URLSearchParams(text.replace(/%[\da-f]?$/i, ''))];
  return Object.fromEntries(entries.reverse().map(([name, value]) => [name, value.replace(/\ufffd$/, '')]));
}
