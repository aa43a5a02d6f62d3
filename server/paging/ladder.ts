import { turnMinutes } from '../../contract/ladder.ts';
import { computeSteps, type TurnTimes } from '../queue/in-turn.ts';
import type { Recipient } from './page.ts';

/** When phones ring, in minutes after the request: each recipient's in turn, then all of them. */
export const ladder = {
  rings: [0, 3, 6],
  turn: turnMinutes,
  all: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120],
} as const;

const minute = 60_000;

/** The times of a phone's turn, whichever it is. Once, if the service repeats alarms. */
export function turnTimes({ cancel }: Pick<Recipient, 'cancel'>): TurnTimes {
  const own = cancel ? [0] : ladder.rings;
  return {
    own: own.map((ring) => ring * minute),
    turn: ladder.turn * minute,
    all: ladder.all.map((ring) => ring * minute),
  };
}

/** The earliest times at which a recipient is rung in the order of the settings, in milliseconds after the save. */
export function ringTimes(recipients: readonly Pick<Recipient, 'cancel'>[], position: number): number[] {
  return computeSteps(turnTimes(recipients[position] ?? {}), { position, turns: recipients.length });
}
