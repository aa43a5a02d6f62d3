import { Refusal } from './refusal.ts';

/** The largest body that is read: five times the longest honest request. */
export const bodyLimit = 32 * 1024;

/** Reads a body as text, never more of it than the limit, whatever Content-Length claims. */
export async function readBody(request: Request): Promise<string> {
  if (Number(request.headers.get('Content-Length') ?? 0) > bodyLimit) {
    throw new Refusal('too_large');
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(request)) {
    length += chunk.length;
    if (length > bodyLimit) {
      throw new Refusal('too_large');
    }
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks));
}

async function* chunksOf(request: Request): AsyncGenerator<Uint8Array> {
  try {
    yield* request.body ?? [];
  } catch {
    // The line broke in the middle: nobody hears the answer, and it is no fault of the server's.
    throw new Refusal('bad_form');
  }
}

/** Throws on bytes that are no UTF-8: replacing them would keep a request nobody can read. */
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal('bad_encoding');
  }
}
