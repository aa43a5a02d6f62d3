import type { Handler } from 'hono';
import type { Clock } from '../clock.ts';
import { cacheControl } from '../http/headers.ts';
import type { RequestStore } from '../store/request-store.ts';

/** How long a result is reused, in milliseconds: each check writes to the disk. */
const cacheTtl = 1_000;

/** How long a request may wait before email counts as late, in seconds. It normally leaves within one. */
const mailLateAfter = 15 * 60;

export interface Health {
  store: 'ok' | 'failing' | 'stopping';
  /** Late: a request has waited 15 minutes. The status code stays 200, since it reports on the store. */
  mail?: 'ok' | 'late';
  /** How long the oldest unsent request has waited. Absent while unknown. */
  oldestUnsentSeconds?: number;
  /** Requests whose email was permanently refused: needs attention. Absent when there are none. */
  refused?: number;
  /** Phones whose service refuses alarms for good: needs attention. Absent when there are none. */
  refusedPhones?: number;
  /** Damaged databases that were set aside: needs attention. Absent when there are none. */
  setAside?: number;
  /** The last backup is over two days old. Absent if it is not, and if there was never one. */
  backup?: 'late';
}

export type AskHealth = () => Promise<Health>;

/**
 * For monitoring: whether a request could be saved now, and whether email goes out. Not a load balancer
 * check: pages need no store.
 */
export function health(ask: AskHealth): Handler {
  return async (c) => {
    const now = await ask();
    // How many proxies forwarded this request, for npm run launch-check.
    const proxies = c.req.header('X-Forwarded-For')?.split(',').length;
    return c.json(proxies === undefined ? now : { ...now, proxies }, now.store === 'ok' ? 200 : 503, {
      'Cache-Control': cacheControl.never,
    });
  };
}

/** Checks at most once a second; all callers share the result. */
export function watchHealth(
  store: Pick<RequestStore, 'status'>,
  clock: Clock,
  stopping: AbortSignal,
): AskHealth {
  let last: { at: number; health: Promise<Health> } | undefined;

  return async () => {
    if (last === undefined || clock.elapsed() - last.at > cacheTtl) {
      last = { at: clock.elapsed(), health: ask() };
    }
    return stopping.aborted ? { store: 'stopping' } : last.health;
  };

  async function ask(): Promise<Health> {
    try {
      const { oldest, refused, refusedPhones, setAside, isBackupLate } = await store.status();
      const seconds = Math.max(0, Math.round((oldest?.waited ?? 0) / 1_000));
      return {
        store: 'ok',
        mail: seconds >= mailLateAfter ? 'late' : 'ok',
        oldestUnsentSeconds: seconds,
        ...(refused.length > 0 ? { refused: refused.length } : {}),
        ...(refusedPhones > 0 ? { refusedPhones } : {}),
        ...(setAside.length > 0 ? { setAside: setAside.length } : {}),
        ...(isBackupLate ? { backup: 'late' } : {}),
      };
    } catch {
      return { store: 'failing' };
    }
  }
}
