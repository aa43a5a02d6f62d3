import * as v from 'valibot';
import type { Transaction } from './transaction.ts';

export interface DeliveryResult {
  deliveryId: number;
  requestId: number;
  channel: string;
  leaseToken: string;
  state: 'pending' | 'sent' | 'refused' | 'filed';
  /** Milliseconds until a pending or refused delivery is due. */
  dueIn: number;
  attempts: number;
  possibleDuplicate: boolean;
  /** The outcome and its code. */
  result: string;
  /** Whether the recipient has, or may have, one more message: else it takes no place of the budget. */
  isTransferred: boolean;
}

/** Records how an attempt ended, unless the lease has passed to another sender. */
export async function record(transaction: Transaction, result: DeliveryResult): Promise<boolean> {
  const { query, now, wallClock } = transaction;
  const { deliveryId, requestId, channel, leaseToken, state, attempts } = result;
  const recorded = await query(
    recordDelivery,
    {
      deliveryId,
      leaseToken,
      state,
      dueAt: Math.round(now + result.dueIn),
      attempts,
      possibleDuplicate: result.possibleDuplicate ? 1 : 0,
      result: result.result,
      deliveredAt: state === 'sent' ? wallClock : null,
    },
    v.object({ id: v.number() }),
  );
  if (result.isTransferred) {
    // It counts from when it arrived at the latest.
    await query(countFromNow, { channel, requestId, now });
  } else {
    await query(returnPlace, { channel, requestId });
  }
  await settleTurns(transaction, [requestId]);
  return recorded.length > 0;
}

const recordDelivery = `
  update deliveries
  set state = :state, due_at = :dueAt, lease_token = null, lease_ends_at = null, attempts = :attempts,
    possible_duplicate = :possibleDuplicate, result = :result, delivered_at = :deliveredAt
  where id = :deliveryId and lease_token = :leaseToken
  returning id`;

const countFromNow = 'update attempts set at = :now where channel = :channel and request_id = :requestId';

const returnPlace = `
  delete from attempts
  where channel = :channel and request_id = :requestId
    and not exists (
      select 1 from deliveries
      where deliveries.request_id = attempts.request_id and deliveries.channel = attempts.channel
        and (state in ('sending', 'sent') or possible_duplicate = 1))`;

/** A request has a turn while something of it waits. One that waits again has the first one. */
export async function settleTurns({ query }: Transaction, requestIds: readonly number[]): Promise<void> {
  const requests = requestIds.map((id) => ({ id }));
  await query(`${settleTurn} where id in rows(:requests, id bigint)`, { requests });
}

export const settleTurn = `
  update requests
  set turn = case
    when exists (
      select 1 from deliveries
      where request_id = requests.id and state in ('pending', 'sending', 'filed')) then coalesce(turn, 1)
    end`;
