/** Names shorter than this are too similar to guess which one was meant. */
const minLetters = 4;

/**
 * Whether two names of at least four letters are equal, or differ by one extra, missing, or wrong letter, or by two
 * swapped letters.
 */
export function isWithinOneEdit(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < minLetters || Math.abs(one.length - other.length) > 1) {
    return false;
  }
  let start = 0;
  while (start < one.length && one[start] === other[start]) {
    start += 1;
  }
  const [rest, otherRest] = [one.slice(start), other.slice(start)];
  return (
    rest.slice(1) === otherRest.slice(1) ||
    rest.slice(1) === otherRest ||
    rest === otherRest.slice(1) ||
    (rest[0] === otherRest[1] && rest[1] === otherRest[0] && rest.slice(2) === otherRest.slice(2))
  );
}
