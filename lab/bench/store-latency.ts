import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { PostgresNode } from '../../tests/support/postgres.ts';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { fieldsOf, newKey, post } from '../faults/load.ts';
import { type Figures, median, percentile } from '../figures.ts';

/** Requests per second, seconds of load for each server, and in how many turns. */
const perSecond = 300;
const seconds = 60;
const turns = 10;

/** A whole server on each store, with a mail server, at a steady rate. */
export async function measureLatency(node: PostgresNode): Promise<Figures> {
  const sink = await startSmtpSink();
  const env = { SMTP_URL: sink.url, LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
  const cwd = tinySite();
  const sqlite = await startServer({ cwd, env });
  const postgres = await startServer({ cwd, env: { ...env, DATABASE_URL: await node.newDatabase() } });
  const latencies = { SQLite: [] as number[], PostgreSQL: [] as number[] };
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      latencies.SQLite.push(...(await postSteadily(sqlite.url)));
      latencies.PostgreSQL.push(...(await postSteadily(postgres.url)));
    }
  } finally {
    await Promise.all([sqlite.stop('SIGKILL'), postgres.stop('SIGKILL'), sink.stop()]);
  }
  const figures = Object.entries(latencies).map(([name, all]) => [
    `${name}, ${perSecond} a second for ${seconds} s`,
    `${all.length} acknowledged, p50 ${median(all).toFixed(1)} ms, p99 ${percentile(all, 0.99).toFixed(1)} ms`,
  ]);
  const ratio = percentile(latencies.PostgreSQL, 0.99) / percentile(latencies.SQLite, 0.99);
  return { ...Object.fromEntries(figures), 'p99 of PostgreSQL, of SQLite': ratio.toFixed(1) };
}

/**
 * Milliseconds from when each acknowledged request was due until its response. Posts however late the responses
 * are, so that a server cannot slow down what it is measured with.
 */
async function postSteadily(url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  const measure = async (due: number) => {
    const key = newKey();
    // From a network of its own.
    const ip = `2001:db8:${randomBytes(2).toString('hex')}::1`;
    const { status } = await post(url, key, fieldsOf(key), agent, { 'X-Forwarded-For': ip });
    if (status === 200) latencies.push(performance.now() - due);
  };
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < (perSecond * seconds) / turns; count += 1) {
    const due = startedAt + (count * 1_000) / perSecond;
    await pause(Math.max(0, Math.ceil(due - performance.now())));
    sent.push(measure(due));
  }
  await Promise.all(sent);
  agent.destroy();
  return latencies;
}
