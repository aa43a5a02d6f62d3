import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { errorCode } from './database.ts';

/** How long a server waits for the one before it to end, in milliseconds. */
const lockTimeout = 10_000;

/** Kept until the process ends, however it ends: the system drops the locks of a process that is gone. */
const locks = new Set<DatabaseSync>();

/**
 * Makes this the only server on a data folder, whose leases by an earlier one are then over. Throws an
 * explanation if another server keeps running; false if the file cannot be locked for any other reason, such as
 * a full disk: then leases end with time.
 */
export function lockDataFolder(folder: string): boolean {
  try {
    lock(folder, lockTimeout);
    return true;
  } catch (error) {
    if (errorCode(error) === busy) {
      throw new Error(
        `DATA_DIR is "${folder}", and another server is using it. Stop that one, or give this one a folder of its own, like DATA_DIR=/var/lib/other-site. For several servers see docs/more-than-one-machine.md`,
      );
    }
    return false;
  }
}

/** For a command that replaces or retires the file: keeps servers out until the process ends. Throws if one runs. */
export function lockOutServers(folder: string): void {
  // Without the lock's file, no server has ever run on the folder.
  if (!existsSync(join(folder, 'server.lock'))) {
    return;
  }
  try {
    lock(folder, 0);
  } catch (cause) {
    throw new Error('The server is running. Stop it (systemctl stop diesel-site) and run this again.', {
      cause,
    });
  }
}

/** SQLITE_BUSY (https://sqlite.org/rescode.html). */
const busy = 5;

/** Node has no file locks of its own, but SQLite has. */
function lock(folder: string, timeout: number): void {
  const database = new DatabaseSync(join(folder, 'server.lock'), { timeout });
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
    locks.add(database);
  } catch (error) {
    database.close();
    throw error;
  }
}
