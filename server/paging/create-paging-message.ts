import type { Clock } from '../clock.ts';
import type { PagingMessage } from './alarm.ts';

/**
 * Creates a message that isn't about waiting requests, like an alert or a test ring. An urgent message rings through Do
 * Not Disturb, if the phone allows it.
 */
export function createPagingMessage(
  { event, text, isUrgent }: Pick<PagingMessage, 'event' | 'text' | 'isUrgent'>,
  clock: Pick<Clock, 'wallTime'>,
): PagingMessage {
  const at = clock.wallTime();
  return { id: `${event}-${at.getTime()}`, event, isUrgent, text, requests: [], waiting: 0, at };
}
