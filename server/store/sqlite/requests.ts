import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fieldNames } from '../../../contract/contact-fields.ts';
import { probe } from '../health-probe.ts';
import { hasExpired, type IdempotencyRecord, idempotencyRecordOf, repeatResult } from '../idempotency.ts';
import { digestRank, networkHash, nextRound } from '../network.ts';
import { oldestUnsentOf, oldestUnsentSql, type UnsentRow } from '../oldest-unsent.ts';
import { newReference } from '../reference.ts';
import type { ExpiryOptions, OldestUnsent, PostedRequest, SaveResult, StoreCheck } from '../request-store.ts';
import { databaseFile } from './database.ts';

/** Saves one request, inside the caller's transaction. */
export function saveRequest(database: DatabaseSync, posted: PostedRequest): SaveResult {
  const hashKey = readHashKey(database);
  const record = idempotencyRecordOf(posted, hashKey);
  const earlier = findEarlier(database, record.key, posted.receivedAt.getTime());
  if (earlier) {
    return repeatResult(earlier, record);
  }
  return { outcome: 'saved', reference: insert(database, posted, record, hashKey) };
}

function readHashKey(database: DatabaseSync): Uint8Array {
  const row = database.prepare('select hash_key from installation').get() as { hash_key: Uint8Array };
  return row.hash_key;
}

function findEarlier(database: DatabaseSync, key: string, now: number) {
  const earlier = database
    .prepare(
      `select content_hash as contentHash, saved_at as savedAt, reference
       from idempotency_records join requests on requests.id = request_id
       where key = :key`,
    )
    .get({ key }) as { contentHash: Uint8Array; savedAt: number; reference: string } | undefined;
  if (earlier && hasExpired(key, earlier.savedAt, now)) {
    database.prepare('delete from idempotency_records where key = :key').run({ key });
    return undefined;
  }
  return earlier;
}

function insert(
  database: DatabaseSync,
  posted: PostedRequest,
  { key, contentHash }: IdempotencyRecord,
  hashKey: Uint8Array,
): string {
  const now = posted.receivedAt.getTime();
  const { id, reference } = insertRequest(database, posted, now);
  const network = networkHash(posted.clientIp, hashKey) ?? null;
  database.prepare(insertMessage).run({
    id,
    now,
    honeypotFilled: posted.honeypotFilled ? 1 : 0,
    network,
    rank: digestRank(nextRound(lastRank(database, network)), posted.fields.service),
  });
  database.prepare(insertIdempotencyRecord).run({ key, contentHash, now, id });
  return reference;
}

/** Retries until the reference is new: with 31^6 possible references, collisions are rare. */
function insertRequest(database: DatabaseSync, posted: PostedRequest, now: number) {
  const { language, fields } = posted;
  const insert = database.prepare(`
    insert into requests (reference, received_at, language, ${fieldNames.join(', ')})
    values (:reference, :now, :language, ${fieldNames.map((name) => `:${name}`).join(', ')})
    on conflict (reference) do nothing
    returning id, reference`);
  for (;;) {
    const row = insert.get({ reference: newReference(), now, language, ...fields });
    if (row) {
      return row as { id: number; reference: string };
    }
  }
}

const insertMessage = `
  insert into outbox_messages (request_id, due_at, honeypot_filled, network, digest_rank)
  values (:id, :now, :honeypotFilled, :network, :rank)`;

const insertIdempotencyRecord = `
  insert into idempotency_records (key, content_hash, saved_at, request_id)
  values (:key, :contentHash, :now, :id)`;

/** Networks are forgotten once their requests are emailed: only waiting ones count. */
function lastRank(database: DatabaseSync, network: Uint8Array | null): number | null {
  const row = database.prepare(
    'select max(digest_rank) as rank from outbox_messages where network = :network',
  );
  return (row.get({ network }) as { rank: number | null }).rank;
}

/**
 * Saves and removes a request, in the caller's transaction. A smaller write would prove nothing, because it
 * may still fit on a nearly full disk, and reading works even on a full or read-only one.
 */
export function checkStore(database: DatabaseSync, now: Date): StoreCheck {
  const idempotencyKey = randomUUID();
  saveRequest(database, { ...probe, receivedAt: now, idempotencyKey });
  database.prepare(removeByKey).run({ key: `client:${idempotencyKey}` });
  const { oldest, deadLettered, unreadable } = database.prepare(unsent).get() as {
    oldest: number | null;
    deadLettered: number;
    unreadable: number | null;
  };
  return {
    oldestUnsent: oldest === null ? undefined : new Date(oldest),
    deadLettered,
    ...(unreadable !== null && hasDamagedCopy(database) ? { unreadable } : {}),
  };
}

const removeByKey = `
  delete from requests
  where id = (select request_id from idempotency_records where key = :key)`;

/** Request ids ascend with time, so the oldest unsent one has the lowest. */
const unsent = `
  select (select received_at from requests
          where id = (select min(request_id) from outbox_messages where state <> 'sent')) as oldest,
         (select count(*) from outbox_messages
          where queue is null and state <> 'sent' and state = 'dead_lettered') as deadLettered,
         (select unreadable from installation) as unreadable`;

/** Removing the copy acknowledges the damage (docs/running.md). */
function hasDamagedCopy(database: DatabaseSync): boolean {
  const folder = dirname(database.location() ?? '');
  return readdirSync(folder).some((name) => name.startsWith(`${databaseFile}.damaged-`));
}

export function oldestUnsent(database: DatabaseSync): OldestUnsent {
  return oldestUnsentOf(database.prepare(oldestUnsentSql).all() as unknown as UnsentRow[]);
}

export function findExpired(database: DatabaseSync, { deliveredBefore, limit }: ExpiryOptions): string[] {
  const rows = database
    .prepare(
      `select reference
       from outbox_messages join requests on requests.id = request_id
       where state = 'sent' and sent_at < :deliveredBefore
       order by sent_at
       limit :limit`,
    )
    .all({ deliveredBefore: deliveredBefore.getTime(), limit }) as { reference: string }[];
  return rows.map(({ reference }) => reference);
}

/** Deletes cascade to everything that belongs to a request; `secure_delete` overwrites it in the file. */
export function purge(database: DatabaseSync, references: readonly string[]): void {
  const remove = database.prepare(`
    delete from requests
    where reference = :reference
      and id in (select request_id from outbox_messages where state = 'sent')`);
  for (const reference of references) {
    remove.run({ reference });
  }
}
