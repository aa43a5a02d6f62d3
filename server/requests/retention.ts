import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { type Log, stackLocation } from '../log/log.ts';
import { StoreUnavailable } from '../queue/transaction.ts';

interface RetentionParts {
  store: {
    find(reference: string): Promise<unknown>;
    sweep(deliveredFor?: number): Promise<number>;
    watchClock(): Promise<boolean>;
  };
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
 * last backup that holds it is at most `backups` days older, which is a week at most. One day is left over, because
 * nothing is deleted for a day after the clock has jumped.
 */
export function daysOf(retentionDays: number): { store: number; backups: number } {
  const divided = Math.max(1, retentionDays - 1);
  const backups = Math.min(7, Math.floor(divided / 2));
  return { store: divided - backups, backups };
}

/** How long a whole copy of the requests may stand, in milliseconds: a backup, or a file that was set aside. */
export function copyAge(retentionDays: number): number {
  return daysOf(retentionDays).backups * day - margin;
}

/**
 * Purges requests whose email was delivered, and copies, until stopped. Undelivered requests stay, however old. One loop
 * does both, so that no file is removed by a clock that the store has not just checked.
 */
export async function purgeOnSchedule(parts: RetentionParts): Promise<void> {
  const { stopping, clock, log } = parts;
  let wasSteady = false;
  let filesRemovedAt = Number.NEGATIVE_INFINITY;
  while (!stopping.aborted) {
    await purge().catch((error) => {
      // The store says itself when it is unavailable, and a stop closes it.
      if (!stopping.aborted && !(error instanceof StoreUnavailable)) {
        log('retention_failed', stackLocation(error));
      }
    });
    await clock.wait(sweepInterval, stopping);
  }

  async function purge(): Promise<void> {
    const isSteady = await sweep(parts);
    if (wasSteady && !isSteady) {
      log('clock_jumped');
    }
    wasSteady = isSteady;
    if (isSteady && clock.elapsed() - filesRemovedAt >= fileInterval) {
      filesRemovedAt = clock.elapsed();
      await removeCopies(parts);
    }
  }
}

/**
 * Has the store clear what is kept only for minutes, and purge some of what has expired, if the wall clock has been
 * steady for a day. Returns whether it has.
 */
export async function sweep({
  store,
  days,
  log,
}: Pick<RetentionParts, 'store' | 'days' | 'log'>): Promise<boolean> {
  const isSteady = await store.watchClock();
  const requests = await store.sweep(isSteady ? daysOf(days).store * day - margin : undefined);
  if (requests > 0) {
    log('purged', { requests });
  }
  return isSteady;
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
