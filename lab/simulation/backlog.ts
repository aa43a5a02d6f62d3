import { hour } from '../../server/clock.ts';
import { pagingChannelName } from '../../server/requests/channel-data.ts';
import type { createFaultyStore } from './faulty-store.ts';
import type { createClock } from './simulated-clock.ts';
import type { createTimetable } from './timetable.ts';

interface BacklogDependencies {
  clock: ReturnType<typeof createClock>;
  timetable: ReturnType<typeof createTimetable>;
  store: ReturnType<typeof createFaultyStore>;
}

const findRingingSql = `select 1 from deliveries where channel = '${pagingChannelName}' and state = 'pending' limit 1`;

/**
 * Waits until no alarm about a request is pending, and returns how long that took. After a large flood it takes hours.
 * Alerts come after these alarms, so they get one more hour.
 */
export async function ringBacklog({ clock, timetable, store }: BacklogDependencies): Promise<number> {
  let hours = 0;
  for (let isWaiting = true; isWaiting; hours += 1) {
    isWaiting = store.query(findRingingSql).length > 0;
    timetable.postpone(hour);
    await timetable.runUntil(clock.elapsed() + hour);
  }
  return hours * hour;
}
