import type { faultyStore } from './faulty-store.ts';
import type { Rung } from './pagers.ts';
import { minute, second } from './timetable.ts';
import type { VisitorParts } from './visitors.ts';

interface TakerParts extends Omit<VisitorParts, 'onAcknowledged'> {
  elapsed(): number;
  store: ReturnType<typeof faultyStore>;
}

/** Those whose phones ring. They take every second page's requests, within twenty minutes. */
export function simulatedTakers({ random, elapsed, schedule, store, server, report }: TakerParts) {
  /** When each request was taken. */
  const taken = new Map<string, number>();

  return function onPage({ references, began }: Rung): void {
    for (const reference of references) {
      const isEmergency = `reference = '${reference}' and emergency = 1 and honeypot_filled = 0`;
      if (store.query(`select 1 from requests where ${isEmergency}`).length === 0) {
        report(`${reference} rang and is no emergency`);
      } else if ((taken.get(reference) ?? began) < began) {
        report(`${reference} rang after somebody had taken it`);
      } else if (random.chance(0.5)) {
        schedule(random.between(second, 20 * minute), 'take', () => take(reference));
      }
    }
  };

  function take(reference: string): void {
    const note = () => taken.set(reference, elapsed());
    server()
      .store.take({ reference, by: 'Ana' })
      .then(note, () => undefined);
  }
}
