import { chownSync, existsSync, linkSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { renameDurably, syncToDisk } from '../../durable-files.ts';
import { copyRequests } from './copy-requests.ts';
import { assertSound, databaseFile, openDatabase } from './database.ts';
import { lockOutServers } from './server-lock.ts';

interface Restored {
  requests: number;
  /** How many of them will be emailed when the server starts. */
  unsent: number;
  /** The new name of the old file. */
  before: string | undefined;
}

/**
 * Replaces the requests in a data folder with a backup. Throws, without changing anything, if a server is
 * running or the backup is damaged.
 */
export function restoreCopy(copy: string, folder: string): Restored {
  // Opening a pipe would wait for its other end.
  if (!statSync(copy, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`${copy} is not a file. Name one that "npm run backup" made.`);
  }
  const file = join(folder, databaseFile);
  lockOutServers(folder);
  const fresh = `${file}.restoring`;
  try {
    const counts = makeFresh(copy, folder, fresh);
    const before = existsSync(file) ? setAside(file) : undefined;
    renameDurably(fresh, file);
    return { ...counts, before };
  } finally {
    for (const leftover of [fresh, `${fresh}-journal`]) {
      rmSync(leftover, { force: true });
    }
  }
}

/** Creates a complete, verified and migrated database next to the current one. */
function makeFresh(copy: string, folder: string, fresh: string): Omit<Restored, 'before'> {
  for (const leftover of [fresh, `${fresh}-journal`]) {
    rmSync(leftover, { force: true });
  }
  const database = openDatabase(folder, `${databaseFile}.restoring`);
  const counts = copyRows(copy, database);
  database.close();
  syncToDisk(fresh);
  // Root may run this, but the server runs under another account.
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) {
    chownSync(fresh, uid, gid);
  }
  return counts;
}

/** Only rows: whatever else the file may hold, such as triggers, never becomes part of the database. */
function copyRows(copy: string, database: DatabaseSync): Omit<Restored, 'before'> {
  let source: DatabaseSync | undefined;
  try {
    source = new DatabaseSync(copy, { readOnly: true });
    assertSound(source);
    const { requests, pending, unreadable } = copyRequests(source, database, { skipsDamage: false });
    if (unreadable > 0) {
      throw new Error(`${unreadable} of its requests cannot be used`);
    }
    return { requests, unsent: pending };
  } catch (error) {
    throw new Error(
      `${copy} is damaged, or was not made by "npm run backup" (${(error as Error).message}). Use an earlier copy.`,
      { cause: error },
    );
  } finally {
    source?.close();
  }
}

/**
 * Returns the new name of the old file. Also moves a leftover journal, which SQLite would otherwise roll back
 * into the restored file, destroying it. The old file stays in place until the rename replaces it, so that a
 * server starting in between finds one or the other.
 */
function setAside(file: string): string {
  const before = `${file}.before-restore-${new Date().toISOString().replaceAll(':', '')}`;
  linkSync(file, before);
  if (statSync(`${file}-journal`, { throwIfNoEntry: false })?.size) {
    renameSync(`${file}-journal`, `${before}-journal`);
  }
  return before;
}
