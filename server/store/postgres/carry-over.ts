import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fieldNames } from '../../../contract/contact-fields.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';
import { idempotencyRecordOf } from '../idempotency.ts';
import { StoreUnavailable } from '../request-store.ts';
import { databaseFile, openDatabase } from '../sqlite/database.ts';
import type { DatabaseServer } from './database-url.ts';
import { fieldColumns, toColumns } from './field-text.ts';
import { prepare } from './postgres-store.ts';
import { openTransactions, type Transaction } from './transaction.ts';

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
    const rows = source.prepare(everything).all() as unknown as Row[];
    let alreadyThere = 0;
    for (let at = 0; at < rows.length; at += batchSize) {
      const batch = rows.slice(at, at + batchSize);
      alreadyThere += await target.perform(timeout, (transaction) => copy(transaction, batch, hashKey));
      progress(Math.min(at + batchSize, rows.length), rows.length);
    }
    await target.perform(timeout, (transaction) => compare(transaction, rows));
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
async function copy({ query }: Transaction, rows: readonly Row[], hashKey: Uint8Array): Promise<number> {
  let alreadyThere = 0;
  for (const row of rows) {
    const fields = Object.fromEntries(fieldNames.map((name) => [name, row[name]])) as ContactRequest;
    // Content hashes are keyed per store.
    const idempotencyKey = row.key?.startsWith('client:') ? row.key.slice('client:'.length) : undefined;
    const record = idempotencyRecordOf({ fields, idempotencyKey }, hashKey);
    const inserted = await query(insertRow, [
      row.reference,
      row.received_at,
      row.language,
      ...messageColumns.map((name) => columnOf(name, row)),
      row.key === null ? null : record.key,
      record.contentHash,
      row.saved_at,
      ...toColumns(fields),
    ]);
    if (inserted.changes === 0) {
      alreadyThere += 1;
    }
  }
  return alreadyThere;
}

/** Without `network`: its hashes are keyed by the old store and useless in the new one. */
const messageColumns = [
  'state',
  'due_at',
  'lease_token',
  'lease_ends_at',
  'deferrals',
  'possible_duplicate',
  'smtp_code',
  'sent_at',
  'honeypot_filled',
  'digest_id',
  'excluded_from_digest',
  'digest_rank',
] as const;

const flags = new Set<string>(['possible_duplicate', 'honeypot_filled', 'excluded_from_digest']);

function columnOf(name: (typeof messageColumns)[number], row: Row): unknown {
  return flags.has(name) ? row[name] === 1 : row[name];
}

const first = { message: 4, key: 4 + messageColumns.length, field: 7 + messageColumns.length };
const parameters = (from: number, names: readonly string[]) =>
  names.map((_, index) => `$${from + index}`).join(', ');

const insertRow = `
  with request as (
    insert into requests (reference, received_at, language, ${fieldColumns.join(', ')})
    values ($1, $2, $3, ${parameters(first.field, fieldNames)})
    on conflict (reference) do nothing
    returning id
  ), record as (
    insert into idempotency_records (key, content_hash, saved_at, request_id)
    select $${first.key}::text, $${first.key + 1}, $${first.key + 2}, id from request where $${first.key}::text is not null
    on conflict (key) do nothing
  )
  insert into outbox_messages (request_id, ${messageColumns.join(', ')})
  select id, ${parameters(first.message, messageColumns)} from request`;

/** Verifies that every request is there, with the same content and an outbox message. */
async function compare({ query }: Transaction, rows: readonly Row[]): Promise<void> {
  const { rows: found } = await query<ContactRequest & { reference: string; received_at: number }>(
    `select requests.*
     from requests join outbox_messages on request_id = id
     where reference = any($1::text[])`,
    [rows.map(({ reference }) => reference)],
  );
  const byReference = new Map(found.map((row) => [row.reference, row]));
  const differs = rows.filter((row) => {
    const there = byReference.get(row.reference);
    const columns = toColumns(row);
    return (
      there?.received_at !== row.received_at ||
      fieldNames.some((name, index) => there[name] !== columns[index])
    );
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
