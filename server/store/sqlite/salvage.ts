import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { renameDurably, syncToDisk } from '../../durable-files.ts';
import { type Copied, copyRequests } from './copy-requests.ts';
import { databaseFile, isDamage, openDatabase } from './database.ts';

/** What was recovered from a damaged database, and the path of the unchanged damaged file. */
export type Salvage = Copied & { copy: string };

/**
 * Opens the database in a data folder. If it is damaged, sets it aside under a dated name and copies whatever
 * is readable into a new one: requests at night cannot wait for an engineer.
 */
export function openOrSalvage(folder: string, onSalvage: (salvage: Salvage) => void): DatabaseSync {
  try {
    return openDatabase(folder);
  } catch (error) {
    if (!isDamage(error)) {
      throw error;
    }
    onSalvage(salvage(folder));
    return openDatabase(folder);
  }
}

export function salvage(folder: string): Salvage {
  const file = join(folder, databaseFile);
  const copy = `${file}.damaged-${new Date().toISOString().replaceAll(':', '')}`;
  const replacement = join(folder, `${databaseFile}.salvaged`);
  try {
    for (const end of ['', '-journal'].filter((candidate) => existsSync(file + candidate))) {
      copyFileSync(file + end, copy + end);
      syncToDisk(copy + end);
    }
    rmSync(replacement, { force: true });
    const counts = rescue(copy, folder, `${databaseFile}.salvaged`);
    rmSync(`${file}-journal`, { force: true });
    renameDurably(replacement, file);
    rmSync(`${replacement}-journal`, { force: true });
    return { copy, ...counts };
  } catch (error) {
    // A full disk must not fill up with copies: the next opening retries.
    for (const leftover of [copy, `${copy}-journal`, replacement, `${replacement}-journal`]) {
      rmSync(leftover, { force: true });
    }
    throw error;
  }
}

function rescue(copy: string, folder: string, name: string): Copied {
  const damaged = new DatabaseSync(copy);
  const fresh = openDatabase(folder, name);
  try {
    const copied = copyRequests(damaged, fresh, { skipsDamage: true });
    fresh.prepare('update installation set unreadable = :unreadable').run({ unreadable: copied.unreadable });
    return copied;
  } finally {
    damaged.close();
    fresh.close();
  }
}
