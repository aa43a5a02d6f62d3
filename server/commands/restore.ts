import { chownSync, constants, copyFileSync, existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { removeDurably, renameDurably, syncToDisk } from '../durable-files.ts';
import type { Settings } from '../settings.ts';
import { isUnsent } from '../store/schema.ts';
import { prepareDataFolder } from '../store/sqlite/data-folder.ts';
import { databaseFile, isSound, openDatabase } from '../store/sqlite/database.ts';
import { lockOutServers } from '../store/sqlite/server-lock.ts';
import { fileCommand, runAsProgram } from './command.ts';

const help = `npm run restore -- FILE   replaces the requests with a copy made by "npm run backup"

Stop the server first (systemctl stop diesel-site) and start it afterward. The old file is kept.`;

export const run = fileCommand(help, restore);

async function restore(copy: string, { dataDir }: Settings): Promise<string> {
  prepareDataFolder(dataDir);
  lockOutServers(dataDir);
  const name = `${databaseFile}.restoring-${process.pid}-${Date.now()}`;
  try {
    // Copying a pipe would wait for its other end.
    if (!statSync(copy).isFile()) throw new Error('it is not a file');
    copyFileSync(copy, join(dataDir, name), constants.COPYFILE_EXCL);
    prepare(dataDir, name);
    const kept = keepOld(join(dataDir, databaseFile));
    renameDurably(join(dataDir, name), join(dataDir, databaseFile));
    return `The requests are restored. Those unsent are emailed at the start, as possible duplicates.${kept}`;
  } catch (error) {
    throw new Error(`${copy} was not restored: ${(error as Error).message}.`, { cause: error });
  } finally {
    rmSync(join(dataDir, name), { force: true });
    rmSync(join(dataDir, `${name}-journal`), { force: true });
  }
}

/** Checks the copy, and marks what may have been emailed since it was made. */
function prepare(folder: string, name: string): void {
  const file = join(folder, name);
  const copied = new DatabaseSync(file);
  // A reference becomes the name of a file, and a trigger would become part of the server.
  const isOurs =
    isSound(copied) &&
    !has(copied, "requests where reference glob '*[^0-9A-Z]*'") &&
    !has(copied, "sqlite_schema where type in ('trigger', 'view')");
  copied.close();
  if (!isOurs) throw new Error('it is damaged, or was not made by "npm run backup"');
  const database = openDatabase(folder, name);
  database.exec(`
    update deliveries
    set possible_duplicate = 1, state = case state when 'sending' then 'pending' else state end,
      lease_token = null, lease_ends_at = null
    where ${isUnsent}`);
  database.close();
  syncToDisk(file);
  // Root may run this, but the server runs under another account.
  const { uid, gid } = statSync(folder);
  chownSync(file, uid, gid);
}

const has = (database: DatabaseSync, what: string) =>
  database.prepare(`select 1 from ${what} limit 1`).get() !== undefined;

/** Keeps the old file under another name as well, and says which. Retention removes it unless that says "unsent". */
function keepOld(file: string): string {
  if (!existsSync(file)) return '';
  let isAllSent = false;
  try {
    const old = new DatabaseSync(file);
    isAllSent = !has(old, `deliveries where ${isUnsent}`);
    old.close();
  } catch {
    // It is damaged: nobody knows what it holds.
  }
  const time = new Date().toISOString().replaceAll(':', '');
  const kept = `${file}.${isAllSent ? 'before-restore' : 'unsent'}-${time}`;
  linkSync(file, kept);
  // Of a server that was killed. SQLite would roll it back into the restored file, destroying that.
  removeDurably(`${file}-journal`);
  return `\nThe old file is now ${kept}. It holds what visitors wrote: delete it when you no longer need it.`;
}

if (import.meta.main) await runAsProgram(run);
