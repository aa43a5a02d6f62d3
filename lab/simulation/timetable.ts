import { day, hour, minute } from '../../server/clock.ts';
import type { createClock } from './simulated-clock.ts';

/** The time in which a phone's bucket gains a slot. */
export const refillInterval = 7.5 * minute;

/** The mean interval of each event. A year has more of them than a real server sees in its lifetime. */
export const meanIntervals = {
  visitor: 2 * hour,
  flood: 8 * day,
  ringFlood: 4 * day,
  mailFault: 8 * hour,
  storeFault: 16 * hour,
  pagingFault: 16 * hour,
  kill: 16 * hour,
  restart: day,
  jump: 4 * day,
  failover: 16 * hour,
};

/**
 * Whether quiet periods postpone an event. Fixed events include deadlines, retries, and the posts of a running flood.
 */
export type Postponement = 'fixed' | 'postponable';

/**
 * The lengths of the two quiet periods at the end of each week, in hours. Floods arrive during `flood`, and all emails
 * must be sent by its end. The first phone is unreachable for part of `end`.
 */
export const quietHours = { flood: 6, end: 3 };

interface PlannedEvent {
  at: number;
  postponement: Postponement;
  run(): void | Promise<void>;
}

/** More wakes than this at the same moment are a busy loop. */
const maxWakes = 10_000;

/** Runs the planned events, and everything in the servers that waits for the clock. */
export function createTimetable(clock: ReturnType<typeof createClock>, onBusyLoop: () => never) {
  let plan: PlannedEvent[] = [];

  return {
    schedule,
    next: () => plan[0]?.at ?? Number.POSITIVE_INFINITY,
    /** Returns the end of a simulated day, which includes its share of the week's hours without faults. */
    endOfDay: (number: number) => number * (day + ((quietHours.flood + quietHours.end) * hour) / 7),
    runUntil,
    settle,
    /** Postpones all postponable events. */
    postpone(milliseconds: number): void {
      plan = plan.map((event) =>
        event.postponement === 'fixed' ? event : { ...event, at: event.at + milliseconds },
      );
      sort();
    },
  };

  function schedule(after: number, postponement: Postponement, run: PlannedEvent['run']): void {
    plan.push({ at: clock.elapsed() + after, postponement, run });
    sort();
  }

  function sort(): void {
    plan.sort((first, second) => first.at - second.at);
  }

  async function runUntil(end: number): Promise<void> {
    for (let wakes = 0; clock.elapsed() < end; wakes += 1) {
      if (wakes > maxWakes) {
        onBusyLoop();
      }
      const before = clock.elapsed();
      await settle();
      clock.advanceTo(Math.min(end, plan[0]?.at ?? end, clock.nextWake()));
      await settle();
      while (plan[0] && plan[0].at <= clock.elapsed()) {
        const event = plan.shift();
        await event?.run();
        await settle();
      }
      wakes = clock.elapsed() > before ? 0 : wakes;
    }
  }

  /** Waits until everything that can run now has run. */
  async function settle(): Promise<void> {
    await new Promise(setImmediate);
    await new Promise(setImmediate);
  }
}
