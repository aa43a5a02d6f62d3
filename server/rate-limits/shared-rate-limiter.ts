import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { SharedState } from '../store/shared-state.ts';
import {
  type Counted,
  limits,
  type RateLimit,
  type RateLimiter,
  type RateLimits,
  rateLimits,
  type Taken,
  takeFrom,
} from './rate-limiter.ts';

/**
 * How long each server counts on its own after a failure, in milliseconds: visitors must not wait for each
 * count.
 */
const localOnlyAfterFailure = 10_000;

export function sharedRateLimits(clock: Clock, shared: SharedState): RateLimits {
  const own = rateLimits(clock);
  return {
    ...own,
    posts: sharedRateLimiter('posts', limits.posts, shared, own.posts, clock),
    accepted: sharedRateLimiter('accepted', limits.accepted, shared, own.accepted, clock),
  };
}

/**
 * One limit for all servers that share a store. Each also counts locally: a flood stopped by one server costs
 * the database nothing, and the local count is the fallback while the database is down.
 */
function sharedRateLimiter(
  name: string,
  limit: RateLimit,
  shared: SharedState,
  own: RateLimiter,
  clock: Pick<Clock, 'elapsed'>,
): RateLimiter {
  let localOnlyUntil = 0;

  return {
    async take(ip: string, id?: string): Promise<Taken> {
      const taken = await own.take(ip, id);
      if (taken.retryAfter !== undefined || clock.elapsed() < localOnlyUntil) {
        return taken;
      }
      const place = { name: `limit of ${name}`, key: ip, ttl: limit.window };
      try {
        const { counted, retryAfter } = await shared.update(place, (counts: Counted[] = [], now) => {
          const result = takeFrom(counts, limit, now, id && shortened(id));
          return { state: result.counts, result };
        });
        if (retryAfter !== undefined) {
          await taken.refund();
          return { retryAfter, refund: () => undefined };
        }
        return { refund: () => Promise.all([taken.refund(), counted && refund(place, counted)]) };
      } catch {
        localOnlyUntil = clock.elapsed() + localOnlyAfterFailure;
        return taken;
      }
    },
  };

  function refund(place: Parameters<SharedState['update']>[0], { at, id }: Counted): Promise<void> {
    return shared
      .update(place, (counts: Counted[] = []) => {
        const index = counts.findIndex((one) => one.at === at && one.id === id);
        return { state: index < 0 ? counts : counts.toSpliced(index, 1), result: undefined };
      })
      .catch(() => undefined); // Leaves one count too many, for minutes.
  }
}

/** Enough to tell one visitor's posts apart, too little to guess their contents from. */
function shortened(id: string): string {
  return createHash('sha256').update(id).digest('base64url').slice(0, 4);
}
