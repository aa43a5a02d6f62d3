import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { RequestStore } from '../request-store.ts';
import { databaseFile } from './database.ts';

/** What damage, a restore, a move to PostgreSQL or an upgrade leaves behind. */
const names = new RegExp(
  `^${databaseFile}\\.(damaged-|before-restore-|before-upgrade|after-upgrade-|carried-over)`,
);

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
  const old = readdirSync(folder).filter(
    // Renaming a file changes its ctime, not its mtime.
    (name) => names.test(name) && now.getTime() - statSync(join(folder, name)).ctimeMs > olderThan,
  );
  const kept: string[] = [];
  for (const name of old.filter((candidate) => !candidate.endsWith('-journal'))) {
    if (await isNeeded(name, folder, store)) {
      kept.push(name);
    } else {
      for (const file of [name, `${name}-journal`]) {
        rmSync(join(folder, file), { force: true });
      }
    }
  }
  return kept;
}

async function isNeeded(name: string, folder: string, store: SetAsideParts['store']): Promise<boolean> {
  if (name.includes('.damaged-')) {
    // What could be read of it is in the store.
    return ((await store.check()).unreadable ?? 0) > 0;
  }
  const references = undeliveredIn(join(folder, name));
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

/** Undefined if the file cannot be read. */
function undeliveredIn(file: string): string[] | undefined {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      const rows = database
        .prepare(
          "select reference from requests join outbox_messages on request_id = requests.id where state <> 'sent'",
        )
        .all();
      return rows.map(({ reference }) => String(reference));
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
}
