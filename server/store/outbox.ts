import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { options } from '../outbox/options.ts';
import { listedColumns, listedRequest } from './field-text.ts';
import { farthestAhead, isClosed, observe, readMailServer, setSentAt } from './mail-server.ts';
import { claimOverview } from './overview.ts';
import type { Budget, Claim, ClaimedRequest, ClaimOptions, DeliveryResult } from './request-store.ts';
import { fairOrder } from './schema.ts';
import type { Transaction } from './transaction.ts';

/** Leases what may be sent now. */
export async function claim(transaction: Transaction, given: ClaimOptions): Promise<Claim> {
  await transaction.lockClaims();
  await endLeases(transaction, given.inFlight);
  const mailServer = await readMailServer(transaction);
  if (isClosed(mailServer, transaction.now)) {
    return { requests: [], isOpen: false };
  }
  const { budget } = given;
  // While the mail server fails, one email at a time probes it.
  const limit = mailServer.failures > 0 ? Math.min(given.limit, 1 - given.inFlight.length) : given.limit;
  const left = budget ? await findBudget(transaction, budget) : { emails: limit, outOfTurn: 0 };
  const overview = budget && limit > 0 ? await claimOverview(transaction, budget, left.emails) : undefined;
  const most = Math.min(limit, left.emails);
  const requests = await lease(transaction, await findDue(transaction, most, left.outOfTurn), given);
  return { requests, ...(overview && { overview }), isOpen: most > requests.length };
}

/**
 * A lease that has ended, or that no living process holds: the email may have been accepted. It is due at
 * once, but an email that has done this before waits, because it may be what ends the process.
 */
async function endLeases(transaction: Transaction, inFlight: readonly string[]): Promise<void> {
  const { query, now, isAlone } = transaction;
  const rows = await query(
    `select request_id, lease_token, possible_duplicate
     from outbox_messages
     where state = 'sending' and lease_token not in rows(:inFlight, token text)
       and (lease_ends_at <= :now or lease_ends_at > :farthest or :isAlone = 1)`,
    {
      inFlight: inFlight.map((token) => ({ token })),
      now,
      farthest: now + farthestAhead.message,
      isAlone: isAlone ? 1 : 0,
    },
    v.object({ request_id: v.number(), lease_token: v.string(), possible_duplicate: v.number() }),
  );
  if (rows.length > 0) {
    const ended = rows.map((row) => ({
      id: row.request_id,
      token: row.lease_token,
      dueAt: row.possible_duplicate === 1 ? now + options.crashPause : now,
    }));
    await query(
      `update outbox_messages
       set state = 'pending', due_at = "dueAt", possible_duplicate = 1, lease_token = null, lease_ends_at = null
       from rows(:ended, id bigint, token text, "dueAt" bigint) as ended
       where request_id = id and lease_token = token`,
      { ended },
    );
    await setSentAt(transaction, ended);
  }
}

async function findBudget({ query, now }: Transaction, { emails, window, outOfTurn }: Budget) {
  const [row] = await query(
    `select count(*) as emails, count(*) filter (where out_of_turn = 1) as out_of_turn
     from sent_emails
     where at > :after and at <= :until`,
    { after: now - window, until: now + window },
    v.object({ emails: v.number(), out_of_turn: v.number() }),
  );
  return { emails: emails - (row?.emails ?? 0), outOfTurn: outOfTurn - (row?.out_of_turn ?? 0) };
}

interface Due {
  id: number;
  /** 1 if it was chosen because it has waited longest. */
  outOfTurn: 0 | 1;
}

/** First attempts in fair order, then retries, then dead letters; some only because they have waited longest. */
async function findDue({ query, now }: Transaction, limit: number, outOfTurn: number): Promise<Due[]> {
  const found = new Map<number, Due>();
  const lines = [
    { sql: dueLongest('pending'), most: Math.min(limit, outOfTurn), outOfTurn: 1 },
    { sql: nextFirstAttempts, most: limit, outOfTurn: 0 },
    { sql: nextRetries, most: limit, outOfTurn: 0 },
    { sql: dueLongest('dead_lettered'), most: limit, outOfTurn: 0 },
  ] as const;
  for (const { sql, most, outOfTurn } of lines) {
    if (found.size < most) {
      for (const { id } of await query(sql, { now, limit }, v.object({ id: v.number() }))) {
        if (found.size < most && !found.has(id)) {
          found.set(id, { id, outOfTurn });
        }
      }
    }
  }
  return [...found.values()];
}

const dueLongest = (state: 'pending' | 'dead_lettered') => `
  select request_id as id
  from outbox_messages
  where state = '${state}' and due_at <= :now
  order by due_at, request_id
  limit :limit`;

/** With a plus, so that the index in fair order is used, and not the one of due times. */
const nextFirstAttempts = `
  select request_id as id
  from outbox_messages
  where state = 'pending' and attempts = 0 and +due_at <= :now
  order by ${fairOrder}
  limit :limit`;

/** Considers only those due longest: sorting all of a long outage's would hold up the store. */
const nextRetries = `
  select request_id as id
  from (
    select *
    from outbox_messages
    where state = 'pending' and attempts > 0 and due_at <= :now
    order by due_at
    limit 1000
  ) as due
  order by ${fairOrder}
  limit :limit`;

async function lease(
  { query, now, wallClock }: Transaction,
  due: readonly Due[],
  { lease: length, budget }: ClaimOptions,
): Promise<ClaimedRequest[]> {
  if (due.length === 0) {
    return [];
  }
  const claimed = due.map((one, place) => ({ ...one, place, token: randomUUID() }));
  await query(leaseRows, { claimed, endsAt: now + length });
  if (budget) {
    await query(reserve, { claimed, now });
  }
  return (await query(readClaimed, { claimed }, claimedRow)).map((row) => ({
    ...listedRequest(row),
    leaseToken: row.lease_token,
    asOf: new Date(row.delivered_at ?? wallClock),
    attempts: row.attempts,
    possibleDuplicate: row.possible_duplicate === 1,
    wasRefused: row.refused === 1,
    remaining: row.remaining ?? undefined,
  }));
}

const leaseRows = `
  update outbox_messages
  set state = 'sending', lease_token = token, lease_ends_at = :endsAt
  from rows(:claimed, id bigint, token text) as claimed
  where request_id = id and state in ('pending', 'dead_lettered')`;

/** The owner may have decided on one of them in between: it has no lease, and takes no place. */
const reserve = `
  insert into sent_emails (lease_token, at, out_of_turn)
  select lease_token, :now, "outOfTurn"
  from rows(:claimed, id bigint, token text, "outOfTurn" bigint) as claimed
    join outbox_messages on request_id = id and lease_token = token`;

const readClaimed = `
  select requests.*, lease_token, delivered_at, attempts, possible_duplicate, honeypot_filled,
    refused, remaining
  from rows(:claimed, id bigint, token text, place bigint) as claimed
    join outbox_messages on request_id = claimed.id and lease_token = token
    join requests on requests.id = request_id
  order by place`;

const claimedRow = v.object({
  ...listedColumns.entries,
  lease_token: v.string(),
  delivered_at: v.nullable(v.number()),
  attempts: v.number(),
  possible_duplicate: v.number(),
  refused: v.number(),
  remaining: v.nullable(v.pipe(v.string(), v.parseJson(), v.array(v.string()))),
});

/** Records how an attempt ended, unless the lease has passed to another sender. */
export async function record(transaction: Transaction, result: DeliveryResult): Promise<boolean> {
  const { query, now } = transaction;
  const { leaseToken, state, remaining } = result;
  const recorded = await query(
    recordRow,
    {
      requestId: result.requestId,
      leaseToken,
      state,
      dueAt: Math.round(now + result.dueIn),
      attempts: result.attempts,
      possibleDuplicate: result.possibleDuplicate ? 1 : 0,
      isRefused: state === 'dead_lettered' ? 1 : 0,
      remaining: remaining === undefined ? null : JSON.stringify(remaining),
      deliveredAt: result.deliveredAt?.getTime() ?? null,
      resultCode: result.resultCode,
      waits: state === 'pending' || state === 'filed' ? 1 : 0,
    },
    v.object({ id: v.number() }),
  );
  if (result.mailServer.isTransferred) {
    await setSentAt(transaction, [{ token: leaseToken }]);
  } else {
    await query('delete from sent_emails where lease_token = :leaseToken', { leaseToken });
  }
  await observe(transaction, result.mailServer);
  return recorded.length > 0;
}

const recordRow = `
  update outbox_messages
  set state = :state,
      due_at = :dueAt,
      lease_token = null,
      lease_ends_at = null,
      attempts = :attempts,
      possible_duplicate = :possibleDuplicate,
      refused = case when :isRefused = 1 then 1 else refused end,
      remaining = :remaining,
      delivered_at = :deliveredAt,
      result_code = :resultCode,
      network = case when :waits = 1 then network end
  where request_id = :requestId and lease_token = :leaseToken
  returning request_id as id`;
