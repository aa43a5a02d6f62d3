import type { Clock } from './clock.ts';
import { type Log, stackLocation } from './log.ts';
import type { RequestStore } from './store/request-store.ts';

export interface RetentionParts {
  store: RequestStore;
  /** Removes what was written of these requests outside the store. */
  removeCopies(references: readonly string[]): Promise<void>;
  days: number;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

const day = 24 * 60 * 60_000;

/** How often it looks, in milliseconds. */
const interval = 60 * 60_000;

/** Requests purged in one transaction: a visitor's request may have to wait for it. */
const limit = 100;

/** Purges requests `days` after their mail was delivered. What is not delivered stays, however old. */
export async function keepToRetention({ stopping, clock, ...parts }: RetentionParts): Promise<void> {
  while (!stopping.aborted) {
    try {
      await purgeExpired({ stopping, clock, ...parts });
    } catch (error) {
      parts.log('retention_failed', stackLocation(error));
    }
    await clock.wait(interval, stopping);
  }
}

/** Copies go first: what is cut short in between is found again by the next round. */
async function purgeExpired({ store, removeCopies, days, clock, log, stopping }: RetentionParts) {
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
