import type { Transaction } from './transaction.ts';

/**
 * The token bucket of each recipient. It holds `capacity` slots and gains a slot every `refillInterval` milliseconds.
 * Only a first mention whose priority isn't low may use the last slot.
 */
export interface BucketBudget {
  capacity: number;
  refillInterval: number;
}

export interface Bucket extends BucketBudget {
  channel: string;
  recipient: string;
}

/** Counts one recipient's due deliveries. */
export async function countDue(
  { query, trustedTime }: Transaction,
  bucket: { channel: string; recipient: string },
): Promise<number> {
  const { channel, recipient } = bucket;
  const [row] = await query<{ count: number }>(countDueSql, { channel, recipient, trustedTime });
  return row?.count ?? 0;
}

const countDueSql = `
  select count(*) as count from deliveries
  where channel = :channel and recipient = :recipient and state in ('pending', 'refused') and due_at <= :trustedTime`;

/**
 * Uses a slot for a message that isn't a delivery, and returns the time. Returns undefined if no slot can be spared,
 * because deliveries have priority.
 */
export async function acquireSpareSlot(
  transaction: Transaction,
  bucket: Bucket,
): Promise<number | undefined> {
  await transaction.lock('claim');
  const { channel, recipient } = bucket;
  if ((await countDue(transaction, { channel, recipient })) > 0) {
    return undefined;
  }
  return (await acquireSlot(transaction, bucket, { mayUseLast: false }))
    ? transaction.trustedTime
    : undefined;
}

/**
 * Uses one slot of the bucket for a message that is about to be sent, and returns whether a slot was free. The
 * transaction must own the lock "claim".
 */
export async function acquireSlot(
  { query, trustedTime }: Transaction,
  { channel, recipient, capacity, refillInterval }: Bucket,
  { mayUseLast }: { mayUseLast: boolean },
): Promise<boolean> {
  const [row] = await query<{ full_at: number }>(readBucketSql, { channel, recipient });
  // An unused bucket is full. If `full_at` is too far in the future, the clock was ahead: the bucket counts as empty.
  const storedFullIn = Math.max(0, (row?.full_at ?? 0) - trustedTime);
  const fullIn = Math.min(storedFullIn, capacity * refillInterval);
  const isAcquired = Math.floor(capacity - fullIn / refillInterval) >= (mayUseLast ? 1 : 2);
  if (isAcquired || storedFullIn > fullIn) {
    await query(writeBucketSql, {
      channel,
      recipient,
      fullAt: trustedTime + fullIn + (isAcquired ? refillInterval : 0),
    });
  }
  return isAcquired;
}

/**
 * Puts back the slot that was used at `acquiredAt`, because the message reached nobody. Does nothing after
 * `refillInterval` milliseconds, because the bucket has gained a slot by then.
 */
export async function releaseSlot(
  { query, trustedTime }: Transaction,
  bucket: Bucket,
  acquiredAt: number,
): Promise<void> {
  const { channel, recipient, refillInterval } = bucket;
  if (trustedTime - acquiredAt < refillInterval) {
    await query(addToBucketSql, { channel, recipient, refillInterval });
  }
}

const readBucketSql = 'select full_at from buckets where channel = :channel and recipient = :recipient';

const writeBucketSql = `
  insert into buckets (channel, recipient, full_at) values (:channel, :recipient, :fullAt)
  on conflict (channel, recipient) do update set full_at = excluded.full_at`;

const addToBucketSql = `
  update buckets set full_at = full_at - :refillInterval where channel = :channel and recipient = :recipient`;
