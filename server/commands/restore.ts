import { chmodSync, chownSync, constants, copyFileSync, linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { renameDurably, syncToDisk } from '../durable-files.ts';
import { isUnsent } from '../store/schema.ts';
import { databaseFile, isSound, openDatabase, prepareDataFolder } from '../store/sqlite/database.ts';
import { lockOutServers } from '../store/sqlite/server-lock.ts';
import { fileCommand, runAsProgram } from './command.ts';

const help = `npm run restore -- FILE   replaces the requests with a copy made by "npm run backup"

Stop the server first (systemctl stop diesel-site) and start it afterward. The old file is kept.`;

export const run = fileCommand(help, async (copy, { dataDir }) => {
  prepareDataFolder(dataDir);
  lockOutServers(dataDir);
  const name = `${databaseFile}.restoring-${process.pid}-${Date.now()}`;
  try {
    copyFileSync(copy, join(dataDir, name), constants.COPYFILE_EXCL);
    // Copying a file copies its permissions.
    chmodSync(join(dataDir, name), 0o600);
    prepare(dataDir, name);
    const kept = keepOld(join(dataDir, databaseFile));
    renameDurably(join(dataDir, name), join(dataDir, databaseFile));
    return `The requests are restored. Those unsent are emailed at the start, as possible duplicates.\n${kept}`;
  } catch (error) {
    throw new Error(`${copy} was not restored: ${(error as Error).message}.`, { cause: error });
  } finally {
    for (const leftover of [name, `${name}-journal`]) rmSync(join(dataDir, leftover), { force: true });
  }
});

/** Checks the copy, and marks what may have been emailed since it was made. */
function prepare(folder: string, name: string): void {
  const database = openDatabase(folder, name);
  // A reference becomes the name of a file.
  if (!isSound(database) || has(database, "requests where reference glob '*[^0-9A-Z]*'")) {
    throw new Error('it is damaged, or was not made by "npm run backup"');
  }
  database.exec(`
    update deliveries
    set possible_duplicate = 1, state = case state when 'sending' then 'pending' else state end
    where ${isUnsent}`);
  database.close();
  syncToDisk(join(folder, name));
  // Root may run this, but the server runs under another account.
  const { uid, gid } = statSync(folder);
  chownSync(join(folder, name), uid, gid);
}

const has = (database: DatabaseSync, rows: string) =>
  database.prepare(`select 1 from ${rows} limit 1`).get() !== undefined;

/** Keeps the old file under another name as well. Retention removes it unless that says "unsent". */
function keepOld(file: string): string {
  if (!statSync(file, { throwIfNoEntry: false })) return '';
  let kind = 'unsent';
  try {
    // This also rolls back what a killed server left in the journal.
    kind = has(new DatabaseSync(file), `deliveries where ${isUnsent}`) ? kind : 'before-restore';
  } catch {
    // It is damaged: nobody knows what it holds.
  }
  const kept = `${file}.${kind}-${new Date().toISOString().replaceAll(':', '')}`;
  linkSync(file, kept);
  return `The old file is now ${kept}. It holds what visitors wrote: delete it when you no longer need it.`;
}

if (import.meta.main) await runAsProgram(run);
