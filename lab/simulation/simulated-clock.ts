import type { Clock } from '../../server/clock.ts';
import { options } from '../../server/outbox/options.ts';

interface Wait {
  until: number;
  order: number;
  process: number;
  resolve(): void;
}

/**
 * One time for everything that is simulated. Each process has a view of it that ends with the process.
 * A poll of the outbox is stretched while `idleFor` says that nothing can become due: a year has 31 million.
 */
export function simulatedClock(idleFor: () => number) {
  let elapsed = 0;
  let offset = Date.parse('2026-11-30T12:00:00Z');
  let order = 0;
  const waits = new Set<Wait>();

  return {
    elapsed: () => elapsed,
    now: () => new Date(offset + elapsed),
    /** The time of day jumps; measured time does not. */
    jump(milliseconds: number): void {
      offset += milliseconds;
    },
    viewOf(process: number): Clock {
      return {
        now: () => new Date(offset + elapsed),
        elapsed: () => elapsed,
        wait(milliseconds, signal) {
          return new Promise((resolve) => {
            if (signal.aborted) {
              resolve();
              return;
            }
            const stretched =
              milliseconds === options.poll ? Math.max(milliseconds, idleFor()) : milliseconds;
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
    /** Nothing of this process goes on. */
    kill(process: number): void {
      for (const wait of waits) {
        if (wait.process === process) {
          waits.delete(wait);
        }
      }
    },
    nextWake: () => Math.min(...Array.from(waits, ({ until }) => until)),
    advanceTo(time: number): void {
      elapsed = Math.max(elapsed, time);
      const due = [...waits].filter(({ until }) => until <= elapsed);
      for (const wait of due.sort((a, b) => a.until - b.until || a.order - b.order)) {
        wait.resolve();
      }
    },
  };
}
