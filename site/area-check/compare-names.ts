/** Spelled out, so that "Ft. Worth" and "St Cloud" are found. */
const abbreviations: Record<string, string> = { ft: 'fort', mt: 'mount', pk: 'park', st: 'saint' };

/** A town's name without case, accents, article and "downtown"; its words joined, by nothing unless told. */
export function plainName(name: string, joint = ''): string {
  return name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((word) => word && !['the', 'downtown'].includes(word))
    .map((word) => abbreviations[word] ?? word)
    .join(joint)
    .replace(/^centro-?de-?/, '');
}

/** Shorter names are too alike for a guess. */
const leastLetters = 4;

/** Whether one letter more, less or other, or two swapped, is all that is between two names. */
export function withinOneEdit(one: string, other: string): boolean {
  if (Math.min(one.length, other.length) < leastLetters || Math.abs(one.length - other.length) > 1) {
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
