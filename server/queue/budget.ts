import type { Transaction } from './transaction.ts';

/** How much a channel may send. What is over the budget waits. */
export type Budget = WindowBudget | BucketBudget;

/** For all recipients together: at most so many requests in any `window` milliseconds. */
export interface WindowBudget {
  requests: number;
  window: number;
  /** How many of them go to whatever has waited longest, whoever's turn it is. */
  outOfTurn: number;
}

/**
 * For each recipient: a bucket that holds `holds` messages and gains one each `refill` milliseconds. Only a first
 * mention may take the last place.
 */
export interface BucketBudget {
  holds: number;
  refill: number;
}

/** One recipient's. */
export interface Bucket extends BucketBudget {
  channel: string;
  recipient: string;
}

/**
 * Takes a place for a message that may reach its recipient, before anybody sends it, and returns whether it did.
 * `least`: how many places there must be. The transaction holds the lock "claim".
 */
export async function takePlace(
  { query, now }: Transaction,
  { channel, recipient, holds, refill }: Bucket,
  least: number,
): Promise<boolean> {
  const [row] = await query<{ full_at: number }>(readBucket, { channel, recipient });
  // A bucket that was never used is full. If a clock that was ahead has written the time, the bucket is empty.
  const fullIn = Math.max(0, (row?.full_at ?? 0) - now);
  const fullInAtMost = Math.min(fullIn, holds * refill);
  const isTaken = Math.floor(holds - fullInAtMost / refill) >= least;
  if (isTaken || fullIn > fullInAtMost) {
    await query(writeBucket, { channel, recipient, fullAt: now + fullInAtMost + (isTaken ? refill : 0) });
  }
  return isTaken;
}

/**
 * Gives back a place that was taken at `takenAt`, because the message reached nobody. After a while the bucket has
 * gained it anyway.
 */
export async function returnPlace(
  { query, now }: Transaction,
  bucket: Bucket,
  takenAt: number,
): Promise<void> {
  const { channel, recipient, refill } = bucket;
  if (now - takenAt < refill) {
    await query(addToBucket, { channel, recipient, refill });
  }
}

const readBucket = 'select full_at from buckets where channel = :channel and recipient = :recipient';

const writeBucket = `
  insert into buckets (channel, recipient, full_at) values (:channel, :recipient, :fullAt)
  on conflict (channel, recipient) do update set full_at = excluded.full_at`;

const addToBucket = `
  update buckets set full_at = full_at - :refill where channel = :channel and recipient = :recipient`;
