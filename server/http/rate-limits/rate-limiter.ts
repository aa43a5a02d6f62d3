import { type Clock, minute } from '../../clock.ts';

/** How many posts this process reads from one IP in a window. Nobody types a hundred a minute. */
const maxPosts = 100;
const windowLength = minute;

/**
 * Maximum IPs tracked at once. When the map is full, and once per window, `count` drops expired IPs. If more than half
 * of the maximum remain, `count` also drops the oldest.
 */
const maxTracked = 50_000;

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Counts the posts from each IP, in windows that begin with the IP's first post. Uses the monotonic clock. */
export function createRateLimiter(clock: Pick<Clock, 'elapsed'>) {
  let windows = new Map<string, { end: number; posts: number }>();
  let nextCleanupAt = clock.elapsed() + windowLength;

  return {
    /** Counts one post from an IP. If the IP is over the limit, returns the seconds until the IP's window ends. */
    count(ip: string): number | undefined {
      const now = clock.elapsed();
      if (now >= nextCleanupAt || windows.size >= maxTracked) {
        const current = [...windows].filter(([, { end }]) => end > now);
        windows = new Map(current.slice(-maxTracked / 2));
        nextCleanupAt = now + windowLength;
      }
      const current = windows.get(ip);
      const { end, posts } = current && current.end > now ? current : { end: now + windowLength, posts: 0 };
      // A map lists its entries from the oldest to the newest. A new window must count as new.
      if (posts === 0) {
        windows.delete(ip);
      }
      windows.set(ip, { end, posts: posts + 1 });
      return posts >= maxPosts ? Math.ceil((end - now) / 1_000) : undefined;
    },

    size: () => windows.size,
  };
}
