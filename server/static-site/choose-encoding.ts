import { parseAccept } from 'hono/utils/accept';
import { type Encoding, encodings } from './assets.ts';

/**
 * Picks the best existing encoding (RFC 9110, 12.5.3), or identity if the client rules out everything.
 */
export function chooseEncoding(
  accepted: string | undefined,
  existing: { has(encoding: Encoding): boolean },
): Encoding {
  const weights = new Map(parseAccept((accepted ?? '').toLowerCase()).map(({ type, q }) => [type, q]));
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
