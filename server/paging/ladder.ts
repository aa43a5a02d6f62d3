const minute = 60_000;

/** Who is rung when, in milliseconds: each recipient in turn, then all of them for two hours. */
export const ladder = {
  rings: [0, 3 * minute, 6 * minute] as const,
  nextRecipientAfter: 9 * minute,
  thenAllEvery: 10 * minute,
  thenAllTimes: 13,
};

/**
 * When a recipient is paged, in milliseconds since the request came. `position` counts from 0. A service that
 * repeats by itself until somebody reacts gets one page where the others get three.
 */
export function pageTimes(position: number, recipients: number, repeatsItself: boolean): number[] {
  const { rings, nextRecipientAfter, thenAllEvery, thenAllTimes } = ladder;
  const own = rings.slice(0, repeatsItself ? 1 : undefined);
  const together = Array.from({ length: thenAllTimes }, (_, index) => index * thenAllEvery);
  return [
    ...own.map((time) => position * nextRecipientAfter + time),
    ...together.map((time) => recipients * nextRecipientAfter + time),
  ];
}
