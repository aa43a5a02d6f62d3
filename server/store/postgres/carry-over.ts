import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import * as v from 'valibot';
import { fieldNames } from '../../../contract/contact-fields.ts';
import type { ContactRequest } from '../../../contract/contact-request.ts';
import { renameDurably } from '../../durable-files.ts';
import { fieldColumns, requestColumns, requestOf, toColumns } from '../field-text.ts';
import { idempotencyRecordOf } from '../idempotency.ts';
import { StoreUnavailable } from '../request-store.ts';
import { databaseFile, openDatabase } from '../sqlite/database.ts';
import { lockOutServers } from '../sqlite/server-lock.ts';
import type { Transaction } from '../transaction.ts';
import type { DatabaseServer } from './database-url.ts';
import { prepare } from './postgres-store.ts';
import { openTransactions, storeTransaction } from './transaction.ts';

/** Requests per transaction. */
const batchSize = 200;

/** Per transaction, in milliseconds: no visitor is waiting. */
const timeout = 60_000;

interface CarriedOver {
  requests: number;
  /** How many of them PostgreSQL has yet to email. */
  unsent: number;
  /** How many of them an earlier run had already carried over. */
  alreadyThere: number;
  /** The new name of the old file. */
  file: string;
}

/**
 * Copies every request of an SQLite store into PostgreSQL, verifies the copy, and renames the file. After an
 * interruption, run it again to continue, even if a server has used the file since. Throws when a server is
 * running or a copy does not match.
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
  lockOutServers(dataDir);
  const source = openDatabase(dataDir);
  const target = openTransactions(server, false);
  const inStore = <Result>(work: (transaction: Transaction) => Promise<Result>) =>
    target.perform(timeout, async (client, now) =>
      work(storeTransaction(client, { now, wallClock: now, hashKey: await prepare(client) })),
    );
  try {
    // Held to the end: the owner's commands must not change what has been copied.
    source.exec('begin exclusive');
    const rows = readAll(source);
    let alreadyThere = 0;
    for (let at = 0; at < rows.length; at += batchSize) {
      const batch = rows.slice(at, at + batchSize);
      alreadyThere += await inStore((transaction) => carry(transaction, batch));
      progress(Math.min(at + batchSize, rows.length), rows.length);
    }
    const unsent = await inStore((transaction) => compare(transaction, rows));
    return { requests: rows.length, unsent, alreadyThere, file: retire(file) };
  } finally {
    source.close();
    await target.close();
  }
}

/** An outbox message's columns, but for hashes of networks: those are keyed by the store. */
const message = {
  state: v.string(),
  due_at: v.number(),
  attempts: v.number(),
  possible_duplicate: v.number(),
  refused: v.number(),
  remaining: v.nullable(v.string()),
  result_code: v.nullable(v.string()),
  delivered_at: v.nullable(v.number()),
  honeypot_filled: v.number(),
  emergency: v.number(),
  round: v.number(),
  listed_at: v.nullable(v.number()),
};
const messageNames = Object.keys(message);
const texts = ['state', 'remaining', 'result_code'];
const messageTypes = messageNames.map((name) => `${name} ${texts.includes(name) ? 'text' : 'bigint'}`);

/** Fields as their columns hold them. */
const content = {
  reference: v.string(),
  received_at: v.number(),
  ...v.entriesFromList(fieldNames, v.string()),
};

const sourceRow = v.object({
  ...content,
  ...message,
  language: v.string(),
  key: v.nullable(v.string()),
  saved_at: v.nullable(v.number()),
});

type Row = v.InferOutput<typeof sourceRow>;

function readAll(source: DatabaseSync): Row[] {
  const rows = source
    .prepare(`
      select *
      from requests
        join outbox_messages on outbox_messages.request_id = id
        left join (select key, saved_at, request_id as of_request from idempotency_records) on of_request = id
      order by id`)
    .all();
  return v.parse(v.array(sourceRow), rows).map((row) => ({
    ...row,
    // Files of earlier releases may hold a zero byte, which PostgreSQL cannot.
    ...toColumns(fieldsOf(row)),
    // No server is running, so whatever was being sent has ended without a result.
    ...(row.state === 'sending' ? { state: 'pending', possible_duplicate: 1 } : {}),
  }));
}

function fieldsOf(row: Record<string, unknown>): ContactRequest {
  return requestOf(v.parse(requestColumns, row)).fields;
}

/** Returns how many were already there. */
async function carry({ query, hashKey }: Transaction, rows: readonly Row[]): Promise<number> {
  const given = rows.map((row, place) => {
    // Hashes of contents are keyed by the store.
    const idempotencyKey = row.key?.startsWith('client:') ? row.key.slice('client:'.length) : undefined;
    const { key, contentHash } = idempotencyRecordOf({ fields: fieldsOf(row), idempotencyKey }, hashKey);
    return { ...row, place, key: row.key === null ? null : key, contentHash };
  });
  const inserted = await query(insertRequests, { given }, v.object({ reference: v.string() }));
  const references = new Set(inserted.map(({ reference }) => reference));
  const isNew = ({ reference }: Row) => references.has(reference);
  const [copied, earlier] = [given.filter(isNew), given.filter((row) => !isNew(row))];
  await query(insertMessages, { given: copied });
  await query(insertRecords, { given: copied });
  await query(updateMessages, { given: earlier });
  return earlier.length;
}

const insertRequests = `
  insert into requests (reference, received_at, language, ${fieldColumns.join(', ')})
  select reference, received_at, language, ${fieldColumns.join(', ')}
  from rows(:given, place bigint, reference text, received_at bigint, language text, ${fieldColumns.map((name) => `${name} text`).join(', ')}) as given
  where not exists (select 1 from requests where requests.reference = given.reference)
  order by place
  returning reference`;

const insertMessages = `
  insert into outbox_messages (request_id, ${messageNames.join(', ')})
  select id, ${messageNames.map((name) => `given.${name}`).join(', ')}
  from rows(:given, reference text, ${messageTypes.join(', ')}) as given
    join requests on requests.reference = given.reference`;

const insertRecords = `
  insert into idempotency_records (key, content_hash, saved_at, request_id)
  select key, "contentHash", saved_at, id
  from rows(:given, reference text, key text, "contentHash" text, saved_at bigint) as given
    join requests on requests.reference = given.reference
  where key is not null
  on conflict (key) do nothing`;

/** Differ when one of the two has tried to send the email since the earlier run. */
const traces = ['state', 'attempts', 'possible_duplicate', 'remaining', 'result_code', 'delivered_at'];

/** What either has delivered is delivered. Of an email that differs, nobody knows whether it was sent. */
const updateMessages = `
  update outbox_messages
  set ${messageNames
    .filter((name) => name !== 'possible_duplicate')
    .map((name) => `${name} = given.${name}`)
    .join(', ')},
    possible_duplicate = case when given.state = 'sent' then given.possible_duplicate else 1 end,
    lease_token = null,
    lease_ends_at = null
  from rows(:given, reference text, ${messageTypes.join(', ')}) as given
    join requests on requests.reference = given.reference
  where request_id = requests.id
    and outbox_messages.state <> 'sent'
    and (${traces.map((name) => `outbox_messages.${name}`).join(', ')})
      is distinct from (${traces.map((name) => `given.${name}`).join(', ')})`;

/** Verifies that every request is there, with the same content. Returns how many are unsent. */
async function compare({ query }: Transaction, rows: readonly Row[]): Promise<number> {
  const found = await query(
    `select requests.*, state
     from requests join outbox_messages on request_id = id
     where reference in rows(:references, reference text)`,
    { references: rows.map(({ reference }) => ({ reference })) },
    v.object({ ...content, state: v.string() }),
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
  return found.filter(({ state }) => state !== 'sent').length;
}

/** Returns the new name of the file. */
function retire(file: string): string {
  let name = `${file}.carried-over`;
  for (let number = 2; existsSync(name); number += 1) {
    name = `${file}.carried-over-${number}`;
  }
  renameDurably(file, name);
  return name;
}
