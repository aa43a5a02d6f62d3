import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { fieldNames } from '../../contract/contact-fields.ts';
import { flag, requestColumns, requestRow } from './stored-request.ts';
import { takeTokenOf } from './take.ts';
import type { Transaction } from './transaction.ts';

export interface ClaimOptions {
  channel: string;
  /** How many deliveries may be started now. */
  limit: number;
  /** How long a claim is exclusive to its sender, in milliseconds. */
  lease: number;
  /** How many requests may be sent. Absent: as many as there are. */
  budget?: Budget | undefined;
}

export interface Budget {
  /** At most this many requests in any `window` milliseconds; the rest wait. */
  requests: number;
  window: number;
  /** How many of them go to whatever has waited longest, whoever's turn it is. */
  outOfTurn: number;
}

const claimedRow = v.object({
  ...requestRow,
  deliveryId: v.number(),
  /** Fencing token: a result only counts for the claim it belongs to. */
  leaseToken: v.string(),
  channel: v.string(),
  recipient: v.string(),
  /** How often it was deferred, or ended without a reply. */
  attempts: v.number(),
  step: v.number(),
  /** An earlier attempt may have reached the recipient. */
  possibleDuplicate: flag,
  /** The outcome and the code of the last attempt. */
  lastResult: v.nullable(v.string()),
});

export type ClaimedDelivery = v.InferOutput<typeof claimedRow> & {
  claimedAt: Date;
  /** Whoever has it may take the request. */
  takeToken: string;
};

/** The pause, in milliseconds, of a delivery during which two processes have ended: it may be the cause. */
const crashPause = 30_000;

/** How long a request with fields that only another version has is left to that version, in milliseconds. */
const otherVersionsTurn = 10 * 60_000;

/** Leases what a channel may send now, and says whether something waits only because the budget is used up. */
export async function claim(
  transaction: Transaction,
  options: ClaimOptions,
): Promise<{ deliveries: ClaimedDelivery[]; isHeldBack: boolean }> {
  const { query, now, wallClock } = transaction;
  const { channel, limit, lease, budget } = options;
  await transaction.lock('claim');
  await releaseLeases(transaction, 'channel = :channel and lease_ends_at <= :now', { channel });
  const window = { channel, since: now - (budget?.window ?? 0), until: now + (budget?.window ?? 0) };
  const find = (state: 'pending' | 'refused', isCounted: boolean) =>
    query(
      dueInOrder(state, isCounted),
      { ...window, now, known: fieldNames.length, stale: wallClock - otherVersionsTurn, limit: limit + 1 },
      v.object({ id: v.number(), request_id: v.number() }),
    );
  const [taken] = await query(countTaken, window, countRow);
  const placesLeft = (budget?.requests ?? Number.POSITIVE_INFINITY) - (taken?.requests ?? 0);
  // Requests with a place in the budget come first: their retries and other recipients need no new place.
  const chosen = (await find('pending', true)).slice(0, limit);
  const waiting = await find('pending', false);
  const places = new Set<number>();
  for (const delivery of [...waiting, ...(await find('refused', false))]) {
    const hasPlace = places.has(delivery.request_id) || places.size < placesLeft;
    if (hasPlace && chosen.length < limit) {
      places.add(delivery.request_id);
      chosen.push(delivery);
    }
  }
  const isHeldBack = places.size >= placesLeft && waiting.some((delivery) => !chosen.includes(delivery));
  if (isHeldBack) {
    const left = (budget?.outOfTurn ?? 0) - (taken?.first ?? 0);
    await query(letOldestGoFirst, { channel, now, limit: Math.max(0, left) });
  }
  return { deliveries: await leaseAll(transaction, chosen, lease), isHeldBack };
}

/** Leases deliveries that are due. The owner may have decided on one in between: that one is not among the leased. */
export async function leaseAll(
  { query, now, wallClock, hashKey }: Transaction,
  chosen: readonly { id: number }[],
  lease: number,
): Promise<ClaimedDelivery[]> {
  const deliveries: ClaimedDelivery[] = [];
  for (const { id } of chosen) {
    await query(leaseDelivery, { id, token: randomUUID(), endsAt: now + lease, now });
    for (const row of await query(readClaimed, { id }, claimedRow)) {
      deliveries.push({ ...row, claimedAt: new Date(wallClock), takeToken: takeTokenOf(hashKey, row) });
    }
  }
  return deliveries;
}

const countRow = v.object({ requests: v.number(), first: v.number() });

/** Another server's clock, or an earlier one, may have been ahead. */
const isCounted = 'channel = :channel and counted_at > :since and counted_at < :until';

/** The requests that have a place in the budget. */
const countTaken = `
  select count(distinct request_id) as requests, count(distinct case when rank = 0 then request_id end) as first
  from deliveries where ${isCounted}`;

/** A request with fields that this version lacks is left to the server that has them, for a while. */
export const dueInOrder = (state: 'pending' | 'refused', hasPlace: boolean) => `
  select deliveries.id, request_id
  from deliveries join requests on requests.id = request_id
  where channel = :channel and state = '${state}' and due_at <= :now
    and (field_count <= :known or received_at < :stale)
    and request_id ${hasPlace ? 'in' : 'not in'} (select request_id from deliveries where ${isCounted})
  order by rank, request_id, deliveries.id
  limit :limit`;

/** So that nothing starves: a few places in each window go to what has waited longest. */
const letOldestGoFirst = `
  update deliveries set rank = 0
  where channel = :channel and request_id in (
    select request_id from deliveries
    where channel = :channel and state = 'pending' and due_at <= :now
    order by request_id
    limit :limit)`;

/** The owner may have decided on it in between: then it gets no lease. */
const leaseDelivery = `
  update deliveries
  set state = 'sending', lease_token = :token, lease_ends_at = :endsAt, counted_at = :now
  where id = :id and state in ('pending', 'refused')`;

const readClaimed = `
  select ${requestColumns}, deliveries.id as "deliveryId", lease_token as "leaseToken", channel, recipient,
    attempts, step, possible_duplicate as "possibleDuplicate", result as "lastResult"
  from deliveries join requests on requests.id = request_id
  where deliveries.id = :id and state = 'sending'`;

/**
 * Ends leases without a result. The recipient may have the message, so it is a possible duplicate from now
 * on. It is due at once, unless it already was one: then it waits for `crashPause`.
 */
export async function releaseLeases(
  { query, now }: Transaction,
  condition: string,
  parameters: Record<string, string | number>,
): Promise<void> {
  await query(
    `update deliveries
     set state = 'pending', due_at = case when possible_duplicate = 1 then :later else :now end,
       possible_duplicate = 1, lease_token = null, lease_ends_at = null
     where state = 'sending' and ${condition}`,
    { ...parameters, now, later: now + crashPause },
  );
}

/** Extends leases. Those that have passed to another sender stay there. */
export async function renew(
  { query, now }: Transaction,
  leaseTokens: readonly string[],
  lease: number,
): Promise<void> {
  for (const token of leaseTokens) {
    await query(
      "update deliveries set lease_ends_at = :endsAt where state = 'sending' and lease_token = :token",
      { token, endsAt: now + lease },
    );
  }
}

export interface DeliveryResult {
  deliveryId: number;
  leaseToken: string;
  state: 'pending' | 'sent' | 'refused' | 'filed';
  /** For channels that repeat: the step that is due next. */
  step?: number;
  /** Milliseconds until a pending or refused delivery is due. */
  dueIn: number;
  attempts: number;
  possibleDuplicate: boolean;
  /** The outcome and its code. */
  result: string;
  /** Whether the message has, or may have, arrived. Only then does it take a place in the budget. */
  isTransferred: boolean;
}

/** Records how an attempt ended, unless the lease has passed to another sender. */
export async function record(
  { query, now, wallClock }: Transaction,
  { isTransferred, ...result }: DeliveryResult,
): Promise<boolean> {
  const recorded = await query(
    recordDelivery,
    {
      deliveryId: result.deliveryId,
      leaseToken: result.leaseToken,
      state: result.state,
      step: result.step ?? null,
      dueAt: Math.round(now + result.dueIn),
      attempts: result.attempts,
      possibleDuplicate: result.possibleDuplicate ? 1 : 0,
      result: result.result,
      deliveredAt: result.state === 'sent' ? wallClock : null,
      // We do not know when the message arrived, but it was no later than now.
      countedAt: isTransferred || result.possibleDuplicate ? now : null,
    },
    v.object({ id: v.number() }),
  );
  return recorded.length > 0;
}

const recordDelivery = `
  update deliveries
  set state = :state, step = coalesce(:step, step), due_at = :dueAt, lease_token = null, lease_ends_at = null, attempts = :attempts,
    possible_duplicate = :possibleDuplicate, result = :result, delivered_at = :deliveredAt,
    counted_at = :countedAt
  where id = :deliveryId and lease_token = :leaseToken
  returning id`;
