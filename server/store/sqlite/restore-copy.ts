import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { databaseFile, openDatabase } from './database.ts';

export interface Restored {
  requests: number;
  /** How many of them will be emailed when the server starts. */
  unsent: number;
  /** The new name of the old file. */
  before: string | undefined;
}

/**
 * Replaces the requests in a data folder with a backup. Throws, without changing anything, if a server has
 * the file open or the backup is damaged.
 */
export function restoreCopy(copy: string, folder: string): Restored {
  const file = join(folder, databaseFile);
  assertNobodyUses(file);
  const fresh = `${file}.restoring`;
  try {
    const counts = makeFresh(copy, folder, fresh);
    const before = existsSync(file) ? setAside(file) : undefined;
    renameSync(fresh, file);
    sync(folder);
    return { ...counts, before };
  } finally {
    for (const leftover of [fresh, `${fresh}-journal`]) {
      rmSync(leftover, { force: true });
    }
  }
}

/** Checks the open files of every process this account can inspect; Linux only. */
function assertNobodyUses(file: string): void {
  if (!existsSync(file) || !existsSync('/proc/self/fd')) {
    return;
  }
  const { dev, ino } = statSync(file);
  const users = readdirSync('/proc').filter(
    (pid) => /^\d+$/.test(pid) && openFiles(pid).some((open) => open.dev === dev && open.ino === ino),
  );
  if (users.length > 0) {
    throw new Error(
      `the server is running: process ${users.join(', ')} has ${file} open. Stop it (systemctl stop diesel-site) and run this again.`,
    );
  }
}

function openFiles(pid: string): { dev: number; ino: number }[] {
  try {
    return readdirSync(`/proc/${pid}/fd`).flatMap(
      (descriptor) => statSync(`/proc/${pid}/fd/${descriptor}`, { throwIfNoEntry: false }) ?? [],
    );
  } catch {
    return []; // It has ended, or belongs to another account, which cannot read the folder either.
  }
}

/** Creates a complete, verified and migrated database next to the current one. */
function makeFresh(copy: string, folder: string, fresh: string): Omit<Restored, 'before'> {
  if (!existsSync(copy)) {
    throw new Error(`there is no ${copy}.`);
  }
  rmSync(`${fresh}-journal`, { force: true });
  copyFileSync(copy, fresh);
  assertIsCopy(fresh, copy);
  const database = openDatabase(folder, `${databaseFile}.restoring`);
  database.exec(markUnsent);
  const counts = database.prepare(count).get() as unknown as Omit<Restored, 'before'>;
  database.close();
  sync(fresh);
  // Root may run this, but the server runs under another account.
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) {
    chownSync(fresh, uid, gid);
  }
  return counts;
}

function assertIsCopy(fresh: string, copy: string): void {
  const database = new DatabaseSync(fresh, { readOnly: true });
  try {
    const { integrity_check: found } = database.prepare('pragma integrity_check(1)').get() ?? {};
    if (found !== 'ok') {
      throw new Error(String(found));
    }
    database.prepare('select count(*) from outbox_messages join requests on requests.id = request_id').get();
  } catch (error) {
    throw new Error(
      `${copy} is damaged, or was not made by "npm run backup" (${(error as Error).message}). Use an earlier copy.`,
      { cause: error },
    );
  } finally {
    database.close();
  }
}

/** Which requests were emailed since the backup is unknown, and no leases remain. */
const markUnsent = `
  update outbox_messages
  set possible_duplicate = 1,
      state = case when state = 'sending' then 'pending' else state end,
      lease_token = null,
      lease_ends_at = null
  where state in ('pending', 'sending', 'filed')`;

const count = `
  select count(*) as requests, count(*) filter (where state in ('pending', 'filed')) as unsent
  from outbox_messages`;

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

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
