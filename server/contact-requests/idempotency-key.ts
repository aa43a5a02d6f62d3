import { Refusal } from './refusal.ts';

/** Up to 255 printable ASCII characters. */
const printable = /^[\x20-\x7e]{1,255}$/;

/** The client's name for this one request, however often it is sent. */
export function readIdempotencyKey(headers: Headers): string | undefined {
  const key = headers.get('Idempotency-Key');
  if (key !== null && !printable.test(key)) {
    throw new Refusal('bad_idempotency_key');
  }
  return key ?? undefined;
}
