import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { minute } from '../clock.ts';
import { type ClaimOptions, chooseDue, slotUsedAtColumn } from './budget.ts';
import { flagColumn, type Transaction, toJsonRows } from './transaction.ts';

export interface Claim<Delivery = LeasedDelivery> {
  deliveries: Delivery[];
  /** The number of other due deliveries. 0 without a bucket budget, or if nothing was claimed. */
  waiting: number;
  /** Whether the budget holds back a due delivery. A window budget ignores deliveries of low priority. */
  hasHeldBackDeliveries: boolean;
  /** When the claim was made, by the clock that due times use. */
  claimedAt: number;
}

/**
 * Leases up to `limit` due deliveries, in order, within the budget. Releases expired leases first, so that
 * `closeUnwanted` also covers deliveries of a dead process.
 */
export async function claimDeliveries(
  transaction: Transaction,
  options: ClaimOptions,
  closeUnwanted: (transaction: Transaction) => Promise<void> = async () => undefined,
): Promise<Claim> {
  await Promise.all([transaction.lock('claim'), endLeases(transaction), closeUnwanted(transaction)]);
  const chosen = await chooseDue(transaction, options);
  const deliveries = await leaseAll(transaction, chosen.deliveries);
  return { waiting: 0, ...chosen, deliveries, claimedAt: transaction.trustedTime };
}

/** How long a claim is exclusive to its sender unless it is renewed. */
const leaseDuration = minute;

/** The column with a delivery's back-off count. Renaming a column would break older servers. */
export const backOffCountColumn = 'attempts';

/** The column with the time when a delivery's steps began: when it was added, or when its steps last started again. */
export const stepsBeganAtColumn = 'posted_at';

/** server/store/schema.ts explains the columns. */
const leasedRow = v.object({
  deliveryId: v.number(),
  requestId: v.number(),
  /** Fencing token: a result only counts for the claim it belongs to. */
  leaseToken: v.string(),
  channel: v.string(),
  recipient: v.string(),
  /** The number of `deferred` and `ambiguous` attempts that lengthen the next pause. */
  backOffCount: v.fallback(v.number(), 0),
  step: v.fallback(v.number(), 0),
  rank: v.fallback(v.number(), 0),
  dueAt: v.fallback(v.number(), 0),
  /** If null, the channel's own steps apply. */
  position: v.fallback(v.nullable(v.number()), null),
  turnCount: v.fallback(v.nullable(v.number()), null),
  stepsBeganAt: v.fallback(v.nullable(v.number()), null),
  possibleDuplicate: flagColumn,
  lastResult: v.fallback(v.nullable(v.string()), null),
  /** How many accepted messages have included this delivery. */
  acceptedCount: v.fallback(v.number(), 0),
  /** When an earlier attempt used a slot of the budget. Null if none did, or if that slot is free again. */
  earlierSlotUsedAt: v.fallback(v.nullable(v.number()), null),
});

export type LeasedDelivery = v.InferOutput<typeof leasedRow>;

/** Leases deliveries. An unreadable one is leased but not returned, so it doesn't block the rest. */
async function leaseAll(
  { query, trustedTime }: Transaction,
  chosen: readonly { id: number; slotUsedAt: number | null }[],
): Promise<LeasedDelivery[]> {
  const deliveries: LeasedDelivery[] = [];
  for (const { id, slotUsedAt: earlierSlotUsedAt } of chosen) {
    const [leased] = await query<object>(leaseDeliverySql, {
      id,
      token: randomUUID(),
      endsAt: trustedTime + leaseDuration,
      trustedTime,
    });
    const { success, output } = v.safeParse(leasedRow, leased && { ...leased, earlierSlotUsedAt });
    if (success) {
      deliveries.push(output);
    }
  }
  return deliveries;
}

/**
 * Returns no row if the delivery's state has changed since we chose it. For example, the previous sender may have
 * restored its expired lease (`renewLeases`). Without this check, two senders could send the delivery at the same time.
 */
const leaseDeliverySql = `
  update deliveries
  set state = 'sending', lease_token = :token, lease_ends_at = :endsAt, ${slotUsedAtColumn} = :trustedTime
  where id = :id and state in ('pending', 'refused')
  returning id as "deliveryId", request_id as "requestId", lease_token as "leaseToken", channel, recipient,
    ${backOffCountColumn} as "backOffCount", step, rank, due_at as "dueAt", ${stepsBeganAtColumn} as "stepsBeganAt",
    position, turns as "turnCount", possible_duplicate as "possibleDuplicate", result as "lastResult", sends as "acceptedCount"`;

/**
 * The pause after a lease ends, if the delivery was already a possible duplicate. Sending this delivery may be what
 * crashes the process.
 */
const crashPause = 30_000;

/**
 * Ends leases that expire by `until`, and makes their deliveries pending again. The deliveries become possible
 * duplicates, because their messages may have arrived.
 */
export async function endLeases({ query, trustedTime }: Transaction, until = trustedTime): Promise<void> {
  // Also end leases that expire over ten minutes from now. Only a clock that was ahead can have written them.
  await query(endLeasesSql, { trustedTime, until, farthest: trustedTime + 10 * leaseDuration, crashPause });
}

const endLeasesSql = `
  update deliveries
  set state = 'pending', due_at = :trustedTime + :crashPause * possible_duplicate, possible_duplicate = 1
  where state = 'sending' and (lease_ends_at <= :until or lease_ends_at > :farthest)`;

/** Renews leases. Restores an ended lease if the delivery is still pending and wasn't claimed since. */
export async function renewLeases(
  { query, trustedTime }: Transaction,
  leaseTokens: readonly string[],
): Promise<void> {
  const tokens = toJsonRows(leaseTokens);
  await query(renewLeasesSql, { tokens, endsAt: trustedTime + leaseDuration });
}

const renewLeasesSql = `
  update deliveries set state = 'sending', lease_ends_at = :endsAt
  where lease_token in (select value ->> 0 from json_each(:tokens)) and state in ('sending', 'pending')`;
