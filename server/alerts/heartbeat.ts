import type { Clock } from '../clock.ts';
import type { Health } from '../health.ts';
import type { Log } from '../log.ts';
import { reasonOf } from './call.ts';

interface HeartbeatParts {
  /** Pings a monitor elsewhere, which raises the alarm when it hears nothing: a dead server calls nobody. */
  ping(): Promise<void>;
  askHealth(): Promise<Health>;
  clock: Clock;
  log: Log;
  stopping: AbortSignal;
}

const interval = 60_000;

/** Says each minute that all is well, for as long as /healthz says `ok` twice. */
export async function sendHeartbeats({
  ping,
  askHealth,
  clock,
  log,
  stopping,
}: HeartbeatParts): Promise<void> {
  let isFailing = false;
  while (!stopping.aborted) {
    const { store, mail } = await askHealth();
    if (store === 'ok' && mail === 'ok') {
      beat();
    }
    await clock.wait(interval, stopping);
  }

  /** Nobody waits for it: the next one goes out on its minute. */
  async function beat(): Promise<void> {
    try {
      await ping();
      isFailing = false;
    } catch (error) {
      if (!isFailing && !stopping.aborted) {
        log('heartbeat_failed', { error: reasonOf(error) });
      }
      isFailing = true;
    }
  }
}
