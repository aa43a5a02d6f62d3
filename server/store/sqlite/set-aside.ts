import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { RequestStore } from '../request-store.ts';
import { databaseFile } from './database.ts';

/** What damage, a restore, a move to PostgreSQL or an upgrade leaves behind. */
const names = new RegExp(
  `^${databaseFile}\\.(damaged-|before-restore-|before-upgrade|after-upgrade-|carried-over|restoring|salvaged)`,
);
/** Ended in the middle: what they were to be a copy of is still there. */
const unfinished = /\.(restoring|salvaged|unfinished)$/;

interface SetAsideParts {
  folder: string;
  store: Pick<RequestStore, 'check' | 'find'>;
  /** Milliseconds since a file was set aside. */
  olderThan: number;
  now: Date;
}

/**
 * Removes copies of requests that were set aside long enough ago. Keeps a file with an undelivered request that
 * the store does not have, or from which not everything could be read. Returns the names of those it kept.
 */
export async function removeSetAside({ folder, store, olderThan, now }: SetAsideParts): Promise<string[]> {
  const copies = (await readdir(folder)).filter((name) => names.test(name) && !name.endsWith('-journal'));
  const kept: string[] = [];
  for (const name of copies) {
    // Renaming a file changes its ctime, not its mtime.
    const { ctimeMs } = await stat(join(folder, name));
    if (now.getTime() - ctimeMs <= olderThan) continue;
    if (await isNeeded(name, folder, store)) {
      kept.push(name);
    } else {
      for (const file of [name, `${name}-journal`]) {
        await rm(join(folder, file), { force: true });
      }
    }
  }
  return kept;
}

async function isNeeded(name: string, folder: string, store: SetAsideParts['store']): Promise<boolean> {
  if (unfinished.test(name)) return false;
  if (name.includes('.damaged-')) {
    // What could be read of it is in the store.
    return ((await store.check()).unreadable ?? 0) > 0;
  }
  const references = await undeliveredIn(join(folder, name));
  if (references === undefined) {
    return true;
  }
  for (const reference of references) {
    if ((await store.find(reference)) === undefined) {
      return true;
    }
  }
  return false;
}

/** Undefined if the file cannot be read. In a thread: a large file or a hanging disk must not hold up a page. */
function undeliveredIn(file: string): Promise<string[] | undefined> {
  return new Promise((resolve) => {
    const reader = new Worker(new URL('./undelivered.ts', import.meta.url), { workerData: file });
    reader.once('message', resolve);
    reader.once('error', () => resolve(undefined));
  });
}
