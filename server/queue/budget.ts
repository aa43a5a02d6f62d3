import * as ranks from './rank.ts';
import { type Transaction, toJsonRows } from './transaction.ts';

/** How much a channel may send. Deliveries over the budget wait. */
export type Budget = WindowBudget | BucketBudget;

/** Limits a channel to `maxRequests` requests in `windowLength` milliseconds, for all its recipients together. */
export interface WindowBudget {
  maxRequests: number;
  windowLength: number;
  /** How many of `maxRequests` are reserved for the oldest waiting requests, regardless of rank. */
  reservedSlots: number;
}

/**
 * Gives each recipient a token bucket that holds `capacity` slots and gains a slot every `refillInterval` milliseconds.
 * Only a message with a first mention that isn't possible spam may use the last slot.
 */
export interface BucketBudget {
  capacity: number;
  refillInterval: number;
}

export interface Bucket extends BucketBudget {
  channel: string;
  recipient: string;
}

export interface ClaimOptions {
  channel: string;
  /** The channel's recipients. With a bucket budget, there is only one. */
  recipients: readonly string[];
  /** The maximum number of deliveries. */
  limit: number;
  budget?: Budget | undefined;
}

type Due = { id: number; request_id: number; rank: number };

interface ChosenDeliveries {
  deliveries: readonly Due[];
  /** The number of other due deliveries. Only a bucket budget counts them. */
  waiting?: number;
  hasHeldBackDeliveries: boolean;
}

/** Chooses up to `limit` due deliveries, in order, within the budget. */
export async function chooseDue(
  transaction: Transaction,
  { channel, recipients, limit, budget }: ClaimOptions,
): Promise<ChosenDeliveries> {
  const names = toJsonRows(recipients);
  const parameters = { channel, recipients: names, trustedTime: transaction.trustedTime, limit };
  if (budget === undefined) {
    return { deliveries: await transaction.query<Due>(findDueSql, parameters), hasHeldBackDeliveries: false };
  } else if ('refillInterval' in budget) {
    const bucket = { channel, recipient: recipients[0] ?? '', ...budget };
    return chooseFromBucket(transaction, parameters, bucket);
  } else {
    return chooseInWindow(transaction, parameters, budget);
  }
}

type DueParameters = { channel: string; recipients: string; trustedTime: number; limit: number };

/**
 * Chooses the deliveries of one message to one recipient. Messages with only repeats and possible spam don't get the
 * last slot.
 */
async function chooseFromBucket(
  transaction: Transaction,
  parameters: DueParameters,
  bucket: Bucket,
): Promise<ChosenDeliveries> {
  const deliveries = await transaction.query<Due>(findDueSql, parameters);
  if (deliveries.length === 0) {
    return { deliveries, hasHeldBackDeliveries: false };
  }
  const hasFirstMention = deliveries.some(
    ({ rank }) => ranks.isFirstMention(rank) && !ranks.isPossibleSpam(rank),
  );
  if (!(await acquireSlot(transaction, bucket, { mayUseLast: hasFirstMention }))) {
    return { deliveries: [], hasHeldBackDeliveries: true };
  }
  const count = await countDue(transaction, bucket);
  return { deliveries, hasHeldBackDeliveries: false, waiting: count - deliveries.length };
}

/**
 * Chooses deliveries within the window's budget. If others are held back, promotes the oldest waiting requests, which
 * then get the reserved slots. While a request has a slot in the window, its retries and its other recipients need no
 * other slot.
 */
async function chooseInWindow(
  { query, trustedTime }: Transaction,
  { limit, ...due }: DueParameters,
  { maxRequests, windowLength, reservedSlots }: WindowBudget,
): Promise<ChosenDeliveries> {
  const parameters = { ...due, since: trustedTime - windowLength, limit: maxDueRead };
  const withSlot = await query<{ request_id: number; rank: number }>(findRequestsWithSlotSql, parameters);
  const requestsWithSlot = new Set(withSlot.map(({ request_id }) => request_id));
  // In a flood, thousands of deliveries may wait, and senders poll about once a second or more often. So once the
  // window is full, list only the deliveries whose requests have a slot.
  const isUsedUp = requestsWithSlot.size >= maxRequests;
  const listed = await query<Due>(isUsedUp ? findDueWithSlotSql : findDueSql, parameters);
  const deliveries: Due[] = [];
  for (const delivery of listed) {
    const mayBeSent = requestsWithSlot.has(delivery.request_id) || requestsWithSlot.size < maxRequests;
    if (mayBeSent && deliveries.length < limit) {
      requestsWithSlot.add(delivery.request_id);
      deliveries.push(delivery);
    }
  }
  const heldBack = isUsedUp
    ? await query<HeldBack>(findHeldBackSql, parameters)
    : [summarizeHeldBack(requestsWithSlot.size < maxRequests ? [] : listed, requestsWithSlot)];
  const { lowestRank = null, promotedCount = 0 } = heldBack[0] ?? {};
  const used = withSlot.filter(({ rank }) => ranks.isPromoted(rank)).length;
  if (lowestRank !== null && used + promotedCount < reservedSlots) {
    await query(promoteOldestSql, { ...parameters, limit: reservedSlots - used });
  }
  return { deliveries, hasHeldBackDeliveries: lowestRank !== null && !ranks.isPossibleSpam(lowestRank) };
}

/** A summary of the due deliveries without a slot. `lowestRank` is null if nothing waits, or only promoted possible spam. */
type HeldBack = { lowestRank: number | null; promotedCount: number };

/** Computes the result of `findHeldBackSql` from deliveries that have already been read. */
function summarizeHeldBack(due: readonly Due[], requestsWithSlot: ReadonlySet<number>): HeldBack {
  const waiting = due.filter(({ request_id }) => !requestsWithSlot.has(request_id)).map(({ rank }) => rank);
  const others = waiting.filter((rank) => rank !== ranks.promotedPossibleSpamRank);
  const lowestRank = others.length > 0 ? Math.min(...others) : null;
  return { lowestRank, promotedCount: waiting.filter(ranks.isPromoted).length };
}

const findRequestsWithSlotSql = `
  select request_id, min(rank) as rank from deliveries
  where channel = :channel and counted_at > :since
  group by request_id`;

/** The maximum number of due deliveries that a window reads at once, which is many times the email budget. */
const maxDueRead = 1_000;

const dueInAnyStateCondition = `channel = :channel and due_at <= :trustedTime
    and recipient in (select value ->> 0 from json_each(:recipients))`;

const dueCondition = `${dueInAnyStateCondition} and state in ('pending', 'refused')`;

/** Puts permanently refused deliveries last, because "pending" sorts before "refused". */
const dueOrderSql = 'order by state, rank, request_id, id limit :limit';

export const findDueSql = `select id, request_id, rank from deliveries where ${dueCondition} ${dueOrderSql}`;

/**
 * The inner limit, which is never reached, makes both databases start with the requests that have a slot, instead of
 * the thousands that may wait.
 */
export const findDueWithSlotSql = `
  select id, request_id, rank
  from (
    select * from deliveries
    where request_id in (select request_id from deliveries where channel = :channel and counted_at > :since)
    limit 1000000) as of_slots
  where ${dueCondition} ${dueOrderSql}`;

const withoutSlotCondition = `${dueInAnyStateCondition} and request_id not in (
    select request_id from deliveries where channel = :channel and counted_at > :since)`;

const buildFirstWithoutSlotSql = (state: 'pending' | 'refused') =>
  `select rank from deliveries where ${withoutSlotCondition} and state = '${state}' and rank > ${ranks.promotedPossibleSpamRank} order by rank limit 1`;

/** Must read few rows, because a sender may claim almost ten times a second in a flood. */
const findHeldBackSql = `
  select min(rank) as "lowestRank", (
    select count(*) from deliveries
    where ${withoutSlotCondition} and state in ('pending', 'refused') and ${ranks.promotedCondition}) as "promotedCount"
  from (
    select rank from (${buildFirstWithoutSlotSql('pending')}) as pending
    union all select rank from (${buildFirstWithoutSlotSql('refused')}) as refused) as firsts`;

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

/** Promotes the oldest waiting requests, which then get the reserved slots, so that no request starves. */
const promoteOldestSql = `
  update deliveries set rank = ${ranks.promoteSql}
  where channel = :channel and not (${ranks.promotedCondition}) and request_id in (
    select request_id from deliveries
    where channel = :channel and state = 'pending' and due_at <= :trustedTime
    order by request_id
    limit :limit)`;

/**
 * Uses one slot of the bucket for a message that is about to be sent, and returns whether a slot was free. The last
 * slot is only used with `mayUseLast`. The transaction must own the lock "claim".
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
