import { once } from 'node:events';
import type { Clock } from '../clock.ts';
import { watchHealth } from '../health.ts';
import { urlOf } from '../http-server.ts';
import type { Log } from '../log.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Settings } from '../settings.ts';
import type { RequestStore } from '../store/request-store.ts';
import { sendAlerts } from './alerts.ts';
import { call } from './call.ts';
import { sendHeartbeats } from './heartbeat.ts';
import { type Counts, createMetricsServer } from './metrics.ts';
import { openReportedIncidents } from './reported-incidents.ts';

interface Parts {
  settings: Settings;
  store: RequestStore;
  outbox: Outbox;
  keptCopies(): readonly string[];
  /** Whether there is a mail server. */
  delivers: boolean;
  clock: Clock;
  log: Log;
  counts: Counts;
  stopping: AbortSignal;
}

/** Starts the configured alerts, heartbeats and metrics. Throws if METRICS_PORT is in use. */
export async function startAlerts(parts: Parts): Promise<void> {
  const { settings, store, outbox, keptCopies, delivers, clock, log, counts, stopping } = parts;
  const askHealth = watchHealth(store, clock, stopping);
  const { alertWebhook, heartbeat } = settings;
  if (alertWebhook) {
    const memory = await openReportedIncidents(settings.dataDir);
    sendAlerts({
      call: (alert) => call(alertWebhook, stopping, alert),
      memory,
      store,
      outbox,
      keptCopies,
      delivers,
      clock,
      log,
      stopping,
    });
  }
  if (heartbeat) {
    sendHeartbeats({ ping: () => call(heartbeat, stopping), askHealth, clock, log, stopping });
  }
  if (settings.metricsPort !== undefined) {
    const server = createMetricsServer(askHealth, counts).listen(settings.metricsPort, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      throw new Error(
        `METRICS_PORT is ${settings.metricsPort}, where this server cannot listen (${code}). Set it to a free port from 1024 up, like METRICS_PORT=9100`,
        { cause: error },
      );
    }
    log('metrics_listening', { url: `${urlOf(server)}/metrics` });
  }
}
