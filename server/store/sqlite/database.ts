import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fieldNames } from '../../../contract/contact-fields.ts';

/** How long SQLite waits for another process's lock, in milliseconds: less than a visitor waits. */
const busyTimeout = 2_000;

export const databaseFile = 'requests.sqlite';

const migrations = join(import.meta.dirname, 'migrations');

const pragmas = `
  pragma journal_mode = truncate;
  pragma synchronous = full;
  pragma secure_delete = on;
  pragma temp_store = memory`;

/**
 * Opens the database in a data folder (see data-folder.ts), migrates it and checks its integrity. Not WAL:
 * opening a WAL on a full disk kills the process with SIGBUS. Not `journal_mode=delete`: it omits the sync
 * after the commit, so a power cut can bring the journal back. Temporary data stays in memory, so visitor
 * data never reaches another folder.
 */
export function openDatabase(folder: string, name = databaseFile): DatabaseSync {
  const database = new DatabaseSync(join(folder, name), { timeout: busyTimeout });
  try {
    database.exec(pragmas);
    migrate(database);
    assertSound(database);
    beginOpening(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** In milliseconds. No visitor waits for the owner's commands, so those wait for the server. */
const commandTimeout = 10_000;

/**
 * Opens the database while a server has it open. Checking its integrity would hold up that server's commits,
 * and migrating it would change the tables underneath.
 */
export function openBesideServer(folder: string): DatabaseSync {
  const database = new DatabaseSync(join(folder, databaseFile), { timeout: commandTimeout });
  try {
    database.exec(pragmas);
    if (versionOf(database) !== readdirSync(migrations).length || missingFields(database).length > 0) {
      throw new Error(
        'the requests were saved by another version of this program. Start the server of this version once',
      );
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function assertSound(database: DatabaseSync): void {
  const row = database.prepare('pragma integrity_check(1)').get() as { integrity_check: string };
  if (row.integrity_check !== 'ok') {
    throw new DatabaseDamaged(`The database is damaged: ${row.integrity_check}`);
  }
}

class DatabaseDamaged extends Error {}

/** SQLITE_CORRUPT and SQLITE_NOTADB (https://sqlite.org/rescode.html). */
const damageCodes = [11, 26];

export function isDamage(error: unknown): boolean {
  const { errcode } = Object(error) as { errcode?: number };
  return error instanceof DatabaseDamaged || (errcode !== undefined && damageCodes.includes(errcode & 0xff));
}

/**
 * If a process dies or its fsync fails at the end of a commit, the commit may be readable but not durable,
 * and a retrying client would be told that its request is saved. Committing something here first makes that
 * commit durable. The number distinguishes this opening's leases from earlier ones.
 */
function beginOpening(database: DatabaseSync): void {
  inTransaction(database, () => database.exec('update installation set openings = openings + 1'));
  database.exec('create temp table this_opening as select openings as number from installation');
}

/** Runs `work` in a transaction; rolls back if it throws. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    // A full disk rolls back automatically; a second rollback would hide the first error.
    if (database.isTransaction) {
      database.exec('rollback');
    }
    throw error;
  }
}

/** Runs each numbered file once, in order. `user_version` is the number of the last one that ran. */
function migrate(database: DatabaseSync): void {
  const files = readdirSync(migrations).sort();
  if (versionOf(database) === files.length && missingFields(database).length === 0) {
    return;
  }
  inTransaction(database, () => {
    const version = versionOf(database);
    if (version > files.length) {
      throw new Error(
        `The database's schema is version ${version}, but this program only supports up to ${files.length}.`,
      );
    }
    for (const file of files.slice(version)) {
      database.exec(readFileSync(join(migrations, file), 'utf8'));
    }
    database.exec(`pragma user_version = ${files.length}`);
    for (const name of missingFields(database)) {
      database.exec(`alter table requests add column ${name} text not null default ''`);
    }
  });
}

function versionOf(database: DatabaseSync): number {
  const row = database.prepare('pragma user_version').get() as { user_version: number };
  return row.user_version;
}

/** Contract fields without a column yet: a new field gets its column here. */
function missingFields(database: DatabaseSync): string[] {
  const columns = database.prepare("select name from pragma_table_info('requests')").all();
  const names = new Set(columns.map(({ name }) => name));
  return fieldNames.filter((field) => !names.has(field));
}
