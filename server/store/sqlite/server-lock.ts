import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { errorCode } from './database.ts';

/** How long a server waits for the one before it to end, and how often it looks, in milliseconds. */
const lockTimeout = 10_000;
const lockInterval = 100;

/** Kept until the process ends, however it ends: the system drops the locks of a process that is gone. */
const locks = new Set<DatabaseSync>();

/** SQLITE_BUSY (https://sqlite.org/rescode.html). */
const busy = 5;

/**
 * Makes this the only server on a data folder, whose leases by an earlier one are then over. Node has no file
 * locks of its own, but SQLite has. Throws an explanation if another server keeps running; false if the file
 * cannot be locked for any other reason, such as a full disk: then leases end with time.
 */
export async function lockDataFolder(folder: string): Promise<boolean> {
  const giveUpAt = performance.now() + lockTimeout;
  let result = tryLock(folder);
  while (result === 'busy' && performance.now() < giveUpAt) {
    await pause(lockInterval);
    result = tryLock(folder);
  }
  if (result === 'busy') {
    throw new Error(
      `DATA_DIR is "${folder}", and another server is using it. Stop that one, or give this one a folder of its own, like DATA_DIR=/var/lib/other-site. For several servers see docs/more-than-one-machine.md`,
    );
  }
  return result === 'locked';
}

/** For a command that replaces or retires the file: keeps servers out until the process ends. Throws if one runs. */
export function lockOutServers(folder: string): void {
  // Without the lock's file, no server has ever run on the folder.
  if (existsSync(join(folder, 'server.lock')) && tryLock(folder) === 'busy') {
    throw new Error('The server is running. Stop it (systemctl stop diesel-site) and run this again.');
  }
}

function tryLock(folder: string): 'locked' | 'busy' | 'failed' {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(join(folder, 'server.lock'));
    database.exec('pragma journal_mode = memory; begin exclusive');
    locks.add(database);
    return 'locked';
  } catch (error) {
    database?.close();
    return ((errorCode(error) ?? 0) & 0xff) === busy ? 'busy' : 'failed';
  }
}
