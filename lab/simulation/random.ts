export type Random = ReturnType<typeof createRandom>;

/** Creates a source of seeded random numbers from 0 to 1 (mulberry32, by Tommy Ettinger). */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability: number) => next() < probability,
    between: (least: number, most: number) => least + (most - least) * next(),
    whole: (least: number, most: number) => Math.floor(least + (most - least + 1) * next()),
    pick: <Item>(items: readonly Item[]) => items[Math.floor(next() * items.length)] as Item,
    /** A random time until the next event with this average interval, in the same unit. */
    untilNext: (average: number) => -Math.log(1 - next()) * average,
  };
}
