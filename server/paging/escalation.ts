import { turnMinutes } from '../../contract/escalation.ts';
import { minute } from '../clock.ts';
import { computeSteps, type TurnTimes } from '../queue/turns.ts';
import type { Recipient } from './alarm.ts';

/** When alarms ring. Recipients take turns, then all of them get each alarm. */
export const escalation = {
  ringMinutesInTurn: [0, 3, 6],
  turnMinutes,
  ringMinutesAfterTurns: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120],
} as const;

/**
 * Converts the escalation to milliseconds. A service that repeats alarms by itself gets only one alarm in the
 * recipient's turn.
 */
export function computeTurnTimes({ stopRepeating }: Pick<Recipient, 'stopRepeating'>): TurnTimes {
  const ringMinutes = stopRepeating ? [0] : escalation.ringMinutesInTurn;
  return {
    timesInTurn: ringMinutes.map((ring) => ring * minute),
    turnLength: escalation.turnMinutes * minute,
    timesAfterTurns: escalation.ringMinutesAfterTurns.map((ring) => ring * minute),
  };
}

/**
 * Returns a recipient's ring times for the order in the settings, in milliseconds after the save or the restart of the
 * alarms.
 */
export function computeRingTimes(
  recipients: readonly Pick<Recipient, 'stopRepeating'>[],
  position: number,
): number[] {
  return computeSteps(computeTurnTimes(recipients[position] ?? {}), {
    position,
    turnCount: recipients.length,
  });
}
