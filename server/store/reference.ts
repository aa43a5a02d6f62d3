import { randomInt } from 'node:crypto';

/** Without 0, O, 1, I and L, which are easily confused. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const length = 6;

/** The short ID by which the owner and the visitor refer to a request. */
export function newReference(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}
