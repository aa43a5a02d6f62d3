import type { Handler } from 'hono';
import type { Clock } from './clock.ts';
import { cacheControl } from './headers.ts';
import type { RequestStore } from './store/request-store.ts';

/** How long an answer serves everyone who asks, in milliseconds: a check writes to the disk. */
const answerLife = 1_000;

/** Seconds. An email is sent within a second, one in a digest within ten minutes. */
const lateAfter = 15 * 60;

export interface Health {
  store: 'ok' | 'failing' | 'stopping';
  /** Late: a request has waited for a quarter of an hour. The status stays 200, as it speaks of the store. */
  mail?: 'ok' | 'late';
  /** How long the oldest request has waited for a mail server to take it. Absent while nobody can tell. */
  oldestUnsentSeconds?: number;
  /** Mails that the mail server has refused for good: somebody must look. Absent while there are none. */
  deadLettered?: number;
  /** Requests that a damaged store could not give back: somebody must look. Absent while there was no damage. */
  unreadable?: number;
}

/**
 * For monitors: whether a request could be kept now, and whether mail goes out. Not for taking
 * pages out of a balancer: they need no store.
 */
export function health(store: RequestStore, clock: Clock, stopping: AbortSignal): Handler {
  const ask = watchHealth(store, clock, stopping);
  return async (c) => {
    const now = await ask();
    return c.json(now, now.store === 'ok' ? 200 : 503, { 'Cache-Control': cacheControl.never });
  };
}

/** The same for all who ask, at most once a second. */
export function watchHealth(store: RequestStore, clock: Clock, stopping: AbortSignal): () => Promise<Health> {
  let last: { at: number; health: Promise<Health> } | undefined;

  return async () => {
    if (last === undefined || clock.elapsed() - last.at > answerLife) {
      last = { at: clock.elapsed(), health: ask() };
    }
    return stopping.aborted ? { store: 'stopping' } : last.health;
  };

  async function ask(): Promise<Health> {
    try {
      const now = clock.now();
      const { oldestUnsent = now, deadLettered, unreadable } = await store.check(now);
      const seconds = Math.max(0, Math.round((now.getTime() - oldestUnsent.getTime()) / 1_000));
      return {
        store: 'ok',
        mail: seconds >= lateAfter ? 'late' : 'ok',
        oldestUnsentSeconds: seconds,
        ...(deadLettered > 0 ? { deadLettered } : {}),
        ...(unreadable === undefined ? {} : { unreadable }),
      };
    } catch {
      return { store: 'failing' };
    }
  }
}
