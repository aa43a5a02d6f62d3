import type { Buffer } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { fieldNames } from '../../../contract/contact-fields.ts';
import { probe } from '../health-probe.ts';
import { hasExpired, type IdempotencyRecord, idempotencyRecordOf, repeatResult } from '../idempotency.ts';
import { digestRank, networkHash, nextRound } from '../network.ts';
import { oldestUnsentOf, oldestUnsentSql, type UnsentRow } from '../oldest-unsent.ts';
import { newReference } from '../reference.ts';
import type { ExpiryOptions, OldestUnsent, PostedRequest, SaveResult, StoreCheck } from '../request-store.ts';
import { fieldColumns, toColumns } from './field-text.ts';
import type { Transaction } from './transaction.ts';

export async function saveRequest(
  transaction: Transaction,
  posted: PostedRequest,
  hashKey: Uint8Array,
): Promise<SaveResult> {
  const record = idempotencyRecordOf(posted, hashKey);
  const earlier = await findEarlier(transaction, record.key);
  if (earlier) {
    return repeatResult(earlier, record);
  }
  const network = networkHash(posted.clientIp, hashKey) ?? null;
  const rank = digestRank(nextRound(await lastRank(transaction, network)), posted.fields.service);
  return { outcome: 'saved', reference: await insert(transaction, posted, record, network, rank) };
}

/**
 * Waits for a post with the same key that is being committed. Writes even for a repeat: after a crash, the
 * first one may be readable although no standby has it, and only another commit, which waits for a standby,
 * makes sure that it is replicated.
 */
async function findEarlier({ query, now }: Transaction, key: string): Promise<Earlier | undefined> {
  const { rows } = await query<Earlier>(
    `update idempotency_records
     set repeats = repeats + 1
     from requests
     where key = $1 and requests.id = request_id
     returning content_hash as "contentHash", saved_at as "savedAt", reference`,
    [key],
  );
  const [earlier] = rows;
  if (earlier && hasExpired(key, earlier.savedAt, now)) {
    await query('delete from idempotency_records where key = $1', [key]);
    return undefined;
  }
  return earlier;
}

interface Earlier {
  contentHash: Uint8Array;
  savedAt: number;
  reference: string;
}

/** Networks are forgotten once their requests are emailed: only waiting ones count. */
async function lastRank({ query }: Transaction, network: Buffer | null): Promise<number | null | undefined> {
  if (network === null) {
    return undefined;
  }
  const { rows } = await query<{ rank: number | null }>(
    'select max(digest_rank) as rank from outbox_messages where network = $1',
    [network],
  );
  return rows[0]?.rank;
}

/** A duplicate reference or key fails the transaction, which is then retried. */
async function insert(
  { query, now }: Transaction,
  { language, fields, receivedAt, honeypotFilled = false }: PostedRequest,
  { key, contentHash }: IdempotencyRecord,
  network: Buffer | null,
  rank: number,
): Promise<string> {
  const reference = newReference();
  const message = [now, honeypotFilled, network, rank];
  const columns = toColumns(fields);
  await query(insertAll, [
    key,
    contentHash,
    ...message,
    reference,
    receivedAt.getTime(),
    language,
    ...columns,
  ]);
  return reference;
}

const insertAll = `
  with request as (
    insert into requests (reference, received_at, language, ${fieldColumns.join(', ')})
    values ($7, $8, $9, ${fieldNames.map((_, index) => `$${index + 10}`).join(', ')})
    returning id
  ), message as (
    insert into outbox_messages (request_id, due_at, honeypot_filled, network, digest_rank)
    select id, $3, $4, $5, $6 from request
  )
  insert into idempotency_records (key, content_hash, saved_at, request_id)
  select $1, $2, $3, id from request`;

/**
 * Saves and removes a request, in one transaction that waits for a standby like any other. A smaller write
 * would not prove that a request fits.
 */
export async function checkStore(transaction: Transaction, hashKey: Uint8Array): Promise<StoreCheck> {
  const idempotencyKey = randomUUID();
  await saveRequest(
    transaction,
    { ...probe, receivedAt: new Date(transaction.now), idempotencyKey },
    hashKey,
  );
  await transaction.query(removeByKey, [`client:${idempotencyKey}`]);
  const { rows } = await transaction.query<{ oldest: number | null; deadLettered: number }>(unsent);
  const { oldest = null, deadLettered = 0 } = rows[0] ?? {};
  return { oldestUnsent: oldest === null ? undefined : new Date(oldest), deadLettered };
}

const removeByKey = `
  delete from requests
  where id = (select request_id from idempotency_records where key = $1)`;

/** Request ids ascend with time, so the oldest unsent one has the lowest. */
const unsent = `
  select (select received_at from requests
          where id = (select min(request_id) from outbox_messages where state <> 'sent')) as oldest,
         (select count(*) from outbox_messages where state = 'dead_lettered') as "deadLettered"`;

export async function oldestUnsent({ query }: Transaction): Promise<OldestUnsent> {
  return oldestUnsentOf((await query<UnsentRow>(oldestUnsentSql, [])).rows);
}

export async function findExpired(
  { query }: Transaction,
  { deliveredBefore, limit }: ExpiryOptions,
): Promise<string[]> {
  const { rows } = await query<{ reference: string }>(
    `select reference
     from outbox_messages join requests on requests.id = request_id
     where state = 'sent' and sent_at < $1
     order by sent_at
     limit $2`,
    [deliveredBefore.getTime(), limit],
  );
  return rows.map(({ reference }) => reference);
}

/** Deletes cascade to everything that belongs to a request. */
export async function purge({ query }: Transaction, references: readonly string[]): Promise<void> {
  await query(
    `delete from requests
     where reference = any($1::text[])
       and id in (select request_id from outbox_messages where state = 'sent')`,
    [references],
  );
}
