import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from './clock.ts';
import { type Log, stackLocation } from './log.ts';
import { StoreUnavailable } from './queue/transaction.ts';
import type { RequestStore } from './store/request-store.ts';

interface RetentionParts {
  store: Pick<RequestStore, 'find' | 'sweep'>;
  /** Folders with copies outside the store: the data folder, and that of emails. Absent in functions. */
  copies?: { data: string; mail: string };
  /** Days after the delivery until the last copy is gone. */
  days: number;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

const day = 24 * 60 * 60_000;

/** How often the store is swept, in milliseconds, and how often old files are removed. */
export const sweepInterval = 60_000;
const fileInterval = 60 * sweepInterval;

/** In milliseconds: copies are removed this early, because a backup may start late and files are removed hourly. */
const margin = 6 * 60 * 60_000;

/**
 * How the days of retention are divided: the store deletes a request `store` days after its delivery, and the
 * last backup that holds it is at most `backups` days older, which is a week at most.
 */
export function daysOf(retentionDays: number): { store: number; backups: number } {
  const backups = Math.min(7, Math.floor(retentionDays / 2));
  return { store: retentionDays - backups, backups };
}

/** How long a whole copy of the requests may stand, in milliseconds: a backup, or a file that was set aside. */
export function copyAge(retentionDays: number): number {
  return daysOf(retentionDays).backups * day - margin;
}

/** Purges requests whose email was delivered, and copies, until stopped. Undelivered requests stay, however old. */
export async function purgeOnSchedule(parts: RetentionParts): Promise<void> {
  await Promise.all([repeat(sweep, sweepInterval), repeat(removeCopies, fileInterval)]);

  async function repeat(work: (parts: RetentionParts) => Promise<void>, interval: number): Promise<void> {
    const { stopping, clock, log } = parts;
    while (!stopping.aborted) {
      await work(parts).catch((error) => {
        // The store says itself when it is unavailable, and a stop closes it.
        if (!stopping.aborted && !(error instanceof StoreUnavailable))
          log('retention_failed', stackLocation(error));
      });
      await clock.wait(interval, stopping);
    }
  }
}

/** Has the store clear what is kept only for minutes, and purge some of what has expired. */
export async function sweep({ store, days, log }: Pick<RetentionParts, 'store' | 'days' | 'log'>) {
  const requests = await store.sweep(daysOf(days).store * day - margin);
  if (requests > 0) log('purged', { requests });
}

/**
 * Files besides the store that hold what visitors wrote: emails, and copies that a restore, a move to
 * PostgreSQL or an interrupted command leaves behind. A damaged file, or one with unsent requests, may be the
 * only copy. Its name is not listed here, so it stays until somebody removes it, and /healthz shows it.
 */
const copyNames = {
  data: /^requests\.sqlite\.(before-restore|moved|copying|restoring)-/,
  mail: /^(?<reference>.*)\.eml$/,
};

async function removeCopies({ store, copies, days, clock }: RetentionParts): Promise<void> {
  for (const kind of ['data', 'mail'] as const) {
    const folder = copies?.[kind] ?? '';
    for (const name of existsSync(folder) ? await readdir(folder) : []) {
      const match = copyNames[kind].exec(name);
      // Renaming a file changes its ctime, not its mtime.
      const isOld = match && clock.now().getTime() - (await stat(join(folder, name))).ctimeMs > copyAge(days);
      // An email stays for as long as its request.
      const reference = match?.groups?.reference;
      if (isOld && !(reference && (await store.find(reference)))) {
        await rm(join(folder, name), { force: true });
      }
    }
  }
}
