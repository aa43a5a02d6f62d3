import type { Clock } from '../clock.ts';
import type { Health } from '../health.ts';
import type { Log } from '../log.ts';
import { callsLogged } from './call.ts';

interface HeartbeatParts {
  /** Pings an external monitor, which alerts when pings stop: a dead server cannot report itself. */
  ping(): Promise<void>;
  askHealth(): Promise<Health>;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

const interval = 60_000;

/** Pings every minute while /healthz says `ok` for store and mail. */
export async function sendHeartbeats({
  ping,
  askHealth,
  clock,
  log,
  stopping,
}: HeartbeatParts): Promise<void> {
  const tryTo = callsLogged(log, 'heartbeat_failed', stopping);
  while (!stopping.aborted) {
    const { store, mail } = await askHealth();
    if (store === 'ok' && mail === 'ok') {
      // Not awaited, so that a slow ping does not delay the next one.
      tryTo(ping);
    }
    await clock.wait(interval, stopping);
  }
}
