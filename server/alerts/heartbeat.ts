import { type Clock, minute } from '../clock.ts';
import { describeConnectionError } from '../http/describe-connection-error.ts';
import { fetchOnce } from '../http/fetch-once.ts';
import type { Log } from '../log/log.ts';
import type { ReadHealth } from './health.ts';

/**
 * Pings an external monitor every minute while nothing is wrong. A refused email stops the pings only once it is
 * late. The monitor alerts the owner when the pings stop, because a dead server can't report itself.
 */
export async function sendHeartbeats(
  url: string,
  { readHealth, clock, log }: { readHealth: ReadHealth; clock: Clock; log: Log },
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const { store, mail, refusedPhones, setAside, backup } = await readHealth();
    const hasFault = [refusedPhones, setAside, backup].some((fault) => fault !== undefined);
    if (store === 'ok' && mail === 'ok' && !hasFault) {
      // A slow ping must not delay the next one, so it isn't awaited.
      ping();
    }
    await clock.wait(minute, stopping);
  }

  async function ping(): Promise<void> {
    const { resultCode, status, text } = await fetchOnce(url, {}, stopping);
    const cause =
      status === undefined ? describeConnectionError(resultCode) : findHeartbeatFault(status, text);
    if (cause !== undefined && !stopping.aborted) {
      log('heartbeat_failed', { resultCode, cause });
    }
  }
}

/**
 * Returns why a monitor did not accept a heartbeat, or undefined if it did. For a check that doesn't exist,
 * Healthchecks.io responds with 200 "OK (not found)". Heartbeats that are sent too often may get "OK (rate limited)"
 * (https://healthchecks.io/docs/http_api/).
 */
export function findHeartbeatFault(status: number, text = ''): string | undefined {
  if (status < 200 || status >= 300) {
    return 'it refused the heartbeat';
  } else if (/\bnot found\b/i.test(text)) {
    return 'it has no check at this address. Look for a typo, or create the check again';
  }
  return /\brate limited\b/i.test(text) ? 'it received too many heartbeats' : undefined;
}
