/** The length of each phone's turn, in minutes. */
export const turnMinutes = 9;

/**
 * Phones that are off usually don't ring until at least this many turns have passed. After that, an emergency that
 * nobody is handling matters more than sleep.
 */
const minTurnsBeforeOffPhones = 2;

/** Returns the number of turns before all phones ring. `phonesOn` is the number of phones with their own turn. */
export function countTurnsBeforeAll(phones: number, phonesOn: number): number {
  return phonesOn === phones ? phones : Math.max(minTurnsBeforeOffPhones, phonesOn);
}
