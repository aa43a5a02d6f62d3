import { setTimeout as pause } from 'node:timers/promises';
import type { Figures } from '../figures.ts';

export interface Campaign {
  /** The claim that the campaign proves. */
  shows: string;
  /** The short form is for npm test and the proofs. The long form is for the figures in docs/reliability.md. */
  run(isShort: boolean): Promise<Figures>;
}

/** A promise was broken. */
export class BrokenPromiseError extends Error {}

/**
 * The campaign can't run on this machine. The message says what is missing. `npm run faults:proof` then fails, and
 * `npm run faults` skips the campaign.
 */
export class CampaignSkippedError extends Error {}

/** Throws a BrokenPromiseError if the condition is false. */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) {
    throw new BrokenPromiseError(sentence);
  }
}

/** Waits until a condition is true. Fails with a sentence if that takes too long. */
export async function waitFor(
  condition: () => boolean | Promise<boolean>,
  timeout: number,
  sentence: string,
  interval = 50,
): Promise<void> {
  const end = performance.now() + timeout;
  while (!(await condition())) {
    assert(performance.now() < end, sentence);
    await pause(interval);
  }
}
