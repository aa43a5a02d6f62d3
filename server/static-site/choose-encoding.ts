import { type Encoding, encodings } from './assets.ts';

/** The encoding to send, of those that exist (RFC 9110, 12.5.3). What the client rules out altogether is sent plain. */
export function chooseEncoding(
  accepted: string | undefined,
  existing: { has(encoding: Encoding): boolean },
): Encoding {
  const wishes = readWishes(accepted ?? '');
  const weightOf = (encoding: Encoding) =>
    wishes.get(encoding) ?? (encoding === 'identity' ? leastWish : (wishes.get('*') ?? 0));
  const candidates = encodings
    .map(({ name }) => name)
    .filter((encoding) => existing.has(encoding) && weightOf(encoding) > 0);
  return candidates.reduce<Encoding>(
    (best, candidate) => (weightOf(candidate) > weightOf(best) ? candidate : best),
    candidates[0] ?? 'identity',
  );
}

/** No coding is acceptable unless it is refused, but any coding asked for comes first. */
const leastWish = 0.0001;

/** "br;q=1.0, gzip" as coding → weight. */
function readWishes(header: string): Map<string, number> {
  return new Map(
    header.split(',').map((part) => {
      const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return [coding, weight === undefined ? 1 : Number(weight) || 0];
    }),
  );
}
