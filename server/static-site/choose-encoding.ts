import { type Encoding, encodings } from './assets.ts';

/**
 * Picks the best existing encoding (RFC 9110, 12.5.3), or identity if the client rules out everything.
 */
export function chooseEncoding(
  accepted: string | undefined,
  existing: { has(encoding: Encoding): boolean },
): Encoding {
  const weights = parseAcceptEncoding(accepted ?? '');
  const weightOf = (encoding: Encoding) =>
    weights.get(encoding) ?? (encoding === 'identity' ? identityWeight : (weights.get('*') ?? 0));
  const candidates = encodings
    .map(({ name }) => name)
    .filter((encoding) => existing.has(encoding) && weightOf(encoding) > 0);
  return candidates.reduce<Encoding>(
    (best, candidate) => (weightOf(candidate) > weightOf(best) ? candidate : best),
    candidates[0] ?? 'identity',
  );
}

/** Identity is acceptable unless excluded, but ranks below any encoding that was asked for. */
const identityWeight = 0.0001;

/** Parses "br;q=1.0, gzip" into coding → weight. */
function parseAcceptEncoding(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}
