import type { Log } from '../log.ts';

/** In milliseconds. */
const leastInterval = 60_000;

/**
 * Logs only when the store begins to fail and when it works again, and that at most once a minute: a full disk
 * must not be filled further by log lines about it.
 */
export function failureLog(log: Log) {
  let isFailing = false;
  let isLogged = false;
  let loggedAt = Number.NEGATIVE_INFINITY;

  return (error: string | undefined): void => {
    isFailing = error !== undefined;
    if (isFailing && !isLogged && performance.now() - loggedAt >= leastInterval) {
      log('store_failed', { error: error as string });
      isLogged = true;
      loggedAt = performance.now();
    } else if (!isFailing && isLogged) {
      log('store_recovered');
      isLogged = false;
    }
  };
}
