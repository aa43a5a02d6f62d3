import { createServer, type Server } from 'node:http';
import type { Health } from '../health.ts';
import { events, type Log } from '../log.ts';

/** Counted since the start, by name. */
export type Counts = Record<keyof typeof counted, number>;

type Facts = Parameters<Log>[1];

/** What is counted, of the lines of the log. */
const counted = {
  site_requests_total: (event, facts) => event === 'request' && facts?.outcome === 'saved',
  site_rejections_total: (event) => event === 'rejection',
  site_requests_mailed_total: (event, facts) => event === 'mail' && facts?.outcome === 'accepted',
  site_mail_failures_total: (event, facts) =>
    event === 'mail' && facts?.outcome !== 'accepted' && facts?.outcome !== 'filed',
  site_errors_total: (event) => events[event].level === 'error',
} satisfies Record<string, (event: Parameters<Log>[0], facts: Facts) => boolean>;

/** A log that counts what goes through it. */
export function countingLog(log: Log): { log: Log; counts: Counts } {
  const names = Object.keys(counted) as (keyof Counts)[];
  const counts = Object.fromEntries(names.map((name) => [name, 0])) as Counts;
  return {
    counts,
    log: (event, facts) => {
      for (const name of names) {
        counts[name] += counted[name](event, facts) ? 1 : 0;
      }
      log(event, facts);
    },
  };
}

/** `GET /metrics` in the text format of Prometheus. For a listener of its own: no visitor comes here. */
export function createMetricsServer(askHealth: () => Promise<Health>, counts: Counts): Server {
  return createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const { store, oldestUnsentSeconds, deadLettered = 0 } = await askHealth();
    const figures = {
      site_store_ok: store === 'ok' ? 1 : 0,
      // Nobody knows while the store fails: absent, not zero.
      ...(oldestUnsentSeconds === undefined
        ? {}
        : { site_oldest_unsent_seconds: oldestUnsentSeconds, site_dead_lettered: deadLettered }),
      ...counts,
    };
    const lines = Object.entries(figures).map(([name, value]) => `${name} ${value}\n`);
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(lines.join(''));
  });
}
