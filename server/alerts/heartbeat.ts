import type { Clock } from '../clock.ts';
import { call } from '../http/call.ts';
import { connectionCause } from '../http/connection-cause.ts';
import type { Log } from '../log/log.ts';
import type { AskHealth } from './health.ts';

/**
 * Pings an external monitor every minute while all is well, which alerts when pings stop: a dead server cannot
 * report itself.
 */
export async function sendHeartbeats(
  url: string,
  { askHealth, clock, log }: { askHealth: AskHealth; clock: Clock; log: Log },
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    const { store, mail, ...faults } = await askHealth();
    const hasFault = [faults.refusedPhones, faults.setAside, faults.backup].some(
      (fault) => fault !== undefined,
    );
    if (store === 'ok' && mail === 'ok' && !hasFault) {
      // Not awaited, so that a slow ping does not delay the next one.
      ping();
    }
    await clock.wait(60_000, stopping);
  }

  async function ping(): Promise<void> {
    const { resultCode, status, text } = await call(url, {}, stopping);
    const cause = status === undefined ? connectionCause(resultCode) : heartbeatFault(status, text);
    if (cause !== undefined && !stopping.aborted) {
      log('heartbeat_failed', { resultCode, cause });
    }
  }
}

/**
 * Why a monitor's answer is no yes; undefined if it is one. Healthchecks.io answers 200 "OK (not found)" for a check that
 * does not exist, and "OK (rate limited)" (https://healthchecks.io/docs/http_api/).
 */
export function heartbeatFault(status: number, text = ''): string | undefined {
  if (status < 200 || status >= 300) {
    return 'it refused the heartbeat';
  } else if (/\bnot found\b/i.test(text)) {
    return 'it has no check at this address: look for a typing error, or make the check again';
  }
  return /\brate limited\b/i.test(text) ? 'it got too many heartbeats' : undefined;
}
