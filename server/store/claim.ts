import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { settleTurns } from './record.ts';
import { type AnyRow, anyRow, isUnknownField, type StoredRequest, storedRequest } from './stored-request.ts';
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

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** Whether something waits only because the budget is used up. */
  isHeldBack: boolean;
}

export interface ClaimedDelivery extends StoredRequest {
  deliveryId: number;
  /** Fencing token: a result only counts for the claim it belongs to. */
  leaseToken: string;
  channel: string;
  recipient: string;
  /** How often it was deferred, or ended without a reply. */
  attempts: number;
  step: number;
  /** An earlier attempt may have reached the recipient. */
  possibleDuplicate: boolean;
  /** The outcome and the code of the last attempt. */
  lastResult: string | undefined;
  claimedAt: Date;
}

/** A delivery during which a second process ended: it may be what ends the process. In milliseconds. */
const crashPause = 30_000;

/** How long a server of another version has to send what only it knows whole, in milliseconds. */
const otherVersionsTurn = 10 * 60_000;

/** Leases what a channel may send now. */
export async function claim(transaction: Transaction, options: ClaimOptions): Promise<Claim> {
  const { query, now } = transaction;
  await transaction.lockClaims();
  await releaseLeases(transaction, 'channel = :channel and (lease_ends_at <= :now or lease_ends_at > :far)', {
    channel: options.channel,
    now,
    // Written by a wrong clock.
    far: now + 2 * options.lease,
  });
  const given = { channel: options.channel, now, since: now - (options.budget?.window ?? 0) };
  const known = await isWhollyKnown(transaction);
  const placesLeft = await placesIn(transaction, options.budget, given);
  const chosen = new Map<number, { id: number; place: number; token: string }>();
  const newPlaces = new Map<number, { request_id: number; out_of_turn: number }>();
  for (const { sql, outOfTurn } of [
    { sql: begun, outOfTurn: 0 },
    { sql: longestWaiting('pending'), outOfTurn: 1 },
    { sql: inOrder, outOfTurn: 0 },
    { sql: longestWaiting('refused'), outOfTurn: 0 },
  ]) {
    for (const { id, request_id, counted } of await query(
      sql(known),
      { ...given, limit: options.limit },
      due,
    )) {
      const isNew = counted === 0 && !newPlaces.has(request_id);
      const hasPlace = !isNew || (placesLeft.all > 0 && (outOfTurn === 0 || placesLeft.outOfTurn > 0));
      if (chosen.size < options.limit && hasPlace && !chosen.has(id)) {
        chosen.set(id, { id, place: chosen.size, token: randomUUID() });
        if (isNew) {
          newPlaces.set(request_id, { request_id, out_of_turn: outOfTurn });
          placesLeft.all -= 1;
          placesLeft.outOfTurn -= outOfTurn;
        }
      }
    }
  }
  if (options.budget) {
    await query(takePlaces, { channel: options.channel, now, places: [...newPlaces.values()] });
  }
  const deliveries = await lease(transaction, [...chosen.values()], now + options.lease);
  const isHeldBack =
    placesLeft.all <= 0 &&
    (await query(longestWaiting('pending')(known), { ...given, limit: 1 }, due)).length > 0;
  return { deliveries, isHeldBack };
}

/**
 * Ends leases without a result: the recipient may have got it. It is due at once, but one that has done this
 * before waits.
 */
export async function releaseLeases(
  transaction: Transaction,
  condition: string,
  parameters: Record<string, string | number>,
): Promise<void> {
  const { now } = transaction;
  const released = await transaction.query(
    `update deliveries
     set state = 'pending', due_at = case when possible_duplicate = 1 then :later else :now end,
       possible_duplicate = 1, lease_token = null, lease_ends_at = null
     where state = 'sending' and ${condition}
     returning request_id`,
    { ...parameters, now, later: now + crashPause },
    v.object({ request_id: v.number() }),
  );
  if (released.length > 0) {
    await settleTurns(
      transaction,
      released.map(({ request_id }) => request_id),
    );
  }
}

/** Extends leases. Those that have passed to another sender stay there. */
export async function renew(
  { query, now }: Transaction,
  leaseTokens: readonly string[],
  lease: number,
): Promise<void> {
  await query(
    "update deliveries set lease_ends_at = :endsAt where state = 'sending' and lease_token in rows(:tokens, token text)",
    { tokens: leaseTokens.map((token) => ({ token })), endsAt: now + lease },
  );
}

async function placesIn(
  { query }: Transaction,
  budget: Budget | undefined,
  { channel, since }: { channel: string; since: number },
) {
  if (budget === undefined) {
    return { all: Number.POSITIVE_INFINITY, outOfTurn: 0 };
  }
  const [taken] = await query(
    `select count(*) as requests, count(*) filter (where out_of_turn = 1) as out_of_turn
     from attempts
     where channel = :channel and at > :since`,
    { channel, since },
    v.object({ requests: v.number(), out_of_turn: v.number() }),
  );
  return {
    all: budget.requests - (taken?.requests ?? 0),
    outOfTurn: budget.outOfTurn - (taken?.out_of_turn ?? 0),
  };
}

/** A request with fields that this version lacks is left to the server that has them, for a while. */
async function isWhollyKnown({ textColumns, wallClock }: Transaction): Promise<string> {
  const unknown = (await textColumns()).filter((name) => isUnknownField(name));
  const isEmpty = unknown.map((name) => `coalesce("${name}", '') = ''`).join(' and ');
  return unknown.length === 0 ? '' : `and (received_at < ${wallClock - otherVersionsTurn} or ${isEmpty})`;
}

const due = v.object({ id: v.number(), request_id: v.number(), counted: v.number() });

const selectDue = (counted: 0 | 1) => `
  select deliveries.id, deliveries.request_id, ${counted} as counted`;
const isDue = (state: string) => `deliveries.channel = :channel and state = '${state}' and due_at <= :now`;
const isCounted = `exists (
  select 1 from attempts
  where attempts.channel = :channel and attempts.request_id = deliveries.request_id and at > :since)`;

/** Other recipients, and repeats, of what has its place in the budget. */
const begun = (known: string) => `${selectDue(1)}
  from attempts
    join deliveries on deliveries.request_id = attempts.request_id
    join requests on requests.id = attempts.request_id
  where attempts.channel = :channel and at > :since and ${isDue('pending')} ${known}
  order by due_at
  limit :limit`;

const longestWaiting = (state: 'pending' | 'refused') => (known: string) =>
  `${selectDue(0)}
  from deliveries join requests on requests.id = deliveries.request_id
  where ${isDue(state)} and not ${isCounted} ${known}
  order by due_at, deliveries.id
  limit :limit`;

/** `cross join`: SQLite then reads the requests in the order of their index. */
export const inOrder = (known: string) => `${selectDue(0)}
  from requests cross join deliveries
  where turn is not null and deliveries.request_id = requests.id and ${isDue('pending')} and not ${isCounted} ${known}
  order by honeypot_filled, turn, emergency desc, requests.id
  limit :limit`;

const takePlaces = `
  insert into attempts (channel, request_id, at, out_of_turn)
  select :channel, request_id, :now, out_of_turn
  from rows(:places, request_id bigint, out_of_turn bigint) as place
  where true
  on conflict (channel, request_id) do update set at = excluded.at, out_of_turn = excluded.out_of_turn`;

async function lease(
  transaction: Transaction,
  claimed: readonly { id: number; place: number; token: string }[],
  endsAt: number,
): Promise<ClaimedDelivery[]> {
  if (claimed.length === 0) {
    return [];
  }
  await transaction.query(leaseDeliveries, { claimed, endsAt });
  const rows = await transaction.query(readClaimed, { claimed }, anyRow);
  return rows.map((row) => claimedDelivery(row, transaction.wallClock));
}

/** The owner may have decided on one of them in between: that one gets no lease. */
const leaseDeliveries = `
  update deliveries
  set state = 'sending', lease_token = token, lease_ends_at = :endsAt
  from rows(:claimed, id bigint, token text) as claimed
  where deliveries.id = claimed.id and state in ('pending', 'refused')`;

const readClaimed = `
  select requests.*, deliveries.id as delivery_id, lease_token as delivery_token,
    channel as delivery_channel, recipient as delivery_recipient, attempts as delivery_attempts,
    step as delivery_step, possible_duplicate as delivery_duplicate, result as delivery_result
  from rows(:claimed, id bigint, token text, place bigint) as claimed
    join deliveries on deliveries.id = claimed.id and lease_token = token
    join requests on requests.id = request_id
  order by place`;

function claimedDelivery(row: AnyRow, wallClock: number): ClaimedDelivery {
  return {
    ...storedRequest(row),
    deliveryId: Number(row.delivery_id),
    leaseToken: String(row.delivery_token),
    channel: String(row.delivery_channel),
    recipient: String(row.delivery_recipient),
    attempts: Number(row.delivery_attempts),
    step: Number(row.delivery_step),
    possibleDuplicate: row.delivery_duplicate === 1,
    lastResult: row.delivery_result === null ? undefined : String(row.delivery_result),
    claimedAt: new Date(wallClock),
  };
}
