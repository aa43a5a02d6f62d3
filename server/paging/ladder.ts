const minute = 60_000;

/** Who is rung when, in milliseconds: each recipient in turn, then all of them. */
export const ladder = {
  /** Of one recipient, counted from when it is that recipient's turn. */
  rings: [0, 3 * minute, 6 * minute] as const,
  nextRecipientAfter: 9 * minute,
  thenAllEvery: 10 * minute,
  thenAllFor: 120 * minute,
};

/**
 * When a recipient is paged, in milliseconds since the request came. `position` counts from 0. A service that
 * repeats by itself until somebody reacts gets one page where the others get several.
 */
export function pageTimes(position: number, recipients: number, repeatsItself: boolean): number[] {
  const { rings, nextRecipientAfter, thenAllEvery, thenAllFor } = ladder;
  const own = (repeatsItself ? rings.slice(0, 1) : rings).map((at) => position * nextRecipientAfter + at);
  const count = thenAllFor / thenAllEvery + 1;
  const together = Array.from(
    { length: count },
    (_, index) => recipients * nextRecipientAfter + index * thenAllEvery,
  );
  return [...own, ...together];
}
