import { type BucketBudget, type Budget, takePlace, type WindowBudget } from './budget.ts';
import { type LeasedDelivery, leaseAll, releaseLeases } from './lease.ts';
import { isFirstMention, isSuspect, outOfTurn } from './rank.ts';
import type { Transaction } from './transaction.ts';

export interface ClaimOptions {
  channel: string;
  /** Those of the channel. A bucket has one. */
  recipients: readonly string[];
  /** The most deliveries. */
  limit: number;
  budget?: Budget | undefined;
}

export interface Claim<Delivery = LeasedDelivery> {
  deliveries: Delivery[];
  /** How many others are due for the same recipients. Counted for buckets alone. */
  waiting: number;
  /** Whether something waits only because the budget is used up. Suspects don't count. */
  isHeldBack: boolean;
  /** When it was made, by the clock of due times. */
  at: number;
}

type Due = { id: number; request_id: number; rank: number };

/**
 * Leases up to `limit` deliveries that are due, in order, as far as the budget goes. `closeUnwanted` may close deliveries
 * before. Leases have ended by then, so that it also finds what a dead process was sending.
 */
export async function claimDeliveries(
  transaction: Transaction,
  options: ClaimOptions,
  closeUnwanted: (transaction: Transaction) => Promise<void> = async () => undefined,
): Promise<Claim> {
  const { channel, recipients, budget } = options;
  await transaction.lock('claim');
  await releaseLeases(transaction);
  await closeUnwanted(transaction);
  const names = JSON.stringify(recipients.map((recipient) => [recipient]));
  const parameters = { channel, now: transaction.now, recipients: names };
  const choose = budget === undefined ? chooseAll : 'refill' in budget ? chooseFromBucket : chooseInWindow;
  const chosen = await choose(transaction, parameters, options, budget as never);
  const deliveries = await leaseAll(transaction, chosen.deliveries);
  return { waiting: 0, ...chosen, deliveries, at: transaction.now };
}

interface Chosen {
  deliveries: readonly Due[];
  isHeldBack: boolean;
  waiting?: number;
}

/** What the statements about due deliveries need. */
type DueParameters = { channel: string; now: number; recipients: string };

async function chooseAll(
  { query }: Transaction,
  parameters: DueParameters,
  { limit }: ClaimOptions,
): Promise<Chosen> {
  return { deliveries: await query<Due>(dueInOrder, { ...parameters, limit }), isHeldBack: false };
}

/** One message for one recipient. Only a first mention takes the last place: otherwise repeats would use it up. */
async function chooseFromBucket(
  transaction: Transaction,
  parameters: DueParameters,
  { channel, recipients: [recipient = ''], limit }: ClaimOptions,
  budget: BucketBudget,
): Promise<Chosen> {
  const deliveries = await transaction.query<Due>(dueInOrder, { ...parameters, limit });
  if (deliveries.length === 0) {
    return { deliveries, isHeldBack: false };
  }
  const hasFirstMention = deliveries.some(({ rank }) => isFirstMention(rank) && !isSuspect(rank));
  const bucket = { channel, recipient, ...budget };
  if (!(await takePlace(transaction, bucket, hasFirstMention ? 1 : 2))) {
    return { deliveries: [], isHeldBack: true };
  }
  const count = await countDue(transaction, { channel, recipient });
  return { deliveries, isHeldBack: false, waiting: count - deliveries.length };
}

/** The retries and other recipients of a request that has a place in the window need no new one. */
async function chooseInWindow(
  { query, now }: Transaction,
  dueParameters: DueParameters,
  { limit }: ClaimOptions,
  { requests, window, outOfTurn: kept }: WindowBudget,
): Promise<Chosen> {
  const parameters = { ...dueParameters, since: now - window, limit: longestList };
  const counted = await query<{ request_id: number; rank: number }>(findCounted, parameters);
  const places = new Set(counted.map(({ request_id }) => request_id));
  // In a flood, a thousand deliveries wait, and a sender looks each second.
  const isUsedUp = places.size >= requests;
  const due = await query<Due>(isUsedUp ? dueWithPlace : dueInOrder, parameters);
  const deliveries: Due[] = [];
  for (const delivery of due) {
    const mayBeSent = places.has(delivery.request_id) || places.size < requests;
    if (mayBeSent && deliveries.length < limit) {
      places.add(delivery.request_id);
      deliveries.push(delivery);
    }
  }
  const heldBack = isUsedUp
    ? await query<HeldBack>(findHeldBack, parameters)
    : [summarize(places.size < requests ? [] : due, places)];
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
