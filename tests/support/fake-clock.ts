import type { Clock } from '../../server/clock.ts';

/** A clock that only moves when a test advances it. */
export function fakeClock(start = new Date('2026-11-30T12:00:00Z')) {
  let time = start.getTime();
  let elapsed = 0;
  const waits = new Set<{ until: number; resolve(): void }>();

  return {
    now: () => new Date(time),
    elapsed: () => elapsed,
    wait: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const wait = { until: elapsed + milliseconds, resolve: () => end(wait) };
        const end = (ended: typeof wait) => {
          waits.delete(ended);
          resolve();
        };
        waits.add(wait);
        if (signal.aborted) {
          wait.resolve();
        }
        signal.addEventListener('abort', wait.resolve);
      }),
    /** Whether anything is waiting for time to pass. */
    isAwaited: () => waits.size > 0,
    /** Milliseconds until the next wait is over. */
    nextWake: () => Math.min(...Array.from(waits, ({ until }) => until)) - elapsed,
    /** Advances both times. */
    advance(milliseconds: number) {
      time += milliseconds;
      elapsed += milliseconds;
      for (const wait of waits) {
        if (wait.until <= elapsed) {
          wait.resolve();
        }
      }
    },
    /** Changes the wall clock, as an administrator would; elapsed time does not change. */
    jump(milliseconds: number) {
      time += milliseconds;
    },
  } satisfies Clock & Record<string, unknown>;
}
