import type { Clock } from '../clock.ts';
import type { PhoneMessage } from '../paging/alarm.ts';

/** Creates a message to a phone that isn't an alarm about waiting requests. */
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
