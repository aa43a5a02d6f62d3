import type { Clock } from '../clock.ts';

interface RateLimit {
  max: number;
  /** Milliseconds. No interval of this length may contain more than `max`. */
  window: number;
}

/** All posts of an IP, in this process only, rejected ones included: nobody types a hundred a minute. */
export const postLimit: RateLimit = { max: 100, window: 60_000 };

export interface RateLimiter {
  /**
   * Counts one post for an IP. At the limit, counts nothing and returns the seconds until the next slot.
   */
  take(ip: string): number | undefined;
}

export function postLimits(clock: Pick<Clock, 'elapsed'>): RateLimiter {
  return rateLimiter(postLimit, clock);
}

/** IPs tracked at once; beyond that the oldest are forgotten. */
const maxTracked = 50_000;

/**
 * A sliding window per IP, on the monotonic clock. IPs are dropped a generation at a
 * time: deleting single entries from the front of a Map gets slower with each one.
 */
export function rateLimiter({ max, window }: RateLimit, clock: Pick<Clock, 'elapsed'>) {
  let older = new Map<string, number[]>();
  let newer = new Map<string, number[]>();
  let newerSince = clock.elapsed();

  return {
    take(ip: string) {
      const now = clock.elapsed();
      forget(now);
      const times = newer.get(ip) ?? older.get(ip) ?? [];
      const recent = times.filter((at) => at > now - window);
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= max) {
        return Math.ceil((oldest + window - now) / 1_000);
      }
      older.delete(ip);
      newer.set(ip, [...recent, now]);
      return undefined;
    },

    get size() {
      return older.size + newer.size;
    },
  } satisfies RateLimiter & { size: number };

  /** Everything in the older generation has expired once the newer one is a full window old. */
  function forget(now: number): void {
    if (now - newerSince >= window || newer.size >= maxTracked / 2) {
      older = newer;
      newer = new Map();
      newerSince = now;
    }
  }
}
