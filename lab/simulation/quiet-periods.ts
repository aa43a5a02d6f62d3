import { type createDeadlines, settlingTime } from './deadlines.ts';
import type { createPhones } from './phones.ts';
import type { createClock } from './simulated-clock.ts';
import { type createTimetable, hour, minute, quietHours } from './timetable.ts';
import type { createVisitors } from './visitors.ts';

/** A service that fails at times. */
interface FaultyService {
  condition(): string;
  setCondition(next: 'good'): void;
}

interface QuietParts {
  clock: ReturnType<typeof createClock>;
  planned: ReturnType<typeof createTimetable>;
  failing: readonly FaultyService[];
  phones: ReturnType<typeof createPhones>;
  visitors: ReturnType<typeof createVisitors>;
  expected: ReturnType<typeof createDeadlines>;
}

/** Runs the hours without random faults that end each simulated week. Every promise must hold by their end. */
export function createQuietPeriods({ clock, planned, failing, phones, visitors, expected }: QuietParts) {
  return {
    /** Runs floods of requests without any fault. */
    async withFloods(): Promise<void> {
      endFaults(quietHours.flood);
      planned.schedule(hour, 'flood', visitors.flood);
      planned.schedule(0.5 * hour, 'flood', visitors.ringFloodForAllRequests);
      await planned.runUntil(clock.elapsed() + quietHours.flood * hour);
    },
    /** Makes the first phone unreachable for half an hour. */
    async withoutFirstPhone(): Promise<void> {
      endFaults(quietHours.end);
      planned.schedule(hour, 'cut off', () => failFirstPhone(true));
      planned.schedule(1.5 * hour, 'cut off', () => failFirstPhone(false));
      await planned.runUntil(clock.elapsed() + quietHours.end * hour);
    },
  };

  function endFaults(hours: number): void {
    planned.postpone(hours * hour);
    for (const service of failing) {
      if (service.condition() !== 'good') {
        expected.disturb();
      }
      service.setCondition('good');
    }
  }

  /** Fails or repairs the first phone. After a failure, an emergency arrives once the settling time is over. */
  function failFirstPhone(isDown: boolean): void {
    phones.conditions.ana = isDown ? 'down' : 'good';
    expected.disturb();
    if (isDown) {
      visitors.postEmergencyAfter(settlingTime + minute);
    }
  }
}
