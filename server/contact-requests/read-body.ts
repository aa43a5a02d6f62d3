import { mostKibibytes } from '../../contract/body-limit.ts';
import { Rejection } from './rejection.ts';

type Body = Record<string, unknown>;

interface BodyType {
  /** What the client can display: programs get JSON, plain forms get a page. */
  respondWith: 'json' | 'page';
  /** Throws a Rejection when the text is malformed. */
  parse(text: string, contentType: string): Body | Promise<Body>;
  /** Recovers what it can from malformed or truncated text, to prefill the form. */
  salvage?(text: string, contentType: string): Body | Promise<Body>;
}

const bodyTypes: Record<string, BodyType> = {
  'application/json': { respondWith: 'json', parse: parseJson },
  'application/x-www-form-urlencoded': {
    respondWith: 'page',
    parse: parseUrlencoded,
    salvage: salvageUrlencoded,
  },
  'multipart/form-data': { respondWith: 'page', parse: parseMultipart, salvage: salvageMultipart },
};

/** The largest body accepted, in bytes. */
const bodyLimit = mostKibibytes * 1024;

/**
 * How much of a longer form is read and discarded: browsers show no response while they are still sending.
 */
const drainLimit = 1024 * 1024;

/**
 * Reads the body of a POST as names and values. Throws a Rejection when it cannot. For a form the Rejection
 * carries what could be read: without JavaScript, visitors would otherwise lose what they typed.
 */
export async function readBody(request: Request): Promise<Body> {
  const type = bodyTypeOf(request.headers);
  // Compressed bodies are rejected: decompressing could turn a small body into a huge one.
  if (type === undefined || request.headers.has('Content-Encoding')) {
    throw new Rejection('unsupported_type');
  }
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!type.salvage && Number(request.headers.get('Content-Length') ?? 0) > bodyLimit) {
    throw new Rejection('too_large');
  }
  const { bytes, truncated } = await readBytes(request, type.salvage ? drainLimit : bodyLimit);
  try {
    if (truncated) {
      throw new Rejection('too_large');
    }
    return await type.parse(decodeUtf8(bytes), contentType);
  } catch (error) {
    if (error instanceof Rejection && type.salvage) {
      const text = new TextDecoder().decode(bytes, { stream: true });
      throw new Rejection(error.code, { sent: await type.salvage(text, contentType) });
    }
    throw error;
  }
}

/** Whatever can be read of a POST that has already been rejected. */
export async function salvageBody(request: Request): Promise<Body> {
  try {
    return await readBody(request);
  } catch (error) {
    return (error instanceof Rejection && error.sent) || {};
  }
}

/** Looks up the body type by Content-Type, ignoring parameters. */
export function bodyTypeOf(headers: Headers): BodyType | undefined {
  const essence = (headers.get('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
  return Object.hasOwn(bodyTypes, essence) ? bodyTypes[essence] : undefined;
}

/**
 * Never buffers more than the limit, whatever Content-Length says. The buffer grows with what has arrived:
 * thousands of clients that announce much and send little would otherwise hold the limit each.
 */
async function readBytes(request: Request, maxBytes: number) {
  let bytes = new Uint8Array(1_024);
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    if (length < bodyLimit) {
      const part = chunk.subarray(0, bodyLimit - length);
      if (length + part.length > bytes.length) {
        const doubled = Math.min(2 * bytes.length, bodyLimit);
        const larger = new Uint8Array(Math.max(doubled, length + part.length));
        larger.set(bytes);
        bytes = larger;
      }
      bytes.set(part, length);
    }
    length += chunk.length;
    if (length > maxBytes) {
      break;
    }
  }
  return { bytes: bytes.subarray(0, length), truncated: length > bodyLimit };
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

/**
 * Parses `a=b&c=d` (URL standard, "application/x-www-form-urlencoded parsing"), but with fatal UTF-8:
 * URLSearchParams would silently replace part of a name with U+FFFD.
 */
function parseUrlencoded(text: string): Body {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return requireUniqueNames(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decodeUrlencoded(name), decodeUrlencoded(value.join('='))];
    }),
  );
}

/** A "%" that starts no escape is taken literally, as in "100% sure". */
function decodeUrlencoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    throw new Rejection('bad_encoding');
  }
}

/** Uses the platform's own parser. A file is not a string, so it fails field validation later. */
async function parseMultipart(text: string, contentType: string): Promise<Body> {
  let form: FormData;
  // Deno parses a truncated form as if it were complete.
  if (!text.trimEnd().endsWith(`--${boundaryOf(contentType)}--`)) {
    throw new Rejection('bad_form');
  }
  try {
    form = await new Response(text, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw new Rejection('bad_form');
  }
  return requireUniqueNames([...form]);
}

/** Recovers from errors: invalid UTF-8 becomes U+FFFD, and the first value of each name wins. */
function salvageUrlencoded(text: string): Body {
  const pairs = [...new URLSearchParams(text.replace(/%[\da-f]?$/i, ''))];
  // Drop a character that was cut in half.
  return firstOfEachName(pairs.map(([name, value]) => [name, value.replace(/\ufffd$/, '')]));
}

/** Closes a truncated form where it ends. */
async function salvageMultipart(text: string, contentType: string): Promise<Body> {
  try {
    const ended = new Response(`${text}\r\n--${boundaryOf(contentType)}--\r\n`, {
      headers: { 'Content-Type': contentType },
    });
    return firstOfEachName([...(await ended.formData())]);
  } catch {
    return {};
  }
}

function boundaryOf(contentType: string): string | undefined {
  return /boundary=(?:"([^"]+)"|([^";]+))/i.exec(contentType)?.slice(1).find(Boolean)?.trimEnd();
}

function firstOfEachName(entries: [string, unknown][]): Body {
  return Object.fromEntries(entries.reverse());
}

/** Browsers, proxies and servers disagree on which of two values with the same name wins. */
function requireUniqueNames(entries: [string, unknown][]): Body {
  const fields = Object.fromEntries(entries);
  if (Object.keys(fields).length !== entries.length) {
    throw new Rejection('bad_form');
  }
  return fields;
}
