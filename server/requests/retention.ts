import { existsSync } from 'node:fs';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, day, hour, minute } from '../clock.ts';
import type { Log } from '../log/log.ts';
import { logUnexpectedError } from '../queue/log-unexpected-error.ts';

interface RetentionDependencies {
  store: {
    findWithDeliveries(reference: string): Promise<unknown>;
    sweep(retentionTime?: number): Promise<number>;
    checkClock(): Promise<boolean>;
  };
  /** The data folder and the email folder, which may have copies of requests. If undefined, no files are deleted. */
  copyFolders?: { data: string; mail: string };
  /** The setting RETENTION_DAYS. */
  retentionDays: number;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

/** The milliseconds between sweeps of the store, and between removals of old files. */
export const sweepInterval = minute;
const fileInterval = 60 * sweepInterval;

/**
 * Requests and their copies are usually deleted this many milliseconds early, because a backup may start late and files
 * are deleted hourly.
 */
const deletionMargin = 6 * hour;

/**
 * Divides the days of retention between the store and the backups. The store deletes a request about `store` days after
 * its delivery. The last backup with that request is kept for about `backups` more days.
 */
export function divideRetention(retentionDays: number): { store: number; backups: number } {
  // Reserve one day if possible, because nothing is deleted for a day after the clock has jumped.
  const divided = Math.max(1, retentionDays - 1);
  const backups = Math.min(7, Math.floor(divided / 2));
  return { store: divided - backups, backups };
}

/**
 * Returns the maximum age of a copy outside the store. Copies are backups and files that match `copyNames`. The age is
 * at least an hour, so that no copy is deleted while a command is writing it.
 */
export function getMaxCopyAge(retentionDays: number): number {
  return Math.max(hour, divideRetention(retentionDays).backups * day - deletionMargin);
}

/**
 * Deletes old requests that were delivered, done, closed, or erased, and old copies, until stopped. Keeps all other
 * requests, whatever their age. Requests and files share one loop, so files are deleted only right after the
 * loop has confirmed that the clock is steady.
 */
export async function sweepOnSchedule(dependencies: RetentionDependencies): Promise<void> {
  const { stopping, clock, log } = dependencies;
  let wasSteady = false;
  let filesRemovedAt = Number.NEGATIVE_INFINITY;
  while (!stopping.aborted) {
    await sweepOnce().catch((error) => {
      // Stopping the server closes the store.
      if (!stopping.aborted) {
        logUnexpectedError(log, error, 'retention_failed');
      }
    });
    await clock.wait(sweepInterval, stopping);
  }

  async function sweepOnce(): Promise<void> {
    const isSteady = await checkClockAndSweep(dependencies);
    if (wasSteady && !isSteady) {
      log('clock_jumped');
    }
    wasSteady = isSteady;
    if (isSteady && clock.elapsed() - filesRemovedAt >= fileInterval) {
      filesRemovedAt = clock.elapsed();
      await removeOldCopies(dependencies);
    }
  }
}

/**
 * Makes the store clear the data that it keeps only for minutes. If the wall clock has been steady for a day, also
 * deletes expired requests and other old data. Returns whether the clock has been steady.
 */
export async function checkClockAndSweep({
  store,
  retentionDays,
  log,
}: Pick<RetentionDependencies, 'store' | 'retentionDays' | 'log'>): Promise<boolean> {
  const isSteady = await store.checkClock();
  const requests = await store.sweep(
    isSteady ? divideRetention(retentionDays).store * day - deletionMargin : undefined,
  );
  if (requests > 0) {
    log('purged', { requests });
  }
  return isSteady;
}

/**
 * The names of files with visitors' data outside the store: emails, and copies left by a restore, a move to
 * PostgreSQL, or an interrupted command. Files that are damaged or have unsent requests aren't listed, because
 * they may be the only copy. They stay until somebody removes them. With SQLite, /healthz counts them.
 */
const copyNames = {
  data: /^requests\.sqlite\.(before-restore|moved|copying|restoring)-/,
  mail: /^(?<reference>[^-]*).*\.eml$/,
};

async function removeOldCopies({
  store,
  copyFolders,
  retentionDays,
  clock,
}: RetentionDependencies): Promise<void> {
  for (const kind of ['data', 'mail'] as const) {
    const folder = copyFolders?.[kind] ?? '';
    for (const name of existsSync(folder) ? await readdir(folder) : []) {
      const match = copyNames[kind].exec(name);
      // Renaming a file changes its ctime, not its mtime, so the ctime shows when the file was renamed.
      const isOld =
        match &&
        clock.wallTime().getTime() - (await stat(join(folder, name))).ctimeMs > getMaxCopyAge(retentionDays);
      // Emails about a request, like 7KQ2MA-canceled.eml, are kept while the request is stored.
      const reference = match?.groups?.reference;
      if (isOld && !(reference && (await store.findWithDeliveries(reference)))) {
        await rm(join(folder, name), { force: true });
      }
    }
  }
}
