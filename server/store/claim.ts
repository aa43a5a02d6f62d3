import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { flag, requestColumns, requestRow } from './stored-request.ts';
import { takeTokenOf } from './take.ts';
import type { Transaction } from './transaction.ts';

/** At most so many requests in any `window` milliseconds; the rest wait. */
export interface Budget {
  requests: number;
  window: number;
  /** How many of them go to whatever has waited longest, whoever's turn it is. */
  outOfTurn: number;
}

/** How long a claim is exclusive to its sender unless it is renewed, in milliseconds. */
const lease = 60_000;

/** Its columns are explained in schema.ts. */
const claimedRow = v.object({
  ...requestRow.entries,
  deliveryId: v.number(),
  /** Fencing token: a result only counts for the claim it belongs to. */
  leaseToken: v.string(),
  channel: v.string(),
  recipient: v.string(),
  attempts: v.fallback(v.number(), 0),
  step: v.fallback(v.number(), 0),
  possibleDuplicate: flag,
  lastResult: v.fallback(v.nullable(v.string()), null),
});

export type ClaimedDelivery = v.InferOutput<typeof claimedRow> & {
  claimedAt: Date;
  takeToken: string;
};

/** Leases up to `limit` deliveries. `isHeldBack`: something waits only because the budget is used up. */
export async function claim(
  transaction: Transaction,
  { channel, limit, budget }: { channel: string; limit: number; budget?: Budget | undefined },
): Promise<{ deliveries: ClaimedDelivery[]; isHeldBack: boolean }> {
  const { query, now, lock } = transaction;
  await lock('claim');
  await releaseLeases(transaction);
  const { requests = Number.POSITIVE_INFINITY, window = 0, outOfTurn = 0 } = budget ?? {};
  const parameters = { channel, now, since: now - window };
  const counted = await query<{ request_id: number; rank: number }>(findCounted, parameters);
  const due = await query<{ id: number; request_id: number; rank: number }>(dueInOrder, parameters);
  // The retries and other recipients of a request that has a place in the budget need no new one.
  const places = new Set(counted.map(({ request_id }) => request_id));
  const chosen: typeof due = [];
  for (const delivery of due) {
    const hasPlace = places.has(delivery.request_id) || places.size < requests;
    if (hasPlace && chosen.length < limit) {
      places.add(delivery.request_id);
      chosen.push(delivery);
    }
  }
  const isHeldBack = places.size >= requests && due.some(({ request_id }) => !places.has(request_id));
  const [used = 0, next = 0] = [counted, due].map((rows) => rows.filter(({ rank }) => rank === 0).length);
  if (isHeldBack && used + next < outOfTurn) {
    await query(letOldestGoFirst, { ...parameters, limit: outOfTurn - used });
  }
  return { deliveries: await leaseAll(transaction, chosen), isHeldBack };
}

/** Leases deliveries that are due. A damaged one is leased, so that it stops no other, but not returned. */
export async function leaseAll(
  { query, now, wallClock, hashKey }: Transaction,
  chosen: readonly { id: number }[],
): Promise<ClaimedDelivery[]> {
  const deliveries: ClaimedDelivery[] = [];
  for (const { id } of chosen) {
    const token = randomUUID();
    await query(leaseDelivery, { id, token, endsAt: now + lease, now });
    const [read] = await query(readClaimed, { id, token });
    const { success, output } = v.safeParse(claimedRow, read);
    if (success) {
      deliveries.push({ ...output, claimedAt: new Date(wallClock), takeToken: takeTokenOf(hashKey, output) });
    }
  }
  return deliveries;
}

/** The requests that have a place in the budget. */
const findCounted = `
  select request_id, min(rank) as rank from deliveries
  where channel = :channel and counted_at > :since
  group by request_id`;

/** Many budgets' worth. What was refused for good is at the end: "pending" comes before "refused". */
export const dueInOrder = `
  select id, request_id, rank from deliveries
  where channel = :channel and state in ('pending', 'refused') and due_at <= :now
  order by state, rank, request_id, id
  limit 1000`;

/** So that nothing starves: a few places in each window go to what has waited longest. */
const letOldestGoFirst = `
  update deliveries set rank = 0
  where channel = :channel and rank <> 0 and request_id in (
    select request_id from deliveries
    where channel = :channel and state = 'pending' and due_at <= :now
    order by request_id
    limit :limit)`;

const leaseDelivery = `
  update deliveries
  set state = 'sending', lease_token = :token, lease_ends_at = :endsAt, counted_at = :now
  where id = :id and state in ('pending', 'refused')`;

/** No row if its sender has renewed the lease since it was chosen: two senders with one token could erase a mark. */
const readClaimed = `
  select ${requestColumns}, deliveries.id as "deliveryId", lease_token as "leaseToken", channel, recipient,
    attempts, step, possible_duplicate as "possibleDuplicate", result as "lastResult"
  from deliveries join requests on requests.id = request_id
  where deliveries.id = :id and lease_token = :token`;

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

export interface DeliveryResult
  extends Pick<ClaimedDelivery, 'deliveryId' | 'leaseToken' | 'step' | 'attempts' | 'possibleDuplicate'> {
  state: 'pending' | 'sent' | 'refused' | 'filed';
  /** Milliseconds until a pending or refused delivery is due. */
  dueIn: number;
  /** The outcome and its code. */
  result: string;
}

/** Records how an attempt ended, even after its lease, unless another sender has begun one. */
export async function record(
  { query, now, wallClock }: Transaction,
  { possibleDuplicate, dueIn, ...result }: DeliveryResult,
): Promise<void> {
  await query(recordDelivery, {
    ...result,
    dueAt: Math.round(now + dueIn),
    possibleDuplicate: possibleDuplicate ? 1 : 0,
    deliveredAt: result.state === 'sent' ? wallClock : null,
    // What has not arrived takes no place in the budget. Anything else arrived by now.
    countedAt: result.state === 'sent' || possibleDuplicate ? now : null,
  });
}

const recordDelivery = `
  update deliveries
  set state = :state, lease_token = null, step = :step, due_at = :dueAt, attempts = :attempts, result = :result,
    possible_duplicate = :possibleDuplicate, delivered_at = :deliveredAt, counted_at = :countedAt
  where id = :deliveryId and lease_token = :leaseToken and state in ('sending', 'pending')`;
