import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type BucketBudget, type Budget, takePlace, type WindowBudget } from './budget.ts';
import { isFirstMention, isSuspect, outOfTurn } from './rank.ts';
import { flag, type Transaction } from './transaction.ts';

export interface ClaimOptions {
  channel: string;
  /** Those of the channel. A bucket has one. */
  recipients: readonly string[];
  /** The most deliveries. */
  limit: number;
  budget?: Budget | undefined;
}

/** How long a claim is exclusive to its sender unless it is renewed, in milliseconds. */
const lease = 60_000;

/** The columns are explained in schema.ts. */
const leasedRow = v.object({
  deliveryId: v.number(),
  requestId: v.number(),
  /** Fencing token: a result only counts for the claim it belongs to. */
  leaseToken: v.string(),
  channel: v.string(),
  recipient: v.string(),
  attempts: v.fallback(v.number(), 0),
  step: v.fallback(v.number(), 0),
  rank: v.fallback(v.number(), 0),
  dueAt: v.fallback(v.number(), 0),
  /** Null: the channel's own steps. */
  position: v.fallback(v.nullable(v.number()), null),
  turns: v.fallback(v.nullable(v.number()), null),
  postedAt: v.fallback(v.nullable(v.number()), null),
  possibleDuplicate: flag,
  lastResult: v.fallback(v.nullable(v.string()), null),
});

export type LeasedDelivery = v.InferOutput<typeof leasedRow>;

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
  return { deliveries: await query<Due>(dueInOrder(), { ...parameters, limit }), isHeldBack: false };
}

/** One message for one recipient. Only a first mention takes the last place: otherwise repeats would use it up. */
async function chooseFromBucket(
  transaction: Transaction,
  parameters: DueParameters,
  { channel, recipients: [recipient = ''], limit }: ClaimOptions,
  budget: BucketBudget,
): Promise<Chosen> {
  const deliveries = await transaction.query<Due>(dueInOrder(), { ...parameters, limit });
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
  const due = await query<Due>(dueInOrder(isUsedUp ? `and request_id in ${withPlace}` : ''), parameters);
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

/** Leases deliveries. An unreadable one is leased but not returned, so it doesn't block the rest. */
async function leaseAll({ query, now }: Transaction, chosen: readonly Due[]): Promise<LeasedDelivery[]> {
  const deliveries: LeasedDelivery[] = [];
  for (const { id } of chosen) {
    const [leased] = await query(leaseDelivery, { id, token: randomUUID(), endsAt: now + lease, now });
    const { success, output } = v.safeParse(leasedRow, leased);
    if (success) {
      deliveries.push(output);
    }
  }
  return deliveries;
}

/** The requests that have a place in the window. */
const findCounted = `
  select request_id, min(rank) as rank from deliveries
  where channel = :channel and counted_at > :since
  group by request_id`;

/** Many budgets' worth. */
const longestList = 1_000;

const isDue = `channel = :channel and state in ('pending', 'refused') and due_at <= :now
    and recipient in (select value ->> 0 from json_each(:recipients))`;

const withPlace = '(select request_id from deliveries where channel = :channel and counted_at > :since)';

/** What was refused for good is at the end: "pending" comes before "refused". */
export const dueInOrder = (condition = '') => `
  select id, request_id, rank from deliveries
  where ${isDue} ${condition}
  order by state, rank, request_id, id
  limit :limit`;

const findHeldBack = `
  select min(rank) as first, coalesce(sum(case when rank = ${outOfTurn} then 1 else 0 end), 0) as next
  from deliveries
  where ${isDue} and request_id not in ${withPlace}`;

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

/** No row if its sender has renewed the lease since it was chosen: two senders with one token could erase a mark. */
const leaseDelivery = `
  update deliveries
  set state = 'sending', lease_token = :token, lease_ends_at = :endsAt, counted_at = :now
  where id = :id and state in ('pending', 'refused')
  returning id as "deliveryId", request_id as "requestId", lease_token as "leaseToken", channel, recipient,
    attempts, step, rank, due_at as "dueAt", posted_at as "postedAt", position, turns,
    possible_duplicate as "possibleDuplicate", result as "lastResult"`;

/** In milliseconds: how long a delivery waits if the process died twice while sending it, because it may be why. */
const crashPause = 30_000;

/** Ends leases whose senders have recorded no result. The message may have arrived: it is due, as a possible duplicate. */
export async function releaseLeases({ query, now }: Transaction, until = now): Promise<void> {
  // Only a clock that was ahead writes a lease of ten minutes.
  await query(endLeases, { now, until, farthest: now + 10 * lease, crashPause });
}

const endLeases = `
  update deliveries
  set state = 'pending', due_at = :now + :crashPause * possible_duplicate, possible_duplicate = 1
  where state = 'sending' and (lease_ends_at <= :until or lease_ends_at > :farthest)`;

/** Extends leases, and takes back those that ended, unless another sender has claimed the delivery since. */
export async function renew({ query, now }: Transaction, leaseTokens: readonly string[]): Promise<void> {
  const tokens = JSON.stringify(leaseTokens.map((token) => [token]));
  await query(extendLeases, { tokens, endsAt: now + lease });
}

const extendLeases = `
  update deliveries set state = 'sending', lease_ends_at = :endsAt
  where lease_token in (select value ->> 0 from json_each(:tokens)) and state in ('sending', 'pending')`;
