import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in constant time. Hashes both first, because `timingSafeEqual` needs equal lengths. */
export function isSameSecret(shown: string, expected: string): boolean {
  return timingSafeEqual(hash(shown), hash(expected));
}

function hash(text: string) {
  return createHash('sha256').update(text).digest();
}
