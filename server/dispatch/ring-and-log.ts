import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import type { PagingMessage, Recipient } from '../paging/alarm.ts';
import { ringInSpareSlot } from '../paging/ring-in-spare-slot.ts';
import type { AttemptOutcome, AttemptResult } from '../queue/channel.ts';
import type { RequestStore } from '../store/request-store.ts';

export interface RingDependencies {
  /** The recipients of alarms, in the order of the settings. */
  recipients: readonly Recipient[];
  store: Pick<
    RequestStore,
    'findWithHistory' | 'findRecentDriverEvents' | 'recordDriverAlarm' | 'acquireSpareSlot' | 'releaseSlot'
  >;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

/** Rings a recipient in a spare slot (`ringInSpareSlot`), and logs if its service didn't accept the message. */
export async function ringAndLog(
  dependencies: RingDependencies,
  recipient: Recipient,
  message: PagingMessage,
): Promise<AttemptOutcome | 'no_slot'> {
  const attempt = await ringInSpareSlot(dependencies, recipient, message);
  if (attempt === 'no_slot') {
    return attempt;
  }
  logRingFailure(dependencies, recipient.name, attempt);
  return attempt.outcome;
}

/** Logs an attempt that the recipient's service didn't accept. */
export function logRingFailure(
  { recipients, log }: Pick<RingDependencies, 'recipients' | 'log'>,
  name: string,
  { outcome, resultCode, cause }: AttemptResult,
): void {
  if (outcome !== 'accepted') {
    const position = recipients.findIndex((recipient) => recipient.name === name);
    log('page_failed', { recipient: position + 1, outcome, resultCode, cause });
  }
}
