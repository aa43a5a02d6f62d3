import type { Clock } from '../clock.ts';

export interface RateLimit {
  most: number;
  /** Milliseconds: within any stretch of this length there are at most so many. */
  within: number;
}

/** What one IP may do. Ten requests are a busy yard; a hundred posts a minute are no person. */
export const limits = {
  accepted: { most: 10, within: 10 * 60_000 },
  posts: { most: 100, within: 60_000 },
};

export interface RateLimits {
  /** Posts of any kind, rejected ones too. */
  posts: RateLimiter;
  /** Posts that became a request. */
  accepted: RateLimiter;
}

export interface RateLimiter {
  /**
   * Counts one for an IP. When the limit is reached, it counts nothing and gives the seconds until
   * there is room. What has the `id` of one that is counted already passes and is not counted again.
   */
  take(ip: string, id?: string): Taken | Promise<Taken>;
}

export interface Taken {
  retryAfter?: number;
  /** Takes the one counted back, when it turned out not to count. */
  refund(): unknown;
}

export function rateLimits(clock: Clock): RateLimits {
  return { posts: rateLimiter(limits.posts, clock), accepted: rateLimiter(limits.accepted, clock) };
}

const nothing = () => undefined;
const unlimited: RateLimiter = { take: () => ({ refund: nothing }) };

/** For load and browser tests, which post from one IP. */
export const noRateLimits: RateLimits = { posts: unlimited, accepted: unlimited };

/** IPs remembered at once; of more, the oldest are forgotten. */
const remembered = 50_000;

export interface Counted {
  at: number;
  id?: string | undefined;
}

/** Counts one more, unless the limit is reached or `id` is counted already. */
export function takeFrom(
  counts: readonly Counted[],
  { most, within }: RateLimit,
  now: number,
  id: string | undefined,
): { counts: Counted[]; counted?: Counted; retryAfter?: number } {
  const recent = counts.filter(({ at }) => at > now - within);
  const [oldest] = recent;
  if (id !== undefined && recent.some((one) => one.id === id)) {
    return { counts: recent };
  } else if (oldest && recent.length >= most) {
    return { counts: recent, retryAfter: Math.ceil((oldest.at + within - now) / 1_000) };
  } else {
    const counted = { at: now, id };
    return { counts: [...recent, counted], counted };
  }
}

/**
 * A sliding window for each IP, on a clock that never jumps. IPs are forgotten by the generation:
 * taking single ones from the front of a Map costs more with each one taken.
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
        return { ...(retryAfter === undefined ? {} : { retryAfter }), refund: nothing };
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

  /** Everything in the older generation is over when the newer one has lasted a whole window. */
  function forget(now: number): void {
    if (now - newerSince >= limit.within || newer.size >= remembered / 2) {
      older = newer;
      newer = new Map();
      newerSince = now;
    }
  }
}
