import { createServer, type Server } from 'node:http';
import type { Health } from '../health.ts';
import { events, type Log } from '../log.ts';

/** Counters since startup, by name. */
export type Counts = Record<keyof typeof counters, number>;

/** Log events that are counted, by the counter's name. */
const counters = {
  site_requests_total: (event, facts) => event === 'request' && facts?.outcome === 'saved',
  site_rejections_total: (event) => event === 'rejection',
  site_requests_mailed_total: (event, facts) => event === 'mail' && facts?.outcome === 'accepted',
  site_mail_failures_total: (event, facts) =>
    event === 'mail' && facts?.outcome !== 'accepted' && facts?.outcome !== 'filed',
  site_errors_total: (event) => events[event].level === 'error',
} satisfies Record<string, (event: Parameters<Log>[0], facts: Parameters<Log>[1]) => boolean>;

/** Wraps a log and counts its events. */
export function countingLog(log: Log): { log: Log; counts: Counts } {
  const names = Object.keys(counters) as (keyof Counts)[];
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Counts;
  return {
    counts,
    log: (event, facts) => {
      for (const name of names) {
        counts[name] += counters[name](event, facts) ? 1 : 0;
      }
      log(event, facts);
    },
  };
}

/** `GET /metrics` in Prometheus's text format, on a separate port that visitors cannot reach. */
export function createMetricsServer(askHealth: () => Promise<Health>, counts: Counts): Server {
  return createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const { store, oldestUnsentSeconds, deadLettered = 0 } = await askHealth();
    const figures = {
      site_store_ok: store === 'ok' ? 1 : 0,
      // Unknown while the store fails: omitted, not zero.
      ...(oldestUnsentSeconds === undefined
        ? {}
        : { site_oldest_unsent_seconds: oldestUnsentSeconds, site_dead_lettered: deadLettered }),
      ...counts,
    };
    const lines = Object.entries(figures).map(([name, value]) => `${name} ${value}\n`);
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(lines.join(''));
  });
}
