/** The length of each recipient's turn, in minutes. */
export const turnMinutes = 9;

/**
 * Recipients that are off usually get no alarm until at least this many turns have passed. After that, an emergency
 * that nobody is handling matters more than sleep.
 */
const minTurnsBeforeOffRecipients = 2;

/** Returns the number of turns before all recipients get alarms. `onCount` is the number of recipients with a turn. */
export function countTurnsBeforeAll(recipientCount: number, onCount: number): number {
  return onCount === recipientCount ? recipientCount : Math.max(minTurnsBeforeOffRecipients, onCount);
}
