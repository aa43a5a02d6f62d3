import { setTimeout as wait } from 'node:timers/promises';

/** Time is injected so that tests control it. */
export interface Clock {
  /** Wall-clock time. It may jump: never measure with it. */
  now(): Date;
  /** Monotonic milliseconds, for measuring. */
  elapsed(): number;
  /** Resolves after `milliseconds`, or as soon as `signal` aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
};
