import type { Clock } from '../clock.ts';
import { backOff } from './back-off.ts';
import { terms } from './terms.ts';

/**
 * Whether the mail server can be reached, as far as the last attempts tell. While it cannot, one
 * mail at a time is sent as a probe, and what is owed costs nothing.
 */
export function connectionState(clock: Clock, random: () => number) {
  let failures = 0;
  let closedUntil = 0;
  const isOpen = () => clock.elapsed() >= closedUntil;

  return {
    isOpen,
    lanes: () => (failures === 0 ? terms.lanes : 1),
    reached() {
      failures = 0;
      closedUntil = 0;
    },
    /** Attempts that were under way together fail together: they count as one failure. */
    failed() {
      if (isOpen()) {
        failures += 1;
        closedUntil = clock.elapsed() + backOff(terms.connection, failures, random());
      }
    },
  };
}
