import { call } from '../call.ts';
import type { Clock } from '../clock.ts';
import type { AskHealth } from '../health.ts';
import type { Log } from '../log.ts';

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
    const { store, mail, setAside } = await askHealth();
    if (store === 'ok' && mail === 'ok' && setAside === undefined) {
      // Not awaited, so that a slow ping does not delay the next one.
      ping();
    }
    await clock.wait(60_000, stopping);
  }

  async function ping(): Promise<void> {
    const { resultCode, status = 0 } = await call(url, {}, stopping);
    const isAccepted = status >= 200 && status < 300;
    if (!isAccepted && !stopping.aborted) {
      log('heartbeat_failed', { error: resultCode });
    }
  }
}
