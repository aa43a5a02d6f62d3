import type { Clock } from './clock.ts';
import { type Log, stackLocation } from './log.ts';
import type { RequestStore } from './store/request-store.ts';

export interface RetentionParts {
  store: RequestStore;
  /** Removes copies of these requests outside the store. */
  removeCopies(references: readonly string[]): Promise<void>;
  days: number;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

const day = 24 * 60 * 60_000;

/** How often to purge, in milliseconds. */
const interval = 60 * 60_000;

/** Requests purged per transaction: a visitor's request may have to wait for it. */
const limit = 100;

/** Purges requests `days` after their email was delivered. Undelivered requests stay, however old. */
export async function purgeOnSchedule({ stopping, clock, ...parts }: RetentionParts): Promise<void> {
  while (!stopping.aborted) {
    try {
      await purgeExpired({ stopping, clock, ...parts });
    } catch (error) {
      parts.log('retention_failed', stackLocation(error));
    }
    await clock.wait(interval, stopping);
  }
}

/** Removes copies first: after an interruption, the next round finds the remaining requests again. */
export async function purgeExpired({ store, removeCopies, days, clock, log, stopping }: RetentionParts) {
  const deliveredBefore = new Date(clock.now().getTime() - days * day);
  let references: string[];
  do {
    references = await store.findExpired({ deliveredBefore, limit });
    await removeCopies(references);
    await store.purge(references);
    if (references.length > 0) {
      log('purged', { requests: references.length });
    }
  } while (references.length === limit && !stopping.aborted);
}
