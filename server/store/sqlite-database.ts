import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** How long SQLite waits for another process's lock: below the time a visitor waits. */
const busyTimeout = 2_000;

const migrations = join(import.meta.dirname, 'migrations');

/**
 * Opens the database of a data folder, made private to this account, brings it up to date and
 * checks it. Not WAL: a process that opens a WAL on a full disk dies of SIGBUS. Not
 * `journal_mode=delete`: it leaves out the sync after the commit, so a power cut can bring the
 * journal back. Temporary data stays in memory: no visitor's words go to another folder.
 */
export function openDatabase(folder: string): DatabaseSync {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(folder, 'requests.sqlite'), { timeout: busyTimeout });
  try {
    database.exec(`
      pragma journal_mode = truncate;
      pragma synchronous = full;
      pragma secure_delete = on;
      pragma temp_store = memory`);
    migrate(database);
    assertSound(database);
    makeDurable(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function assertSound(database: DatabaseSync): void {
  const row = database.prepare('pragma integrity_check(1)').get() as { integrity_check: string };
  if (row.integrity_check !== 'ok') {
    throw new Error(`The database is damaged: ${row.integrity_check}`);
  }
}

/**
 * A process that died, or whose fsync failed, at the end of a commit leaves it readable but not on
 * the disk. A client that asks again would be told that its request is kept. A commit of our own
 * takes the earlier one to the disk first.
 */
function makeDurable(database: DatabaseSync): void {
  inTransaction(database, () => database.exec('update installation set openings = openings + 1'));
}

/** All or nothing: after a throw the database is as it was. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    // A full disk rolls back by itself; a second rollback would hide the first error.
    if (database.isTransaction) {
      database.exec('rollback');
    }
    throw error;
  }
}

/** Runs each numbered file once, in order. `user_version` holds the number of the last. */
function migrate(database: DatabaseSync): void {
  const files = readdirSync(migrations).sort();
  if (versionOf(database) === files.length) {
    return;
  }
  inTransaction(database, () => {
    const version = versionOf(database);
    if (version > files.length) {
      throw new Error(`The database is of version ${version}, this program knows ${files.length}.`);
    }
    for (const file of files.slice(version)) {
      database.exec(readFileSync(join(migrations, file), 'utf8'));
    }
    database.exec(`pragma user_version = ${files.length}`);
  });
}

function versionOf(database: DatabaseSync): number {
  const row = database.prepare('pragma user_version').get() as { user_version: number };
  return row.user_version;
}
