import { randomBytes } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fieldNames } from '../../../contract/contact-fields.ts';
import { addField, type Dialect, migrationFrom, schemaVersion } from '../schema.ts';

/** How long SQLite waits for another process's lock, in milliseconds: less than a visitor waits. */
const busyTimeout = 2_000;

export const databaseFile = 'requests.sqlite';

/** Throws a sentence when no server has saved requests in this folder. */
export function assertRequestsIn(folder: string): void {
  const file = resolve(folder, databaseFile);
  if (!existsSync(file)) {
    throw new Error(
      `there is no ${file}. DATA_DIR must be the server's folder, like DATA_DIR=/var/lib/diesel-site`,
    );
  }
}

const pragmas = `
  pragma journal_mode = truncate;
  pragma synchronous = full;
  pragma secure_delete = on;
  pragma temp_store = memory`;

const dialect: Dialect = {
  integer: 'integer',
  countingKey: 'integer primary key',
  tableEnd: 'strict',
  hex: (column) => `nullif(lower(hex(${column})), '')`,
  escaped: (column) =>
    `update requests set ${column} = replace(${column}, char(65535), char(65535) || '1') where instr(${column}, char(65535)) > 0;`,
};

/**
 * Opens the database in a data folder (see data-folder.ts), migrates it and checks its integrity. Not WAL:
 * opening a WAL on a full disk kills the process with SIGBUS. Not `journal_mode=delete`: it omits the sync
 * after the commit, so a power cut can bring the journal back. Temporary data stays in memory, so visitor
 * data never reaches another folder.
 */
export function openDatabase(folder: string, name = databaseFile): DatabaseSync {
  return openFile(join(folder, name), busyTimeout, (database) => {
    migrate(database);
    assertNotCarriedOver(database, join(folder, name));
    if (isQuicklyChecked(database)) {
      assertSound(database);
    }
    forceCommit(database);
  });
}

/** In milliseconds. No visitor waits for the owner's commands, so those wait for the server. */
const commandTimeout = 10_000;

/**
 * Opens the database while a server has it open. Checking its integrity would hold up that server's commits,
 * and migrating it would change the tables underneath.
 */
export function openBesideServer(folder: string): DatabaseSync {
  assertRequestsIn(folder);
  return openFile(join(folder, databaseFile), commandTimeout, (database) => {
    if (versionOf(database) !== schemaVersion || missingFields(database).length > 0) {
      throw new Error(
        'the requests were saved by another version of this program. Start the server of this version once',
      );
    }
  });
}

function openFile(file: string, timeout: number, prepare: (database: DatabaseSync) => void): DatabaseSync {
  const database = new DatabaseSync(file, { timeout });
  try {
    database.exec(pragmas);
    prepare(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** In bytes: about what can be checked in a second. */
const quicklyChecked = 64 * 2 ** 20;

/** A larger file is checked beside the calls: see check-beside.ts. */
export function isQuicklyChecked(database: DatabaseSync): boolean {
  return statSync(database.location() ?? '').size <= quicklyChecked;
}

export function assertSound(database: DatabaseSync): void {
  const row = database.prepare('pragma integrity_check(1)').get();
  if (row?.integrity_check !== 'ok') {
    throw new DatabaseDamaged(`the database is damaged: ${row?.integrity_check}`);
  }
}

/** Up to version 2, a carry-over took the hash key away before it renamed the file. */
function assertNotCarriedOver(database: DatabaseSync, file: string): void {
  if (database.prepare('select 1 from installation').get() === undefined) {
    throw new Error(
      `the requests in ${file} are in PostgreSQL since a carry-over. Rename it, like ${file}.carried-over, and set DATABASE_URL`,
    );
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
 * commit durable.
 */
function forceCommit(database: DatabaseSync): void {
  inTransaction(database, () => database.exec('update installation set openings = openings + 1'));
}

/** Runs `work` in a transaction; rolls back if it throws. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('begin immediate');
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

/** A full disk rolls back automatically; a second rollback would hide the first error. */
export function rollBack(database: DatabaseSync): void {
  if (database.isTransaction) {
    database.exec('rollback');
  }
}

/** `user_version` is the version of the schema. */
function migrate(database: DatabaseSync): void {
  if (versionOf(database) === schemaVersion && missingFields(database).length === 0) {
    return;
  }
  inTransaction(database, () => {
    const version = versionOf(database);
    if (version > schemaVersion) {
      throw new Error(
        `The database's schema is version ${version}, but this program only supports up to ${schemaVersion}.`,
      );
    }
    database.exec(migrationFrom(version, dialect, randomBytes(32).toString('hex')));
    database.exec(`pragma user_version = ${schemaVersion}`);
    for (const name of missingFields(database)) {
      database.exec(addField(name));
    }
  });
}

function versionOf(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.user_version);
}

/** Contract fields without a column yet: a new field gets its column here. */
function missingFields(database: DatabaseSync): string[] {
  const columns = database.prepare("select name from pragma_table_info('requests')").all();
  const names = new Set(columns.map(({ name }) => name));
  return fieldNames.filter((field) => !names.has(field));
}
