import type { Log } from '../log.ts';

/** In milliseconds. */
const leastInterval = 60_000;

/**
 * Logs only when the store begins to fail and when it works again, and that at most once a minute: a full disk
 * must not be filled further by log lines about it.
 */
export function failureLog(log: Log): (error: string | undefined) => void {
  let isLogged = false;
  let loggedAt = Number.NEGATIVE_INFINITY;

  return (error) => {
    if (error !== undefined && !isLogged && performance.now() - loggedAt >= leastInterval) {
      log('store_failed', { error });
      isLogged = true;
      loggedAt = performance.now();
    } else if (error === undefined && isLogged) {
      log('store_recovered');
      isLogged = false;
    }
  };
}
