import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './database.ts';

/** How long a server waits for the previous one to end. */
const lockTimeout = 10_000;

/** Open locks, kept until the process ends. The system releases a process's locks no matter how it ends. */
const locks = new Set<DatabaseSync>();

/**
 * Makes this the only server on a data folder, so the leases of an earlier server are over. Throws an error with an
 * explanation if another server, or a command that locks servers out, keeps running. Returns false if the file can't be
 * locked for another reason, such as a full disk.
 */
export function lockDataFolder(folder: string): boolean {
  try {
    lock(folder, lockTimeout);
    return true;
  } catch (error) {
    if (isBusy(error)) {
      throw new Error(
        `DATA_DIR is "${folder}", and another server is using it. Stop that server, or give this one its own folder, like DATA_DIR=/var/lib/other-site. For several servers see docs/more-than-one-machine.md`,
      );
    }
    // Without the lock, earlier leases end only when their time is over.
    return false;
  }
}

/**
 * Keeps servers out until the process ends, for a command that replaces or retires the file. Throws if a server is
 * running. Locks nothing if there is no lock file.
 */
export function lockOutServers(folder: string): void {
  // Without a lock file, no server has ever run on the folder.
  if (!existsSync(join(folder, 'server.lock'))) {
    return;
  }
  try {
    lock(folder, 0);
  } catch (cause) {
    throw new Error(
      'The server is running. Stop it (systemctl stop diesel-site, or Ctrl+C on your computer) and run this again.',
      {
        cause,
      },
    );
  }
}

/** Locks the folder through SQLite, because Node can't lock files. */
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
