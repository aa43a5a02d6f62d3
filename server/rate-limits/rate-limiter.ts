import type { Clock } from '../clock.ts';

export interface RateLimit {
  max: number;
  /** Milliseconds. No interval of this length may contain more than `max`. */
  window: number;
}

/** Limits per IP. A busy yard may send ten requests; nobody types a hundred posts a minute. */
export const limits = {
  accepted: { max: 10, window: 10 * 60_000 },
  posts: { max: 100, window: 60_000 },
  read: { max: 200, window: 60_000 },
};

export interface RateLimits {
  /** All posts, including rejected ones. */
  posts: RateLimiter;
  /** Posts whose body is read, if only to show the form again: a form of 45 kB takes milliseconds. */
  read: RateLimiter;
  /** Posts that became requests. */
  accepted: RateLimiter;
}

export interface RateLimiter {
  /**
   * Counts one post for an IP. At the limit, counts nothing and returns the seconds until the next slot. An
   * `id` that has already been counted passes without being counted again.
   */
  take(ip: string, id?: string): Taken | Promise<Taken>;
}

export interface Taken {
  retryAfter?: number;
  /** Takes back the count, for a post that should not have counted. */
  refund(): unknown;
}

export function rateLimits(clock: Clock): RateLimits {
  return {
    posts: rateLimiter(limits.posts, clock),
    read: rateLimiter(limits.read, clock),
    accepted: rateLimiter(limits.accepted, clock),
  };
}

const noop = () => undefined;
const unlimited: RateLimiter = { take: () => ({ refund: noop }) };

/** For load and browser tests, which all post from one IP. */
export const noRateLimits: RateLimits = { posts: unlimited, read: unlimited, accepted: unlimited };

/** IPs tracked at once; beyond that the oldest are forgotten. */
const maxTracked = 50_000;

export interface Counted {
  at: number;
  id?: string | undefined;
}

/** Counts one more, unless the limit is reached or `id` has already been counted. */
export function takeFrom(
  counts: readonly Counted[],
  { max, window }: RateLimit,
  now: number,
  id: string | undefined,
): { counts: Counted[]; counted?: Counted; retryAfter?: number } {
  const recent = counts.filter(({ at }) => at > now - window);
  const [oldest] = recent;
  if (id !== undefined && recent.some((one) => one.id === id)) {
    return { counts: recent };
  } else if (oldest && recent.length >= max) {
    return { counts: recent, retryAfter: Math.ceil((oldest.at + window - now) / 1_000) };
  } else {
    const counted = { at: now, id };
    return { counts: [...recent, counted], counted };
  }
}

/**
 * A sliding window per IP, on the monotonic clock. IPs are dropped a generation at a time: deleting single
 * entries from the front of a Map gets slower with each one.
 */
export function rateLimiter(limit: RateLimit, clock: Pick<Clock, 'elapsed'>) {
  let older = new Map<string, Counted[]>();
  let newer = new Map<string, Counted[]>();
  let newerSince = clock.elapsed();

  return {
    take(ip: string, id?: string): Taken {
      const now = clock.elapsed();
      forget(now);
      const { counts, counted, retryAfter } = takeFrom(find(ip), limit, now, id);
      if (counted === undefined) {
        return { ...(retryAfter === undefined ? {} : { retryAfter }), refund: noop };
      }
      older.delete(ip);
      newer.set(ip, counts);
      return { refund: () => remove(ip, counted) };
    },

    get size() {
      return older.size + newer.size;
    },
  };

  function find(ip: string): Counted[] {
    return newer.get(ip) ?? older.get(ip) ?? [];
  }

  function remove(ip: string, one: Counted): void {
    const generation = newer.has(ip) ? newer : older;
    generation.set(
      ip,
      find(ip).filter((other) => other !== one),
    );
  }

  /** Everything in the older generation has expired once the newer one is a full window old. */
  function forget(now: number): void {
    if (now - newerSince >= limit.window || newer.size >= maxTracked / 2) {
      older = newer;
      newer = new Map();
      newerSince = now;
    }
  }
}
