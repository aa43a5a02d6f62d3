/** npm run restore -- FILE: replaces the requests with a backup while the server is stopped. */
import {
  chownSync,
  constants,
  copyFileSync,
  existsSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { renameDurably, syncToDisk } from '../durable-files.ts';
import type { Settings } from '../settings.ts';
import { isUnsent } from '../store/schema.ts';
import { prepareDataFolder } from '../store/sqlite/data-folder.ts';
import { databaseFile, isSound, openDatabase } from '../store/sqlite/database.ts';
import { lockOutServers } from '../store/sqlite/server-lock.ts';
import { commandOf, onlyParameter, runAsProgram } from './command.ts';

const help = `npm run restore -- FILE   replaces the requests with a copy made by "npm run backup"

Stop the server first (systemctl stop diesel-site) and start it afterward. The old file is renamed and
kept. Exits with 0 when the copy was restored, with 1 when nothing was changed, with 2 when the command
was not understood.`;

export const run = commandOf({
  help,
  understand: onlyParameter('Say which copy to restore.'),
  failed: 'Nothing was restored',
  work: restore,
});

async function restore(copy: string, { database, dataDir }: Settings): Promise<string> {
  if (database !== undefined) {
    throw new Error(
      'the requests are in PostgreSQL (DATABASE_URL). docs/more-than-one-machine.md says how to restore that, with pgBackRest.',
    );
  }
  // Opening a pipe would wait for its other end.
  if (!statSync(copy, { throwIfNoEntry: false })?.isFile()) {
    throw new Error(`${copy} is not a file. Name one that "npm run backup" made.`);
  }
  prepareDataFolder(dataDir);
  lockOutServers(dataDir);
  const name = `${databaseFile}.restoring-${process.pid}-${Date.now()}`;
  try {
    copyFileSync(copy, join(dataDir, name), constants.COPYFILE_EXCL);
    const { requests, unsent } = check(copy, dataDir, name);
    const before = keepOld(dataDir, name);
    renameDurably(join(dataDir, name), join(dataDir, databaseFile));
    const said = `${requests} ${requests === 1 ? 'request' : 'requests'} restored; ${unsent} of them will be emailed when the server starts, marked as possible duplicates.`;
    return before === undefined
      ? said
      : `${said}\nThe old file is now ${before}. It contains what visitors wrote: delete it when you no longer need it.`;
  } finally {
    for (const leftover of [name, `${name}-journal`]) {
      rmSync(join(dataDir, leftover), { force: true });
    }
  }
}

/** Checks the copy, adds what it lacks, and marks what may have been emailed since it was made. */
function check(copy: string, folder: string, name: string): { requests: number; unsent: number } {
  try {
    assertOurs(join(folder, name));
    const database = openDatabase(folder, name);
    database.exec(markUnsent);
    const counts = {
      requests: count(database, 'requests'),
      unsent: count(database, `(select distinct request_id from deliveries where ${isUnsent})`),
    };
    database.close();
    syncToDisk(join(folder, name));
    // Root may run this, but the server runs under another account.
    const { uid, gid } = statSync(folder);
    if (process.getuid?.() === 0) {
      chownSync(join(folder, name), uid, gid);
    }
    return counts;
  } catch (error) {
    const why = (error as Error).message;
    throw new Error(
      `${copy} is damaged, or was not made by "npm run backup" (${why}). Use an earlier copy.`,
      { cause: error },
    );
  }
}

const markUnsent = `
  update deliveries
  set possible_duplicate = 1, state = case state when 'sending' then 'pending' else state end,
    lease_token = null, lease_ends_at = null
  where ${isUnsent}`;

/** Whatever else a file may hold, such as triggers, must not become part of the database. */
function assertOurs(file: string): void {
  const database = new DatabaseSync(file);
  try {
    if (!isSound(database) || count(database, 'pragma_foreign_key_check') > 0) {
      throw new Error('the database is damaged');
    } else if (count(database, "sqlite_schema where type in ('trigger', 'view')") > 0) {
      throw new Error('it holds more than tables');
    } else if (count(database, "requests where reference glob '*[^0-9A-Z]*'") > 0) {
      throw new Error('a reference in it is none');
    }
  } finally {
    database.close();
  }
}

function count(database: DatabaseSync, what: string): number {
  return Number(database.prepare(`select count(*) as count from ${what}`).get()?.count);
}

/**
 * Returns the old file's new name, which says whether it holds anything unsent that the copy lacks: then
 * retention leaves it alone. The old file stays in place until the rename replaces it, so that a server
 * starting in between finds one or the other. Moves a leftover journal, which SQLite would otherwise roll back
 * into the restored file, destroying it.
 */
function keepOld(folder: string, copy: string): string | undefined {
  const file = join(folder, databaseFile);
  if (!existsSync(file)) {
    return undefined;
  }
  const kind = hasUnsentBesides(file, join(folder, copy)) ? 'unsent' : 'before-restore';
  const before = `${file}.${kind}-${new Date().toISOString().replaceAll(':', '')}`;
  linkSync(file, before);
  if (statSync(`${file}-journal`, { throwIfNoEntry: false })?.size) {
    renameSync(`${file}-journal`, `${before}-journal`);
  }
  return before;
}

/** True for a file that cannot be read. */
function hasUnsentBesides(file: string, copy: string): boolean {
  const database = new DatabaseSync(file);
  try {
    database.prepare('attach ? as copy').run(copy);
    const isOnlyThere = 'reference not in (select reference from copy.requests)';
    return (
      count(
        database,
        `requests join deliveries on request_id = requests.id where ${isUnsent} and ${isOnlyThere}`,
      ) > 0
    );
  } catch {
    return true;
  } finally {
    database.close();
  }
}

if (import.meta.main) {
  await runAsProgram(run);
}
