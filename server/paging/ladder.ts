import type { Recipient } from './call.ts';

const minute = 60_000;

/** Who is rung when, in milliseconds: each recipient in turn, then all of them for two hours. */
export const ladder = {
  rings: [0, 3 * minute, 6 * minute] as const,
  turn: 9 * minute,
  thenAll: Array.from({ length: 13 }, (_, index) => index * 10 * minute),
};

/** When a recipient is paged, in milliseconds since the request came: once per turn if its service repeats pages. */
export function pageTimes(recipients: readonly Recipient[], position: number): number[] {
  const rings = recipients[position]?.cancel ? [0] : ladder.rings;
  return [
    ...rings.map((time) => position * ladder.turn + time),
    ...ladder.thenAll.map((time) => recipients.length * ladder.turn + time),
  ];
}
