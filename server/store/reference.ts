import { randomInt } from 'node:crypto';

/** Without 0 O 1 I L, which are misread aloud and on paper. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

const length = 6;

/** What the owner and the visitor call a request by. */
export function newReference(): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('');
}
