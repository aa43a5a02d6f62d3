/** Abbreviations to spell out, so "Ft. Worth" and "St Cloud" are found. */
const abbreviations: Record<string, string> = { ft: 'fort', mt: 'mount', pk: 'park', st: 'saint' };

/** Returns a town's plain name for comparisons, without case, accents, punctuation, "the", or "downtown". */
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
