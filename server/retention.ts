import type { Clock } from './clock.ts';
import { type Log, stackLocation } from './log.ts';
import type { RequestStore } from './store/request-store.ts';

interface RetentionParts {
  store: RequestStore;
  /** Removes copies of these requests outside the store. */
  removeCopies(references: readonly string[]): Promise<void>;
  /** Removes files that were set aside so many milliseconds ago (store/sqlite/set-aside.ts). */
  removeSetAside?(olderThan: number): Promise<void>;
  /** Days after the delivery until the last copy is gone. */
  days: number;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

const day = 24 * 60 * 60_000;

/** How often to purge, in milliseconds. */
const interval = 60 * 60_000;

/**
 * Requests purged per transaction, and the milliseconds after each: a visitor's request may have to wait for
 * it.
 */
const step = { requests: 100, pause: 250 };

/** The purge runs once an hour, and the nightly backup may start late: both are early by this, in milliseconds. */
const margin = 6 * 60 * 60_000;

/** The longest that a backup is kept, in days. */
const longestBackup = 7;

/**
 * How the days of retention are divided: the store deletes a request `store` days after its delivery, and the
 * last backup that holds it is at most `backups` days older.
 */
export function daysOf(retentionDays: number): { store: number; backups: number } {
  const backups = Math.min(longestBackup, Math.floor(retentionDays / 2));
  return { store: retentionDays - backups, backups };
}

/** How long a whole copy of the requests may stand, in milliseconds: a backup, or a file that was set aside. */
export function copyAge(retentionDays: number): number {
  return daysOf(retentionDays).backups * day - margin;
}

/** Purges requests whose email was delivered. Undelivered requests stay, however old. */
export async function purgeOnSchedule({ stopping, clock, ...parts }: RetentionParts): Promise<void> {
  while (!stopping.aborted) {
    try {
      await purgeExpired({ stopping, clock, ...parts });
      await parts.removeSetAside?.(copyAge(parts.days));
    } catch (error) {
      parts.log('retention_failed', stackLocation(error));
    }
    await clock.wait(interval, stopping);
  }
}

/** Removes copies first: after an interruption, the next round finds the remaining requests again. */
export async function purgeExpired({ store, removeCopies, days, clock, log, stopping }: RetentionParts) {
  const deliveredFor = daysOf(days).store * day - margin;
  while (!stopping.aborted) {
    const references = await store.findExpired({ deliveredFor, limit: step.requests });
    await removeCopies(references);
    await store.purge(references);
    if (references.length > 0) {
      log('purged', { requests: references.length });
    }
    if (references.length < step.requests) {
      return;
    }
    await clock.wait(step.pause, stopping);
  }
}
