import type { Clock } from '../../clock.ts';

/** All posts of an IP, in this process only, rejected ones included: nobody types a hundred a minute. */
const postLimit = { max: 100, window: 60_000 };

/** IPs tracked at once. Beyond that, or after a window, the expired ones and the oldest are forgotten. */
const maxTracked = 50_000;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Counts the posts of each IP, in windows that begin with its first post, on the monotonic clock. */
export function createRateLimiter(clock: Pick<Clock, 'elapsed'>, { max, window } = postLimit) {
  let windows = new Map<string, { end: number; posts: number }>();
  let forgetAt = clock.elapsed() + window;

  return {
    /** Counts one post of an IP. Over the limit, returns the seconds until its window ends. */
    take(ip: string): number | undefined {
      const now = clock.elapsed();
      if (now >= forgetAt || windows.size >= maxTracked) {
        const current = [...windows].filter(([, { end }]) => end > now);
        windows = new Map(current.slice(-maxTracked / 2));
        forgetAt = now + window;
      }
      const known = windows.get(ip);
      const { end, posts } = known && known.end > now ? known : { end: now + window, posts: 0 };
      windows.set(ip, { end, posts: posts + 1 });
      return posts >= max ? Math.ceil((end - now) / 1_000) : undefined;
    },

    size: () => windows.size,
  };
}
