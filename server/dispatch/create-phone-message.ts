import type { Clock } from '../clock.ts';
import type { PhoneMessage } from '../paging/alarm.ts';

/**
 * Creates a message that isn't about waiting requests, like a test ring. It is urgent, so it rings through Do Not
 * Disturb, unless it only announces a new phone.
 */
export function createPhoneMessage(
  event: string,
  text: string,
  clock: Pick<Clock, 'wallTime'>,
): PhoneMessage {
  const at = clock.wallTime();
  return {
    id: `${event}-${at.getTime()}`,
    event,
    isUrgent: event !== 'paired',
    text,
    requests: [],
    waiting: 0,
    at,
  };
}
