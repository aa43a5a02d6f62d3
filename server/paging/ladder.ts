import type { Recipient } from './page.ts';

/** When phones ring, in minutes after the request: each recipient's in turn, then all of them. */
export const ladder = {
  rings: [0, 3, 6],
  turn: 9,
  all: [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120],
} as const;

/**
 * The earliest times at which a recipient is rung, in milliseconds after the request was saved: once per turn if the
 * service repeats alarms.
 */
export function ringTimes(recipients: readonly Pick<Recipient, 'cancel'>[], position: number): number[] {
  const own = recipients[position]?.cancel ? [0] : ladder.rings;
  const minutes = [
    ...own.map((ring) => position * ladder.turn + ring),
    ...ladder.all.map((ring) => recipients.length * ladder.turn + ring),
  ];
  return minutes.map((time) => time * 60_000);
}
