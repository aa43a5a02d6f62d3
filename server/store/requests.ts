import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { contactFields, fieldNames } from '../../contract/contact-fields.ts';
import type { ContactRequest } from '../../contract/contact-request.ts';
import { listedColumns, listedRequest } from './field-text.ts';
import { farthestAhead } from './mail-server.ts';
import {
  type Decision,
  type ExpiryOptions,
  type ListOptions,
  markedDone,
  type StoreCheck,
  type StoredRequest,
} from './request-store.ts';
import { acceptedLimit, saveRequests } from './save-requests.ts';
import type { Transaction } from './transaction.ts';

const states = v.picklist(['pending', 'sending', 'filed', 'sent', 'dead_lettered']);

const storedRow = v.object({
  ...listedColumns.entries,
  state: states,
  delivered_at: v.nullable(v.number()),
  result_code: v.nullable(v.string()),
});

const stored = 'select * from outbox_messages join requests on requests.id = request_id';

export async function list(
  { query }: Transaction,
  { which, before = Number.MAX_SAFE_INTEGER, limit }: ListOptions,
): Promise<StoredRequest[]> {
  // Phrased so that no more rows are read than returned.
  const rows = await query(
    `${stored}
     where request_id < :before and state ${which === 'sent' ? '=' : '<>'} 'sent'
     order by request_id desc
     limit :limit`,
    { before, limit },
    storedRow,
  );
  return rows.map(storedRequest);
}

export async function find({ query }: Transaction, reference: string): Promise<StoredRequest | undefined> {
  const [row] = await query(`${stored} where reference = :reference`, { reference }, storedRow);
  return row && storedRequest(row);
}

function storedRequest(row: v.InferOutput<typeof storedRow>): StoredRequest {
  return {
    ...listedRequest(row),
    state: row.state,
    deliveredAt: row.delivered_at === null ? undefined : new Date(row.delivered_at),
    resultCode: row.result_code ?? undefined,
  };
}

/** Locks the row first, because a server may be claiming it. */
export async function decide(
  { query, now, wallClock }: Transaction,
  reference: string,
  decision: Decision,
): Promise<StoredRequest['state'] | undefined> {
  const [found] = await query(lockRow, { reference }, v.object({ id: v.number(), state: states }));
  if (found === undefined || found.state === 'sending') {
    return found?.state;
  }
  const { id, state } = found;
  if (decision === 'send again') {
    await query(state === 'sent' ? sendSentAgain : makeDue, { id, now });
  } else if (state !== 'sent') {
    await query(markDone, { id, wallClock, markedDone });
  }
  return state;
}

const lockRow = `
  update outbox_messages
  set state = state
  where request_id in (select id from requests where reference = :reference)
  returning request_id as id, state`;

const markDone = `
  update outbox_messages
  set state = 'sent', delivered_at = :wallClock, result_code = :markedDone, network = null
  where request_id = :id`;

const sendSentAgain = `
  update outbox_messages
  set state = 'pending', due_at = :now, delivered_at = null, remaining = null, possible_duplicate = 1
  where request_id = :id`;

const makeDue = `update outbox_messages set state = 'pending', due_at = :now where request_id = :id`;

/** With the longest message in Latin letters. */
const probe = {
  fields: {
    ...(Object.fromEntries(fieldNames.map((name) => [name, '0'])) as ContactRequest),
    name: 'health check',
    service: 'emergency' as const,
    message: 'x'.repeat(contactFields.message.limit),
  },
  language: 'en' as const,
};

/**
 * Saves and removes a request, in one transaction like any other. A smaller write would not prove that a
 * request fits on a nearly full disk, and reading works even on a full or read-only one.
 */
export async function check(transaction: Transaction): Promise<StoreCheck> {
  const { query, wallClock } = transaction;
  const idempotencyKey = randomUUID();
  await saveRequests(transaction, [{ ...probe, idempotencyKey }]);
  await query(removeByKey, { key: `client:${idempotencyKey}` });
  const [row] = await query(unsent, {}, unsentRow);
  const { oldest = null, dead_lettered: deadLettered = 0, unreadable = null } = row ?? {};
  return {
    oldestUnsent: oldest === null ? undefined : wallClock - oldest,
    deadLettered,
    ...(unreadable === null ? {} : { unreadable }),
  };
}

const removeByKey = `
  delete from requests
  where id = (select request_id from idempotency_records where key = :key)`;

/** Request ids ascend with time, so the oldest has the lowest. */
const unsent = `
  select
    (select received_at from requests where id = (
      select min(request_id) from outbox_messages
      where state <> 'sent' and delivered_at is null
        and (listed_at is null or exists (select 1 from installation where held_since is null or failures > 0))
    )) as oldest,
    (select count(*) from outbox_messages where state = 'dead_lettered') as dead_lettered,
    (select unreadable from installation) as unreadable`;

const unsentRow = v.object({
  oldest: v.nullable(v.number()),
  dead_lettered: v.number(),
  unreadable: v.nullable(v.number()),
});

export async function findExpired(
  { query, wallClock }: Transaction,
  { deliveredFor, limit }: ExpiryOptions,
): Promise<string[]> {
  const rows = await query(
    `select reference
     from outbox_messages join requests on requests.id = request_id
     where state = 'sent' and delivered_at < :before
     order by delivered_at
     limit :limit`,
    { before: wallClock - deliveredFor, limit },
    v.object({ reference: v.string() }),
  );
  return rows.map(({ reference }) => reference);
}

/**
 * Deletes cascade to everything that belongs to a request. `exists`, not `in`: SQLite would list every sent
 * request first.
 */
export async function purge({ query }: Transaction, references: readonly string[]): Promise<void> {
  await query(
    `delete from requests
     where reference in rows(:references, reference text)
       and exists (select 1 from outbox_messages where request_id = requests.id and state = 'sent')`,
    { references: references.map((reference) => ({ reference })) },
  );
}

/** Per statement: a visitor's request may have to wait for it. */
const mostSwept = 1_000;

/**
 * Clears clients after ten minutes and emails that no longer count, and makes due what only a wrong clock can
 * have put so far ahead.
 */
export async function sweep({ query, now, wallClock }: Transaction): Promise<void> {
  const { window } = acceptedLimit;
  await query(forgetClients, { before: wallClock - window, after: wallClock + window, most: mostSwept });
  await query('delete from sent_emails where at < :before or at > :after', {
    before: now - farthestAhead.message,
    after: now + farthestAhead.message,
  });
  for (const [state, ahead] of [
    ['pending', farthestAhead.message],
    ['dead_lettered', farthestAhead.deadLetter],
  ] as const) {
    await query(bringNearer, { state, now, farthest: now + ahead, most: mostSwept });
  }
}

const forgetClients = `
  update requests
  set client = null
  where id in (
    select id from requests
    where client is not null and (received_at <= :before or received_at > :after)
    limit :most)`;

const bringNearer = `
  update outbox_messages
  set due_at = :now
  where request_id in (
    select request_id from outbox_messages where state = :state and due_at > :farthest limit :most)`;
