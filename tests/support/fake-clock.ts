import type { Clock } from '../../server/clock.ts';

/** A clock that only moves when a test advances it. */
export function createFakeClock(start = new Date('2026-11-30T12:00:00Z')) {
  let time = start.getTime();
  let elapsed = 0;
  const waits = new Map<() => void, number>();

  return {
    wallTime: () => new Date(time),
    elapsed: () => elapsed,
    wait: (milliseconds: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const end = () => {
          waits.delete(end);
          resolve();
        };
        waits.set(end, elapsed + milliseconds);
        if (signal.aborted) {
          end();
        }
        signal.addEventListener('abort', end);
      }),
    /** Whether anything is waiting for time to pass. */
    isAwaited: () => waits.size > 0,
    /** Returns the milliseconds until the next wait ends. */
    nextWake: () => Math.min(...waits.values()) - elapsed,
    /** Advances the wall clock and the elapsed time. */
    advance(milliseconds: number) {
      time += milliseconds;
      elapsed += milliseconds;
      for (const [end, until] of waits) {
        if (until <= elapsed) {
          end();
        }
      }
    },
    /** Changes the wall clock, as an administrator would. The elapsed time doesn't change. */
    jump(milliseconds: number) {
      time += milliseconds;
    },
  } satisfies Clock & Record<string, unknown>;
}
