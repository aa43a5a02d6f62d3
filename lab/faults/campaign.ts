import { setTimeout as pause } from 'node:timers/promises';
import type { Figures } from '../figures.ts';

export type { Figures };

/** `short` is for npm test and the proofs, `long` for the figures in docs/reliability.md. */
export type Length = 'short' | 'long';

export interface Campaign {
  /** What it must prove, in words. */
  shows: string;
  run(length: Length): Promise<Figures>;
}

export interface SizedCampaign<Size> {
  shows: string;
  short: Size;
  long: Size;
  run(size: Size): Promise<Figures>;
}

/** A campaign whose two forms differ in size only. See harnessCampaign, too. */
export function campaign<Size>({ shows, short, long, run }: SizedCampaign<Size>): Campaign {
  return { shows, run: (length) => run(length === 'short' ? short : long) };
}

/** The promise was broken. */
export class Failed extends Error {}

/** The campaign cannot run on this machine, which is not a pass. The message says what is missing. */
export class NotRun extends Error {}

export function must(condition: boolean, sentence: string): asserts condition {
  if (!condition) {
    throw new Failed(sentence);
  }
}

/** Waits until something is so. Fails with a sentence if it is not in time. All in milliseconds. */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  milliseconds: number,
  sentence: string | (() => string),
  interval = 50,
): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    must(performance.now() < end, typeof sentence === 'string' ? sentence : sentence());
    await pause(interval);
  }
}
