import type { Handler } from 'hono';
import { type Clock, minute } from '../clock.ts';
import { cacheControl } from '../http/headers.ts';
import type { RequestStore } from '../store/request-store.ts';

/** How long a result is reused, because each check writes to the disk. */
const cacheTtl = 1_000;

/** How long a request may wait before its email counts as late. Normally, an email goes out in seconds. */
export const mailLateAfter = 15 * minute;

export interface Health {
  store: 'ok' | 'failing' | 'stopping';
  /**
   * `late` if a request that isn't probable spam has waited 15 minutes for its email. The HTTP status is still 200: it
   * reports on the store. Undefined unless `store` is `ok`.
   */
  mail?: 'ok' | 'late';
  /** The longest wait of an unsent request that isn't probable spam, or 0. Undefined unless `store` is `ok`. */
  oldestUnsentSeconds?: number;
  /** The number of requests whose email was permanently refused, which need attention. Undefined if zero or unknown. */
  refused?: number;
  /** The number of recipients whose service permanently refuses alarms. Undefined if zero or unknown. */
  refusedPhones?: number;
  /**
   * The number of databases set aside because they were damaged or replaced while requests were unsent. Undefined if
   * zero or unknown.
   */
  setAside?: number;
  /** `late` if the last recorded backup is over two days old, otherwise undefined. */
  backup?: 'late';
}

export type ReadHealth = () => Promise<Health>;

/**
 * Tells monitoring whether requests can be saved and whether email goes out. Load balancers shouldn't use it, because
 * pages don't need the store.
 */
export function createHealthHandler(readHealth: ReadHealth): Handler {
  return async (c) => {
    const health = await readHealth();
    // "npm run launch-check" reads how many proxies forwarded this request.
    const proxies = c.req.header('X-Forwarded-For')?.split(',').length;
    return c.json(
      proxies === undefined ? health : { ...health, proxies },
      health.store === 'ok' ? 200 : 503,
      {
        'Cache-Control': cacheControl.never,
      },
    );
  };
}

/** Creates a function that checks the store at most once a second, and shares the result among its callers. */
export function createHealthReader(
  store: Pick<RequestStore, 'probeStatus'>,
  clock: Clock,
  stopping: AbortSignal,
): ReadHealth {
  let lastCheck: { at: number; health: Promise<Health> } | undefined;

  return async () => {
    if (lastCheck === undefined || clock.elapsed() - lastCheck.at > cacheTtl) {
      lastCheck = { at: clock.elapsed(), health: readNow() };
    }
    return stopping.aborted ? { store: 'stopping' } : lastCheck.health;
  };

  async function readNow(): Promise<Health> {
    try {
      const { longestUnsent, refused, refusingRecipients, setAside, isBackupLate } =
        await store.probeStatus();
      const waitTime = Math.max(0, longestUnsent?.waitTime ?? 0);
      return {
        store: 'ok',
        mail: waitTime >= mailLateAfter ? 'late' : 'ok',
        oldestUnsentSeconds: Math.round(waitTime / 1_000),
        ...(refused.length > 0 ? { refused: refused.length } : {}),
        ...(refusingRecipients > 0 ? { refusedPhones: refusingRecipients } : {}),
        ...(setAside.length > 0 ? { setAside: setAside.length } : {}),
        ...(isBackupLate ? { backup: 'late' } : {}),
      };
    } catch {
      return { store: 'failing' };
    }
  }
}
