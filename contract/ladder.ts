/** Minutes that each phone's turn lasts. */
export const turnMinutes = 9;

/** Phones that are off ring after two turns at the earliest: an emergency that nobody takes outweighs sleep. */
const turnsOfSleep = 2;

/** After how many turns all phones ring, of which so many have a turn of their own. */
export function turnsBeforeAll(phones: number, on: number): number {
  return on === phones ? phones : Math.max(turnsOfSleep, on);
}
