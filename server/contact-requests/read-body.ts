// Deno has no global Buffer for code that is not a package.
import { Buffer } from 'node:buffer';
import { Rejection } from './rejection.ts';

type Body = Record<string, unknown>;

interface BodyType {
  /** What the sender can read: a program reads JSON, a page without JavaScript another page. */
  answer: 'json' | 'page';
  /** Throws a Rejection when the text is malformed. */
  parse(text: string, contentType: string): Body | Promise<Body>;
  /** What can be read of a text that is malformed or cut off, to be filled in again. */
  salvage?(text: string, contentType: string): Body | Promise<Body>;
}

const bodyTypes: Record<string, BodyType> = {
  'application/json': { answer: 'json', parse: parseJson },
  'application/x-www-form-urlencoded': { answer: 'page', parse: parseUrlencoded, salvage: salvageUrlencoded },
  'multipart/form-data': { answer: 'page', parse: parseMultipart, salvage: salvageMultipart },
};

/** The largest body that is read: the longest request in Latin letters five times over. */
const bodyLimit = 32 * 1024;

/** How much of a longer form is read and dropped: browsers show no answer while they are still sending. */
const dropLimit = 1024 * 1024;

/**
 * Reads what a post sends, as names and values. Throws a Rejection when it cannot be read; that of a form
 * holds what could be, as nobody without JavaScript gets back what they typed otherwise.
 */
export async function readBody(request: Request): Promise<Body> {
  const type = bodyTypeOf(request.headers);
  // A coded body is rejected: unpacking it would let a small body become a large one.
  if (type === undefined || request.headers.has('Content-Encoding')) {
    throw new Rejection('unsupported_type');
  }
  const contentType = request.headers.get('Content-Type') ?? '';
  if (!type.salvage && Number(request.headers.get('Content-Length') ?? 0) > bodyLimit) {
    throw new Rejection('too_large');
  }
  const { bytes, cutOff } = await readBytes(request, type.salvage ? dropLimit : bodyLimit);
  try {
    if (cutOff) {
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

/** What can be read of a post that is rejected already. */
export async function salvageBody(request: Request): Promise<Body> {
  try {
    return await readBody(request);
  } catch (error) {
    return (error instanceof Rejection && error.sent) || {};
  }
}

/** The type of a body by its Content-Type, parameters aside. */
export function bodyTypeOf(headers: Headers): BodyType | undefined {
  const essence = (headers.get('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
  return Object.hasOwn(bodyTypes, essence) ? bodyTypes[essence] : undefined;
}

/** Never holds more than the limit, whatever Content-Length claims. */
async function readBytes(request: Request, longest: number): Promise<{ bytes: Buffer; cutOff: boolean }> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    if (length <= bodyLimit) {
      chunks.push(chunk);
    }
    length += chunk.length;
    if (length > longest) {
      break;
    }
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bodyLimit), cutOff: length > bodyLimit };
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch {
    // The connection was lost in mid-body: nobody hears the answer, and it is no fault of the server's.
    throw new Rejection('bad_form');
  }
}

/** Throws on bytes that are not UTF-8: replacing them would save a request nobody can read. */
function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Rejection('bad_encoding');
  }
}

/** Keys like `__proto__` become plain keys, which nothing reads. */
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
 * Parses `a=b&c=d` (URL standard, "application/x-www-form-urlencoded parsing"), but with fatal
 * UTF-8: URLSearchParams would put U+FFFD where a name was.
 */
function parseUrlencoded(text: string): Body {
  const pairs = text.split('&').filter((pair) => pair !== '');
  return eachNameOnce(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [decodeUrlencoded(name), decodeUrlencoded(value.join('='))];
    }),
  );
}

/** A "%" that begins no escape is itself, as in "100% sure". */
function decodeUrlencoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ').replace(/%(?![\da-f]{2})/gi, '%25'));
  } catch {
    throw new Rejection('bad_encoding');
  }
}

/** Parses a form with the platform's own parser. A file is not a text, and fails as a field later. */
async function parseMultipart(text: string, contentType: string): Promise<Body> {
  let form: FormData;
  try {
    form = await new Response(text, { headers: { 'Content-Type': contentType } }).formData();
  } catch {
    throw new Rejection('bad_form');
  }
  return eachNameOnce([...form]);
}

/** Reads on where parsing gives up: a character that is not UTF-8 becomes U+FFFD, the first value of a name counts. */
function salvageUrlencoded(text: string): Body {
  const pairs = [...new URLSearchParams(text.replace(/%[\da-f]?$/i, ''))];
  // What a character was cut off in is no character.
  return firstOfEachName(pairs.map(([name, value]) => [name, value.replace(/\ufffd$/, '')]));
}

/** Ends a form that breaks off where it breaks off. */
async function salvageMultipart(text: string, contentType: string): Promise<Body> {
  const boundary = /boundary="?([^";]+)/i.exec(contentType)?.[1];
  try {
    const ended = new Response(`${text}\r\n--${boundary}--\r\n`, {
      headers: { 'Content-Type': contentType },
    });
    return firstOfEachName([...(await ended.formData())]);
  } catch {
    return {};
  }
}

function firstOfEachName(entries: [string, unknown][]): Body {
  return Object.fromEntries(entries.reverse());
}

/** Two values of one name have no order that browser, proxy and server agree on. */
function eachNameOnce(entries: [string, unknown][]): Body {
  const fields = Object.fromEntries(entries);
  if (Object.keys(fields).length !== entries.length) {
    throw new Rejection('bad_form');
  }
  return fields;
}
