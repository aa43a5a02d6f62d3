import { setTimeout as wait } from 'node:timers/promises';

/** Durations in milliseconds. */
export const second = 1_000;
export const minute = 60 * second;
export const hour = 60 * minute;
export const day = 24 * hour;

/** A source of time, injected so that tests can control the time. */
export interface Clock {
  /** Wall-clock time. Never use it to measure durations, because it may jump. */
  wallTime(): Date;
  /** Monotonic milliseconds, for measuring durations. */
  elapsed(): number;
  /** Resolves after `milliseconds`, or as soon as `signal` aborts. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  wallTime: () => new Date(),
  elapsed: () => performance.now(),
  wait: (milliseconds, signal) => wait(milliseconds, undefined, { signal }).catch(() => undefined),
};
