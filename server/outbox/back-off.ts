import { terms } from './terms.ts';

/**
 * The pause after a number of failures (1 for the first), in milliseconds: it doubles up to the
 * longest. `chance` is from 0 to 1.
 */
export function backOff(
  { first, longest }: { first: number; longest: number },
  failures: number,
  chance: number,
) {
  const pause = Math.min(first * 2 ** (failures - 1), longest);
  return pause * (1 + terms.jitter * chance);
}
