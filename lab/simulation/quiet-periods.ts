import { hour, minute } from '../../server/clock.ts';
import { type createDeadlineChecker, settlingTime } from './deadlines.ts';
import type { createPhones } from './phones.ts';
import type { createClock } from './simulated-clock.ts';
import { type createTimetable, quietHours } from './timetable.ts';
import type { createVisitors } from './visitors.ts';

/** A service that fails at times. */
interface FaultyService {
  condition(): string;
  setCondition(next: 'good'): void;
}

interface QuietDependencies {
  clock: ReturnType<typeof createClock>;
  timetable: ReturnType<typeof createTimetable>;
  services: readonly FaultyService[];
  phones: ReturnType<typeof createPhones>;
  visitors: ReturnType<typeof createVisitors>;
  deadlines: ReturnType<typeof createDeadlineChecker>;
}

/** Runs the hours without random faults that end each simulated week. Every promise must hold by their end. */
export function createQuietPeriods({
  clock,
  timetable,
  services,
  phones,
  visitors,
  deadlines,
}: QuietDependencies) {
  return {
    /** Runs floods of requests without any fault. */
    async withFloods(): Promise<void> {
      endFaults(quietHours.flood);
      timetable.schedule(hour, 'postponable', visitors.flood);
      timetable.schedule(0.5 * hour, 'postponable', visitors.ringFloodForAllRequests);
      await timetable.runUntil(clock.elapsed() + quietHours.flood * hour);
    },
    /** Makes the first phone unreachable for half an hour. */
    async withoutFirstPhone(): Promise<void> {
      endFaults(quietHours.end);
      timetable.schedule(hour, 'fixed', () => setFirstPhoneDown(true));
      timetable.schedule(1.5 * hour, 'fixed', () => setFirstPhoneDown(false));
      await timetable.runUntil(clock.elapsed() + quietHours.end * hour);
    },
  };

  function endFaults(hours: number): void {
    timetable.postpone(hours * hour);
    for (const service of services) {
      if (service.condition() !== 'good') {
        deadlines.disturb();
      }
      service.setCondition('good');
    }
  }

  /** Makes the first phone unreachable or reachable. If unreachable, an emergency arrives after the settling time. */
  function setFirstPhoneDown(isDown: boolean): void {
    phones.conditions.ana = isDown ? 'down' : 'good';
    deadlines.disturb();
    if (isDown) {
      visitors.postEmergencyAfter(settlingTime + minute);
    }
  }
}
