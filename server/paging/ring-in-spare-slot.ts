import { type AttemptResult, type Consequence, outcomes } from '../queue/channel.ts';
import { pagingChannelName } from '../requests/channel-data.ts';
import type { RequestStore } from '../store/request-store.ts';
import type { PagingMessage, Recipient } from './alarm.ts';
import { alarmBudget } from './paging-channels.ts';

interface SpareSlotDependencies {
  store: Pick<RequestStore, 'acquireSpareSlot' | 'releaseSlot'>;
  stopping: AbortSignal;
}

/**
 * Rings a recipient if its bucket has a slot that alarms about requests don't need. If the message can't have reached
 * the recipient, puts the slot back. Throws if the store fails. With `canRingWithoutStore`, rings without a slot
 * instead, because the message may be about that failure.
 */
export async function ringInSpareSlot(
  { store, stopping }: SpareSlotDependencies,
  { name, send }: Pick<Recipient, 'name' | 'send'>,
  message: PagingMessage,
  { canRingWithoutStore = false }: { canRingWithoutStore?: boolean } = {},
): Promise<AttemptResult | 'no_slot'> {
  const bucket = { channel: pagingChannelName, recipient: name, ...alarmBudget };
  const acquiredAt = await store.acquireSpareSlot(bucket).catch((error: unknown) => {
    if (!canRingWithoutStore) {
      throw error;
    }
    return 'unknown' as const;
  });
  if (acquiredAt === undefined) {
    return 'no_slot';
  }
  const attempt = await send(message, stopping);
  const { mayHaveArrived = false }: Consequence = outcomes[attempt.outcome];
  if (attempt.outcome !== 'accepted' && !mayHaveArrived && acquiredAt !== 'unknown') {
    // If this fails, the slot stays used until the bucket refills. The attempt's outcome is still known.
    await store.releaseSlot(bucket, acquiredAt).catch(() => undefined);
  }
  return attempt;
}
