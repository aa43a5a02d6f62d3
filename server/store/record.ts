import * as v from 'valibot';
import type { Transaction } from './transaction.ts';

export interface DeliveryResult {
  deliveryId: number;
  leaseToken: string;
  state: 'pending' | 'sent' | 'refused' | 'filed';
  /** For channels that repeat: the step that is due next. */
  step?: number;
  /** Milliseconds until a pending or refused delivery is due. */
  dueIn: number;
  attempts: number;
  possibleDuplicate: boolean;
  /** The outcome and its code. */
  result: string;
  /** Whether the message has, or may have, arrived. Only then does it take a place in the budget. */
  isTransferred: boolean;
}

/** Records how an attempt ended, unless the lease has passed to another sender. */
export async function record(
  { query, now, wallClock }: Transaction,
  { isTransferred, ...result }: DeliveryResult,
): Promise<boolean> {
  const recorded = await query(
    recordDelivery,
    {
      deliveryId: result.deliveryId,
      leaseToken: result.leaseToken,
      state: result.state,
      step: result.step ?? null,
      dueAt: Math.round(now + result.dueIn),
      attempts: result.attempts,
      possibleDuplicate: result.possibleDuplicate ? 1 : 0,
      result: result.result,
      deliveredAt: result.state === 'sent' ? wallClock : null,
      // We do not know when the message arrived, but it was no later than now.
      countedAt: isTransferred || result.possibleDuplicate ? now : null,
    },
    v.object({ id: v.number() }),
  );
  return recorded.length > 0;
}

const recordDelivery = `
  update deliveries
  set state = :state, step = coalesce(:step, step), due_at = :dueAt, lease_token = null, lease_ends_at = null, attempts = :attempts,
    possible_duplicate = :possibleDuplicate, result = :result, delivered_at = :deliveredAt,
    counted_at = :countedAt
  where id = :deliveryId and lease_token = :leaseToken
  returning id`;
