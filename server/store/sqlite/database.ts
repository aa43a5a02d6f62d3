import { randomBytes } from 'node:crypto';
import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { forceWriteSql } from '../../requests/store-status.ts';
import { renameDurably } from '../durable-files.ts';
import {
  assertReadable,
  buildInsertHashKeySql,
  createMigration,
  schemaVersion,
  tablesSql,
} from '../schema.ts';
import { computeResumedTime, readTimesSql } from '../trusted-time.ts';

export const databaseFile = 'requests.sqlite';

/**
 * How long SQLite waits for another process's lock. It's shorter than the time a visitor's save may take
 * (`storeTimeouts`).
 */
const lockTimeout = 2_000;

/**
 * The settings of connections that save data, which keep temporary visitor data in memory. Don't use these other
 * journal modes:
 * - `wal`: on a full disk, it can kill the process (SIGBUS).
 * - `delete`: it omits the sync after the commit, so a power failure could bring the journal back.
 */
export const pragmasSql = `
  pragma journal_mode = truncate;
  pragma synchronous = full;
  pragma secure_delete = on;
  pragma temp_store = memory`;

/** Opens the database in a data folder, creates or migrates it if necessary, and commits a small change. */
export function openDatabase(folder: string, name = databaseFile): DatabaseSync {
  const database = new DatabaseSync(join(folder, name), { timeout: lockTimeout });
  try {
    database.exec(`${pragmasSql}; begin immediate`);
    const version = readVersion(database);
    if (version === 0) {
      const hashKey = randomBytes(32).toString('hex');
      database.exec(`${tablesSql} ${buildInsertHashKeySql(hashKey)}; pragma user_version = ${schemaVersion}`);
    } else {
      assertReadable(version);
    }
    if (version > 0 && version < schemaVersion) {
      database.exec(`${createMigration(version)} pragma user_version = ${schemaVersion}`);
    }
    // If an earlier process died or its fsync failed at the end of a commit, that commit may be readable but
    // not durable. A client that tries again would be told that its request is saved, but a power failure
    // could still lose it. This commit makes the earlier one durable.
    database.exec(`${forceWriteSql}; commit`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns the start value of this process's trusted clock (trusted-time.ts). */
export function readResumedTime(database: DatabaseSync, wallTime: number): number {
  const { trustedAt = null, wallAt = null } = database.prepare(readTimesSql).get() ?? {};
  const times = { trustedAt, wallAt } as Parameters<typeof computeResumedTime>[0];
  return computeResumedTime(times, wallTime);
}

/**
 * Creates the data folder for this account alone, if there is none, and makes its database accessible to this account
 * alone. Throws an error with an explanation if the folder can't be used.
 */
export function prepareDataFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    // A database that was copied here by hand may be readable by other accounts.
    const files = [databaseFile, `${databaseFile}-journal`].map((name) => join(dataDir, name));
    for (const file of files.filter((path) => existsSync(path))) {
      chmodSync(file, 0o600);
    }
  } catch (error) {
    throw new Error(
      `DATA_DIR cannot be used (${(error as Error).message}). It must be a folder that this account may write to, like DATA_DIR=/var/lib/diesel-site`,
      { cause: error },
    );
  }
}

/** Throws an error with an explanation if this folder has no database. */
export function assertDatabaseExists(folder: string): void {
  const file = resolve(folder, databaseFile);
  if (!existsSync(file)) {
    throw new Error(
      `there is no ${file}. DATA_DIR must be the server's folder, like DATA_DIR=/var/lib/diesel-site`,
    );
  }
}

/** Whether an error shows damage: SQLITE_CORRUPT or SQLITE_NOTADB (https://sqlite.org/rescode.html). */
export const isCorruptionError = (error: unknown) => [11, 26].includes((getErrorCode(error) ?? 0) & 0xff);

/** Whether a write failed because the disk is full: SQLITE_FULL (https://sqlite.org/rescode.html#full). */
export const isFullDisk = (error: unknown) => ((getErrorCode(error) ?? 0) & 0xff) === 13;

/** Whether another process keeps the file locked: SQLITE_BUSY (https://sqlite.org/rescode.html#busy). */
export const isBusy = (error: unknown) => ((getErrorCode(error) ?? 0) & 0xff) === 5;

export function getErrorCode(error: unknown): number | undefined {
  return (Object(error) as { errcode?: number }).errcode;
}

/** Matches integrity faults of single rows. A value that breaks a constraint doesn't mean that the file is damaged. */
const rowFault = /^(CHECK constraint failed in|(NULL|NUMERIC|TEXT|non-\w+) value in) /;

/**
 * Whether the file passes an integrity check, apart from faults of single rows. Throws the disk's errors, because an
 * unreadable file isn't necessarily damaged.
 */
export function passesIntegrityCheck(database: DatabaseSync): boolean {
  try {
    const rows = database.prepare('pragma integrity_check').all();
    return rows.every(({ integrity_check: fault }) => fault === 'ok' || rowFault.test(String(fault)));
  } catch (error) {
    if (isCorruptionError(error)) {
      return false;
    }
    throw error;
  }
}

/** Renames the file and its journal if the file isn't sound. */
export function setAsideIfDamaged(folder: string): void {
  const file = join(folder, databaseFile);
  const database = new DatabaseSync(file, { timeout: lockTimeout });
  try {
    if (passesIntegrityCheck(database)) {
      return;
    }
  } finally {
    database.close();
  }
  const name = `${databaseFile}.damaged-${new Date().toISOString().replaceAll(':', '')}`;
  for (const end of ['-journal', ''].filter((suffix) => existsSync(file + suffix))) {
    renameDurably(file + end, join(folder, name + end));
  }
}

export function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('pragma user_version').get()?.user_version);
}
