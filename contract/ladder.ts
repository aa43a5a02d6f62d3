/** Minutes that each phone's turn lasts. */
export const turnMinutes = 9;

/** Phones that are off ring at the earliest from this minute on: an emergency that nobody takes outweighs sleep. */
const sleepMinutes = 18;

/** From which minute on all phones ring: after the turns of those that are on. If all are off, all count as on. */
export function allRingFrom(phones: readonly { isOff: boolean }[]): number {
  const on = phones.filter(({ isOff }) => !isOff).length;
  if (on === 0 || on === phones.length) {
    return phones.length * turnMinutes;
  }
  return Math.max(sleepMinutes, on * turnMinutes);
}
