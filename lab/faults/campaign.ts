import { setTimeout as pause } from 'node:timers/promises';
import type { Figures } from '../figures.ts';

export interface Campaign {
  /** What it must prove, in words. */
  shows: string;
  /** The short form is for proofs, the other for the figures in docs/reliability.md. */
  run(isShort: boolean): Promise<Figures>;
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
  sentence: string,
  interval = 50,
): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!(await condition())) {
    must(performance.now() < end, sentence);
    await pause(interval);
  }
}
