import { readMultipart, readUrlencoded } from './read-form.ts';
import { readJson } from './read-json.ts';
import { Refusal } from './refusal.ts';

interface BodyType {
  /** What the sender can read: a program JSON, a page without JavaScript another page. */
  answer: 'json' | 'page';
  /** Throws a Refusal when the text is malformed. */
  read(text: string, contentType: string): Record<string, unknown> | Promise<Record<string, unknown>>;
}

const bodyTypes: Record<string, BodyType> = {
  'application/json': { answer: 'json', read: readJson },
  'application/x-www-form-urlencoded': { answer: 'page', read: readUrlencoded },
  'multipart/form-data': { answer: 'page', read: readMultipart },
};

/** The type of a body by its Content-Type, parameters aside. */
export function bodyTypeOf(headers: Headers): BodyType | undefined {
  const essence = (headers.get('Content-Type') ?? '').split(';', 1).join().trim().toLowerCase();
  return Object.hasOwn(bodyTypes, essence) ? bodyTypes[essence] : undefined;
}

/** A coded body is refused: unpacking it would let a small body become a large one. */
export function requireBodyType(headers: Headers): BodyType {
  const type = bodyTypeOf(headers);
  if (type === undefined || headers.has('Content-Encoding')) {
    throw new Refusal('unsupported_type');
  }
  return type;
}
