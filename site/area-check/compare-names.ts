/** Abbreviations to spell out, so "Ft. Worth" and "St Cloud" are found. */
const abbreviations: Record<string, string> = { ft: 'fort', mt: 'mount', pk: 'park', st: 'saint' };

/** Returns a town's name without case, accents, an article, or "downtown". */
export function normalizeName(name: string, separator = ''): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word && !['the', 'downtown'].includes(word))
    .map((word) => abbreviations[word] ?? word)
    .join(separator)
    .replace(/^centro-?de-?/, '');
}

/** Shorter names are too similar for a guess. */
const minLetters = 4;

/** Whether two names differ by at most one extra, missing, or wrong letter, or by two swapped letters. */
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
