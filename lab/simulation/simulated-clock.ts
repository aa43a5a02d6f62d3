import { checkInterval } from '../../server/alerts/alerts.ts';
import type { Clock } from '../../server/clock.ts';
import { outboxTimings } from '../../server/queue/timings.ts';
import { sweepInterval } from '../../server/requests/retention.ts';

interface Wait {
  until: number;
  order: number;
  process: number;
  resolve(): void;
}

/** The server's polling intervals, with or without work. A year has millions of these waits. */
const routineIntervals: readonly number[] = [outboxTimings.poll, sweepInterval];

/**
 * One clock for the whole simulation. Each process has a view of it, which ends with the process. Routine waits are
 * stretched while `idleFor` says that nothing can become due.
 */
export function createClock(idleFor: () => number) {
  let elapsed = 0;
  let offset = Date.parse('2026-11-30T12:00:00Z');
  let order = 0;
  const waits = new Set<Wait>();

  return {
    elapsed: () => elapsed,
    /** Moves the wall clock, but not the elapsed time. */
    jump(milliseconds: number): void {
      offset += milliseconds;
    },
    createView(process: number): Clock {
      return {
        wallTime: () => new Date(offset + elapsed),
        elapsed: () => elapsed,
        wait(milliseconds, signal) {
          return new Promise((resolve) => {
            if (signal.aborted) {
              return resolve();
            }
            const stretched = stretch(milliseconds);
            order += 1;
            const wait: Wait = { until: elapsed + stretched, order, process, resolve: () => end() };
            const end = () => {
              waits.delete(wait);
              signal.removeEventListener('abort', end);
              resolve();
            };
            waits.add(wait);
            signal.addEventListener('abort', end);
          });
        },
      };
    },
    /** Ends all waits of a dead process. The store and the other services no longer answer it. */
    kill(process: number): void {
      for (const wait of waits) {
        if (wait.process === process) {
          wait.resolve();
        }
      }
    },
    nextWake: () => Math.min(...Array.from(waits, ({ until }) => until)),
    advanceTo(time: number): void {
      elapsed = Math.max(elapsed, time);
      const due = [...waits].filter(({ until }) => until <= elapsed);
      for (const wait of due.sort(
        (first, second) => first.until - second.until || first.order - second.order,
      )) {
        wait.resolve();
      }
    },
  };

  function stretch(milliseconds: number): number {
    // Checks for incidents are stretched to a minute or more.
    if (milliseconds === checkInterval) {
      return Math.max(60_000, idleFor());
    }
    return routineIntervals.includes(milliseconds) ? Math.max(milliseconds, idleFor()) : milliseconds;
  }
}
