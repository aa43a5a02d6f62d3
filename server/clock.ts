import { setTimeout as wait } from 'node:timers/promises';

/** Time is passed in, so that a test owns it. */
export interface Clock {
  /** The time of day. It may jump: never measure with it. */
  now(): Date;
  /** Milliseconds that only grow, for measuring. */
  elapsed(): number;
  /** Resolves after `milliseconds`, or as soon as `signal` aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
};
