import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { fieldNames } from '../../../contract/contact-fields.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';
import { fieldColumns } from '../field-text.ts';
import { idempotencyRecordOf } from '../idempotency.ts';
import { StoreUnavailable } from '../request-store.ts';
import { databaseFile, openDatabase } from '../sqlite/database.ts';
import type { Transaction } from '../transaction.ts';
import type { DatabaseServer } from './database-url.ts';
import { prepare } from './postgres-store.ts';
import { openTransactions, storeTransaction } from './transaction.ts';

/** Requests per transaction. */
const batchSize = 200;

/** Per transaction, in milliseconds: no visitor is waiting. */
const timeout = 60_000;

export interface CarriedOver {
  requests: number;
  unsent: number;
  /** How many of them an earlier run had already carried over. */
  alreadyThere: number;
  /** The new name of the old file. */
  file: string;
}

type Row = ContactRequest & {
  id: number;
  reference: string;
  received_at: number;
  language: string;
  key: string | null;
  saved_at: number | null;
  [column: string]: string | number | null;
};

/**
 * Copies every request of an SQLite store into PostgreSQL, verifies the copy, and retires the file. After an
 * interruption, run it again to continue. Throws when a copy does not match.
 */
export async function carryOver(
  dataDir: string,
  server: DatabaseServer,
  progress: (done: number, of: number) => void,
): Promise<CarriedOver> {
  const file = join(dataDir, databaseFile);
  if (!existsSync(file)) {
    throw new Error(`There is no ${file}, so there is nothing to carry over.`);
  }
  const source = openDatabase(dataDir);
  const target = openTransactions(server, false);
  try {
    // Held to the end: a server still using this file must not accept requests that would be left behind.
    source.exec('begin exclusive');
    const hashKey = await target.perform(timeout, prepare);
    const inStore = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
      target.perform(timeout, (client, now) =>
        work(storeTransaction(client, { now, wallClock: now, hashKey })),
      );
    const rows = source.prepare(everything).all() as unknown as Row[];
    let alreadyThere = 0;
    for (let at = 0; at < rows.length; at += batchSize) {
      const batch = rows.slice(at, at + batchSize);
      alreadyThere += await inStore((transaction) => copy(transaction, batch));
      progress(Math.min(at + batchSize, rows.length), rows.length);
    }
    await inStore((transaction) => compare(transaction, rows));
    const retired = retire(source, file);
    const unsent = rows.filter(({ state }) => state !== 'sent').length;
    return { requests: rows.length, unsent, alreadyThere, file: retired };
  } finally {
    source.close();
    await target.close();
  }
}

const everything = `
  select *
  from requests
  join outbox_messages on outbox_messages.request_id = id
  left join (select key, saved_at, request_id as of_request from idempotency_records) on of_request = id
  order by id`;

/** Returns how many were already there. */
async function copy({ query, hashKey }: Transaction, rows: readonly Row[]): Promise<number> {
  const given = rows.map((row, place) => {
    const fields = Object.fromEntries(fieldNames.map((name) => [name, row[name]])) as ContactRequest;
    // Content hashes are keyed per store.
    const idempotencyKey = row.key?.startsWith('client:') ? row.key.slice('client:'.length) : undefined;
    const record = idempotencyRecordOf({ fields, idempotencyKey }, hashKey);
    const { key, contentHash } = row.key === null ? { key: null, contentHash: null } : record;
    // The file's text is already as columns hold it.
    return { ...row, place, key, contentHash };
  });
  const inserted = await query(insertRequests, { given }, v.object({ reference: v.string() }));
  const references = new Set(inserted.map(({ reference }) => reference));
  const copied = given.filter(({ reference }) => references.has(reference));
  await query(insertMessages, { given: copied });
  await query(insertRecords, { given: copied });
  return rows.length - copied.length;
}

const insertRequests = `
  insert into requests (reference, received_at, language, ${fieldColumns.join(', ')})
  select reference, received_at, language, ${fieldColumns.join(', ')}
  from rows(:given, place bigint, reference text, received_at bigint, language text, ${fieldNames.map((name) => `"${name}" text`).join(', ')}) as given
  where not exists (select 1 from requests where requests.reference = given.reference)
  order by place
  returning reference`;

/** Without `network`: its hashes are keyed by the old store and useless in the new one. */
const insertMessages = `
  insert into outbox_messages (
    request_id, state, due_at, lease_token, lease_ends_at, attempts, possible_duplicate, refused, remaining,
    result_code, delivered_at, honeypot_filled, emergency, round, listed_at)
  select id, state, due_at, lease_token, lease_ends_at, attempts, possible_duplicate, refused, remaining,
    result_code, delivered_at, honeypot_filled, emergency, round, listed_at
  from rows(:given, reference text, state text, due_at bigint, lease_token text, lease_ends_at bigint, attempts bigint, possible_duplicate bigint, refused bigint, remaining text, result_code text, delivered_at bigint, honeypot_filled bigint, emergency bigint, round bigint, listed_at bigint) as given
    join requests on requests.reference = given.reference`;

const insertRecords = `
  insert into idempotency_records (key, content_hash, saved_at, request_id)
  select key, "contentHash", saved_at, id
  from rows(:given, reference text, key text, "contentHash" text, saved_at bigint) as given
    join requests on requests.reference = given.reference
  where key is not null
  on conflict (key) do nothing`;

/** Verifies that every request is there, with the same content and an outbox message. */
async function compare({ query }: Transaction, rows: readonly Row[]): Promise<void> {
  const found = await query(
    `select requests.*
     from requests join outbox_messages on request_id = id
     where reference in rows(:references, reference text)`,
    { references: rows.map(({ reference }) => ({ reference })) },
    v.looseObject({ reference: v.string(), received_at: v.number() }),
  );
  const byReference = new Map(found.map((row) => [row.reference, row]));
  const differs = rows.filter((row) => {
    const there = byReference.get(row.reference);
    return ['received_at' as const, ...fieldNames].some((name) => there?.[name] !== row[name]);
  });
  if (differs.length > 0) {
    throw new StoreUnavailable(
      `${differs.length} of ${rows.length} requests in PostgreSQL differ from those in SQLite, starting with ${differs[0]?.reference}. The SQLite file is still in use.`,
    );
  }
}

/**
 * Removes the hash key, without which a server that still has the file open cannot save to it. Such a server
 * opens a new file instead, which another run carries over. Returns the new name of the old file.
 */
function retire(source: DatabaseSync, file: string): string {
  source.exec('delete from installation');
  source.exec('commit');
  const names = Array.from(
    { length: 1_000 },
    (_, index) => `${file}.carried-over${index === 0 ? '' : `-${index + 1}`}`,
  );
  const free = names.find((name) => !existsSync(name)) ?? `${file}.carried-over-last`;
  renameSync(file, free);
  return free;
}
