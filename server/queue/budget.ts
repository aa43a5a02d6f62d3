import { acquireSlot, type Bucket, type BucketBudget, countDue } from './bucket.ts';
import * as ranks from './rank.ts';
import { type Transaction, toJsonRows } from './transaction.ts';

/** How much a channel may send. Deliveries over the budget wait. */
export type Budget = WindowBudget | BucketBudget;

/** A limit of `maxRequests` requests in `windowLength` milliseconds, for all the channel's recipients together. */
export interface WindowBudget {
  maxRequests: number;
  windowLength: number;
  /** How many of `maxRequests` go first to the oldest waiting requests, regardless of rank. See `chooseInWindow`. */
  reservedSlots: number;
}

export interface ClaimOptions {
  channel: string;
  /** The channel's recipients. With a bucket budget, there is only one. */
  recipients: readonly string[];
  /** The maximum number of deliveries. */
  limit: number;
  budget?: Budget | undefined;
}

/**
 * The column with the time when a delivery last used a slot of its channel's budget. Null at first, or if the message
 * certainly didn't arrive. Renaming a column would break older servers.
 */
export const slotUsedAtColumn = 'counted_at';

type DueDelivery = { id: number; request_id: number; rank: number; slotUsedAt: number | null };

interface ChosenDeliveries {
  deliveries: readonly DueDelivery[];
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
    return {
      deliveries: await transaction.query<DueDelivery>(findDueSql, parameters),
      hasHeldBackDeliveries: false,
    };
  } else if ('refillInterval' in budget) {
    const bucket = { channel, recipient: recipients[0] ?? '', ...budget };
    return chooseFromBucket(transaction, parameters, bucket);
  } else {
    return chooseInWindow(transaction, parameters, budget);
  }
}

type DueParameters = { channel: string; recipients: string; trustedTime: number; limit: number };

/**
 * Chooses the deliveries of one message to one recipient. A message gets the last slot only if it has a first mention
 * whose priority isn't low.
 */
async function chooseFromBucket(
  transaction: Transaction,
  parameters: DueParameters,
  bucket: Bucket,
): Promise<ChosenDeliveries> {
  const deliveries = await transaction.query<DueDelivery>(findDueSql, parameters);
  if (deliveries.length === 0) {
    return { deliveries, hasHeldBackDeliveries: false };
  }
  const hasFirstMention = deliveries.some(
    ({ rank }) => ranks.isFirstMention(rank) && !ranks.isLowPriority(rank),
  );
  if (!(await acquireSlot(transaction, bucket, { mayUseLast: hasFirstMention }))) {
    return { deliveries: [], hasHeldBackDeliveries: true };
  }
  const count = await countDue(transaction, bucket);
  return { deliveries, hasHeldBackDeliveries: false, waiting: count - deliveries.length };
}

/**
 * Chooses deliveries within the window's budget. A request uses one slot in a window for all its recipients and
 * retries. If deliveries are held back, promotes the oldest waiting requests, which then get the next free slots.
 * Normally, at most `reservedSlots` of a window's slots go to promoted requests.
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
  const listed = await query<DueDelivery>(isUsedUp ? findDueWithSlotSql : findDueSql, parameters);
  const deliveries: DueDelivery[] = [];
  for (const delivery of listed) {
    const mayBeSent = requestsWithSlot.has(delivery.request_id) || requestsWithSlot.size < maxRequests;
    if (mayBeSent && deliveries.length < limit) {
      requestsWithSlot.add(delivery.request_id);
      deliveries.push(delivery);
    }
  }
  const heldBack = isUsedUp
    ? (await query<HeldBack>(findHeldBackSql, parameters))[0]
    : summarizeHeldBack(requestsWithSlot.size < maxRequests ? [] : listed, requestsWithSlot);
  const { lowestRank = null, promotedWithoutSlot = 0 } = heldBack ?? {};
  const usedReservedSlots = withSlot.filter(({ rank }) => ranks.isPromoted(rank)).length;
  if (lowestRank !== null && usedReservedSlots + promotedWithoutSlot < reservedSlots) {
    await query(promoteOldestSql, { ...parameters, limit: reservedSlots - usedReservedSlots });
  }
  return { deliveries, hasHeldBackDeliveries: lowestRank !== null && !ranks.isLowPriority(lowestRank) };
}

/** A summary of the due deliveries whose requests have no slot. */
type HeldBack = {
  /**
   * The lowest rank. Promoted deliveries of low priority don't count, because they would hide more important ones.
   * Null if nothing else is held back.
   */
  lowestRank: number | null;
  /** How many promoted requests have no slot yet, including requests of low priority. */
  promotedWithoutSlot: number;
};

/** Computes the result of `findHeldBackSql` from deliveries that have already been read. */
function summarizeHeldBack(due: readonly DueDelivery[], requestsWithSlot: ReadonlySet<number>): HeldBack {
  const waiting = due.filter(({ request_id }) => !requestsWithSlot.has(request_id));
  const otherRanks = waiting.map(({ rank }) => rank).filter((rank) => rank !== ranks.promotedLowPriorityRank);
  const lowestRank = otherRanks.length > 0 ? Math.min(...otherRanks) : null;
  const promoted = new Set(
    waiting.filter(({ rank }) => ranks.isPromoted(rank)).map(({ request_id }) => request_id),
  );
  return { lowestRank, promotedWithoutSlot: promoted.size };
}

const findRequestsWithSlotSql = `
  select request_id, min(rank) as rank from deliveries
  where channel = :channel and ${slotUsedAtColumn} > :since
  group by request_id`;

/** The maximum number of due deliveries that a window reads at once. Must be much larger than `maxRequests`. */
const maxDueRead = 1_000;

const dueInAnyStateCondition = `channel = :channel and due_at <= :trustedTime
    and recipient in (select value ->> 0 from json_each(:recipients))`;

const dueCondition = `${dueInAnyStateCondition} and state in ('pending', 'refused')`;

/** Puts permanently refused deliveries last, because "pending" sorts before "refused". */
const dueOrderSql = 'order by state, rank, request_id, id limit :limit';

const dueColumns = `id, request_id, rank, ${slotUsedAtColumn} as "slotUsedAt"`;

export const findDueSql = `select ${dueColumns} from deliveries where ${dueCondition} ${dueOrderSql}`;

/**
 * The inner limit, which is never reached, makes both databases start with the requests that have a slot, instead of
 * the thousands that may wait.
 */
export const findDueWithSlotSql = `
  select ${dueColumns}
  from (
    select * from deliveries
    where request_id in (select request_id from deliveries where channel = :channel and ${slotUsedAtColumn} > :since)
    limit 1000000) as of_slots
  where ${dueCondition} ${dueOrderSql}`;

const withoutSlotCondition = `${dueInAnyStateCondition} and request_id not in (
    select request_id from deliveries where channel = :channel and ${slotUsedAtColumn} > :since)`;

const buildFirstWithoutSlotSql = (state: 'pending' | 'refused') =>
  `select rank from deliveries where ${withoutSlotCondition} and state = '${state}' and rank > ${ranks.promotedLowPriorityRank} order by rank limit 1`;

/** Must read few rows, because a sender may claim almost ten times a second in a flood. */
const findHeldBackSql = `
  select min(rank) as "lowestRank", (
    select count(distinct request_id) from deliveries
    where ${withoutSlotCondition} and state in ('pending', 'refused') and ${ranks.promotedCondition}) as "promotedWithoutSlot"
  from (
    select rank from (${buildFirstWithoutSlotSql('pending')}) as pending
    union all select rank from (${buildFirstWithoutSlotSql('refused')}) as refused) as firsts`;

/** Promotes the oldest waiting requests, which then get the reserved slots, so that no request starves. */
const promoteOldestSql = `
  update deliveries set rank = ${ranks.promotedRankSql}
  where channel = :channel and not (${ranks.promotedCondition}) and request_id in (
    select distinct request_id from deliveries
    where channel = :channel and state = 'pending' and due_at <= :trustedTime
    order by request_id
    limit :limit)`;
