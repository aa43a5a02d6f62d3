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
