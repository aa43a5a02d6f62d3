import type { Clock } from '../clock.ts';
import type { Log } from '../log/log.ts';
import type { PhoneMessage, Recipient } from '../paging/alarm.ts';
import { phoneBudget } from '../paging/phone-channels.ts';
import { type AttemptOutcome, type AttemptResult, type Consequence, outcomes } from '../queue/channel.ts';
import { pagingChannelName } from '../requests/destinations.ts';
import type { RequestStore } from '../store/request-store.ts';

export interface RingDependencies {
  /** The phones and webhooks that get alarms. */
  recipients: readonly Recipient[];
  store: Pick<RequestStore, 'readRecord' | 'findRecentCancellations' | 'acquireSpareSlot' | 'releaseSlot'>;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

/** Rings a phone if its bucket has a slot that alarms about requests don't need. */
export async function ringInSpareSlot(
  dependencies: RingDependencies,
  { name, send }: Recipient,
  message: PhoneMessage,
): Promise<AttemptOutcome | 'no_slot'> {
  const { store, stopping } = dependencies;
  const bucket = { channel: pagingChannelName, recipient: name, ...phoneBudget };
  const acquiredAt = await store.acquireSpareSlot(bucket);
  if (acquiredAt === undefined) {
    return 'no_slot';
  }
  const attempt = await send(message, stopping);
  const { outcome } = attempt;
  const { mayHaveArrived = false }: Consequence = outcomes[outcome];
  if (outcome !== 'accepted' && !mayHaveArrived) {
    await store.releaseSlot(bucket, acquiredAt);
  }
  logRingFailure(dependencies, name, attempt);
  return outcome;
}

/** Logs an attempt that the phone's service didn't accept. */
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
