import { isFirstMention, isSuspect, outOfTurn } from './rank.ts';
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

export interface ClaimOptions {
  channel: string;
  /** Those of the channel. A bucket has one. */
  recipients: readonly string[];
  /** The most deliveries. */
  limit: number;
  budget?: Budget | undefined;
}

type Due = { id: number; request_id: number; rank: number };

interface Chosen {
  deliveries: readonly Due[];
  /** How many others are due. Counted for buckets alone. */
  waiting?: number;
  isHeldBack: boolean;
}

/** Chooses up to `limit` deliveries that are due, in order, as far as the budget goes. */
export async function chooseDue(
  transaction: Transaction,
  { channel, recipients, limit, budget }: ClaimOptions,
): Promise<Chosen> {
  const names = JSON.stringify(recipients.map((recipient) => [recipient]));
  const parameters = { channel, recipients: names, now: transaction.now, limit };
  if (budget === undefined) {
    return { deliveries: await transaction.query<Due>(dueInOrder, parameters), isHeldBack: false };
  } else if ('refill' in budget) {
    const bucket = { channel, recipient: recipients[0] ?? '', ...budget };
    return chooseFromBucket(transaction, parameters, bucket);
  } else {
    return chooseInWindow(transaction, parameters, budget);
  }
}

/** What the statements about due deliveries need. */
type DueParameters = { channel: string; recipients: string; now: number; limit: number };

/** One message for one recipient. Only a first mention takes the last place: otherwise repeats would use it up. */
async function chooseFromBucket(
  transaction: Transaction,
  parameters: DueParameters,
  bucket: Bucket,
): Promise<Chosen> {
  const deliveries = await transaction.query<Due>(dueInOrder, parameters);
  if (deliveries.length === 0) {
    return { deliveries, isHeldBack: false };
  }
  const hasFirstMention = deliveries.some(({ rank }) => isFirstMention(rank) && !isSuspect(rank));
  if (!(await takePlace(transaction, bucket, hasFirstMention ? 1 : 2))) {
    return { deliveries: [], isHeldBack: true };
  }
  const count = await countDue(transaction, bucket);
  return { deliveries, isHeldBack: false, waiting: count - deliveries.length };
}

/** The retries and other recipients of a request that has a place in the window need no new one. */
async function chooseInWindow(
  { query, now }: Transaction,
  { limit, ...due }: DueParameters,
  { requests, window, outOfTurn: kept }: WindowBudget,
): Promise<Chosen> {
  const parameters = { ...due, since: now - window, limit: longestList };
  const counted = await query<{ request_id: number; rank: number }>(findCounted, parameters);
  const places = new Set(counted.map(({ request_id }) => request_id));
  // In a flood, a thousand deliveries wait, and a sender looks each second.
  const isUsedUp = places.size >= requests;
  const listed = await query<Due>(isUsedUp ? dueWithPlace : dueInOrder, parameters);
  const deliveries: Due[] = [];
  for (const delivery of listed) {
    const mayBeSent = places.has(delivery.request_id) || places.size < requests;
    if (mayBeSent && deliveries.length < limit) {
      places.add(delivery.request_id);
      deliveries.push(delivery);
    }
  }
  const heldBack = isUsedUp
    ? await query<HeldBack>(findHeldBack, parameters)
    : [summarize(places.size < requests ? [] : listed, places)];
  const { first = null, next = 0 } = heldBack[0] ?? {};
  const used = counted.filter(({ rank }) => rank === outOfTurn).length;
  if (first !== null && used + next < kept) {
    await query(letOldestGoFirst, { ...parameters, limit: kept - used });
  }
  return { deliveries, isHeldBack: first !== null && !isSuspect(first) };
}

/** What waits for a place: the rank of the first, and how many have a place for what has waited longest. */
type HeldBack = { first: number | null; next: number };

/** The same as `findHeldBack`. */
function summarize(due: readonly Due[], places: ReadonlySet<number>): HeldBack {
  const ranks = due.filter(({ request_id }) => !places.has(request_id)).map(({ rank }) => rank);
  const next = ranks.filter((rank) => rank === outOfTurn).length;
  return { first: ranks.length > 0 ? Math.min(...ranks) : null, next };
}

/** The requests that have a place in the window. */
const findCounted = `
  select request_id, min(rank) as rank from deliveries
  where channel = :channel and counted_at > :since
  group by request_id`;

/** Many budgets' worth. */
const longestList = 1_000;

const isDueInAnyState = `channel = :channel and due_at <= :now
    and recipient in (select value ->> 0 from json_each(:recipients))`;

const isDue = `${isDueInAnyState} and state in ('pending', 'refused')`;

/** What was refused for good is at the end: "pending" comes before "refused". */
const inOrder = 'order by state, rank, request_id, id limit :limit';

export const dueInOrder = `select id, request_id, rank from deliveries where ${isDue} ${inOrder}`;

/** The cross join makes SQLite begin with the requests that have a place: thousands of others may wait. */
const dueWithPlace = `
  select id, request_id, rank
  from (select distinct request_id as counted from deliveries where channel = :channel and counted_at > :since) as places
  cross join deliveries
  where request_id = counted and ${isDue} ${inOrder}`;

const withoutPlace = `${isDueInAnyState} and request_id not in (
    select request_id from deliveries where channel = :channel and counted_at > :since)`;

const firstWithoutPlace = (state: 'pending' | 'refused') =>
  `select rank from deliveries where ${withoutPlace} and state = '${state}' order by rank limit 1`;

/** Of each state, reads no more than the first in the index: in a flood, a sender looks ten times a second. */
const findHeldBack = `
  select min(rank) as first, (
    select count(*) from deliveries
    where ${withoutPlace} and state in ('pending', 'refused') and rank = ${outOfTurn}) as next
  from (
    select rank from (${firstWithoutPlace('pending')}) as pending
    union all select rank from (${firstWithoutPlace('refused')}) as refused) as firsts`;

/** How many deliveries to one recipient are due. */
export async function countDue(
  { query, now }: Transaction,
  of: { channel: string; recipient: string },
): Promise<number> {
  const [row] = await query<{ count: number }>(countDueOf, { ...of, now });
  return row?.count ?? 0;
}

const countDueOf = `
  select count(*) as count from deliveries
  where channel = :channel and recipient = :recipient and state in ('pending', 'refused') and due_at <= :now`;

/** So that nothing starves: a few places in each window go to what has waited longest. */
const letOldestGoFirst = `
  update deliveries set rank = ${outOfTurn}
  where channel = :channel and rank <> ${outOfTurn} and request_id in (
    select request_id from deliveries
    where channel = :channel and state = 'pending' and due_at <= :now
    order by request_id
    limit :limit)`;

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
