import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ClientBase } from 'pg';
import { minute } from '../clock.ts';
import { StoreUnavailableError } from '../queue/transaction.ts';
import { renameDurably } from '../store/durable-files.ts';
import { ensureTables } from '../store/postgres/migrate.ts';
import { createTransactionRunner } from '../store/postgres/transaction.ts';
import { readHashKeySql } from '../store/schema.ts';
import { assertDatabaseExists, databaseFile, openDatabase } from '../store/sqlite/database.ts';
import { lockOutServers } from '../store/sqlite/server-lock.ts';
import { createCommand, runAsProgram } from './command.ts';

const help = `npm run move-to-postgresql   moves the requests in DATA_DIR into the database of DATABASE_URL

Stop the servers first. The old file is renamed. The server deletes it within a week. Safe to interrupt and run again.`;

export const run = createCommand(help, async (_, { database, dataDir, requireSync }) => {
  if (database === undefined) {
    throw new Error('DATABASE_URL is not set. Set it to the database that should receive the requests.');
  }
  assertDatabaseExists(dataDir);
  lockOutServers(dataDir);
  const file = join(dataDir, databaseFile);
  const moved = `${file}.moved-${new Date().toISOString().replaceAll(':', '')}`;
  const source = openDatabase(dataDir);
  const target = createTransactionRunner(database, requireSync);
  try {
    // This lock lasts until the end, so that the owner's commands can't change copied requests.
    source.exec('begin exclusive');
    // The limit is half an hour, because no visitor is waiting.
    await target.runInTransaction(30 * minute, (client) => copyTables(source, client));
    renameDurably(file, moved);
    return `All requests are in PostgreSQL now. The old file is now ${moved}.`;
  } finally {
    source.close();
    await target.close();
  }
});

/**
 * The tables to copy, each after the tables that it refers to. "installation" has a single row, and only its hash key
 * is copied.
 */
const movedTables = [
  ...['requests', 'deliveries', 'pages', 'buckets', 'incidents'],
  ...['devices', 'pairings', 'changes', 'counts', 'erasures', 'attempts'],
];

/** Copies the tables in one transaction, unless an earlier run did. Throws if the database has other requests. */
async function copyTables(source: DatabaseSync, client: ClientBase): Promise<void> {
  const hashKey = String(source.prepare(readHashKeySql).get()?.hash_key);
  // The keys are equal if an earlier run copied everything, but ended before it renamed the file.
  if ((await ensureTables(client)) === hashKey) {
    return;
  }
  const { rowCount } = await client.query('select from requests limit 1');
  if (rowCount !== 0) {
    throw new StoreUnavailableError(
      'the database of DATABASE_URL already holds requests. Use one without any',
    );
  }
  await client.query('update installation set hash_key = $1', [hashKey]);
  for (const table of movedTables) {
    for (const row of source.prepare(`select * from ${table}`).iterate()) {
      const placeholders = Object.keys(row).map((_, index) => `$${index + 1}`);
      const insertSql = `insert into ${table} (${Object.keys(row)}) values (${placeholders})`;
      await client.query(insertSql, Object.values(row));
    }
    const hasIds = source.prepare(`select 1 from pragma_table_info('${table}') where name = 'id'`).get();
    if (hasIds) {
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), max(id)) from ${table}`);
    }
  }
}

if (import.meta.main) {
  await runAsProgram(run);
}
