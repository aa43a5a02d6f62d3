const minute = 60_000;

/** Who is rung when, in milliseconds: each recipient in turn, then all of them for two hours. */
export const ladder = {
  rings: [0, 3 * minute, 6 * minute] as const,
  nextRecipientAfter: 9 * minute,
  thenAll: Array.from({ length: 13 }, (_, index) => index * 10 * minute),
};

/**
 * When a recipient is paged, in milliseconds since the request came. `position` counts from 0. A service that
 * repeats by itself until somebody reacts gets one page where the others get three.
 */
export function pageTimes(position: number, recipients: number, repeatsItself: boolean): number[] {
  const { rings, nextRecipientAfter, thenAll } = ladder;
  const own = repeatsItself ? rings.slice(0, 1) : rings;
  return [
    ...own.map((time) => position * nextRecipientAfter + time),
    ...thenAll.map((time) => recipients * nextRecipientAfter + time),
  ];
}
