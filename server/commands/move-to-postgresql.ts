/**
 * npm run move-to-postgresql: moves the requests in DATA_DIR into the PostgreSQL database of DATABASE_URL, while
 * no server runs.
 */
import { join } from 'node:path';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { Client } from 'pg';
import { renameDurably } from '../durable-files.ts';
import type { Settings } from '../settings.ts';
import { migrate } from '../store/postgres/migrate.ts';
import { openTransactions } from '../store/postgres/transaction.ts';
import { addField, readHashKey } from '../store/schema.ts';
import { assertRequestsIn, databaseFile, openDatabase } from '../store/sqlite/database.ts';
import { lockOutServers } from '../store/sqlite/server-lock.ts';
import { StoreUnavailable } from '../store/store-unavailable.ts';
import { commandOf, runAsProgram } from './command.ts';

const help = `npm run move-to-postgresql   moves the requests in DATA_DIR into the database of DATABASE_URL

Stop the servers first. The old file is renamed and kept. Exits with 0 when all requests are in PostgreSQL,
with 1 when nothing was moved. Safe to interrupt and run again.`;

/** In milliseconds: no visitor is waiting. */
const timeout = 30 * 60_000;

/** Rows per statement. */
const batchSize = 200;

export const run = commandOf({
  help,
  understand: (parameters) => {
    if (parameters.length > 0) throw new Error('It takes no parameters.');
  },
  failed: 'Nothing was moved',
  work: (_, settings) => move(settings),
});

async function move({ database: server, dataDir, requireSync }: Settings): Promise<string> {
  if (server === undefined) {
    throw new Error('DATABASE_URL is not set: it says where to move the requests.');
  }
  assertRequestsIn(dataDir);
  lockOutServers(dataDir);
  const source = openDatabase(dataDir);
  const target = openTransactions(server, requireSync);
  try {
    // Held to the end: the owner's commands must not change what has been copied.
    source.exec('begin exclusive');
    const requests = await target.perform(timeout, (client) => copyTables(source, client));
    const file = join(dataDir, databaseFile);
    const moved = `${file}.moved-${new Date().toISOString().replaceAll(':', '')}`;
    renameDurably(file, moved);
    return `PostgreSQL now holds all ${requests} requests. The old file is now ${moved}.`;
  } finally {
    source.close();
    await target.close();
  }
}

/** In one transaction: all or nothing. */
async function copyTables(source: DatabaseSync, client: Client): Promise<number> {
  const itsKey = await migrate(client);
  const hashKey = String(source.prepare(readHashKey).get()?.hash_key);
  const { rows: there } = await client.query<{ count: number }>('select count(*) as count from requests');
  if (itsKey !== hashKey && there[0]?.count !== 0) {
    throw new StoreUnavailable('the database of DATABASE_URL already holds requests. Use one without any.');
  } else if (itsKey !== hashKey) {
    for (const name of await missingColumns(source, client)) {
      await client.query(addField(name));
    }
    // Hashes are keyed by it.
    await client.query('update installation set hash_key = $1', [hashKey]);
    for (const table of ['requests', 'deliveries', 'attempts']) {
      await copyRows(table, source.prepare(`select * from ${table}`).iterate(), client);
    }
    for (const table of ['requests', 'deliveries']) {
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`);
    }
  }
  return Number(source.prepare('select count(*) as count from requests').get()?.count);
}

/** Of fields that have left the contract. */
async function missingColumns(source: DatabaseSync, client: Client): Promise<string[]> {
  const names = source.prepare("select name from pragma_table_info('requests')").all();
  const { rows } = await client.query<{ name: string }>(
    "select attname as name from pg_attribute where attrelid = 'requests'::regclass and attnum > 0",
  );
  return names.map(({ name }) => String(name)).filter((name) => rows.every((row) => row.name !== name));
}

async function copyRows(
  table: string,
  rows: Iterable<Record<string, SQLOutputValue>>,
  client: Client,
): Promise<void> {
  let batch: Record<string, SQLOutputValue>[] = [];
  const insert = async () => {
    const columns = Object.keys(batch[0] ?? {})
      .map((name) => `"${name}"`)
      .join(', ');
    await client.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(batch)],
    );
    batch = [];
  };
  for (const row of rows) {
    batch.push(row);
    if (batch.length === batchSize) await insert();
  }
  if (batch.length > 0) await insert();
}

if (import.meta.main) {
  await runAsProgram(run);
}
