/**
 * npm run bench -- store: a whole server on SQLite, and one on PostgreSQL, with a mail server. Acknowledgements
 * per second over 64 connections, and the latency at 300 requests a second. They take turns, so that other work
 * on the machine affects both.
 */
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../tests/support/postgres.ts';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { fieldsOf, newKey, post, startLoad } from '../faults/load.ts';
import { type Figures, median, percentile } from '../figures.ts';

const rounds = 5;

/** Connections, and milliseconds of load in each round. */
const connections = 64;
const measured = 5_000;

/** Requests per second, and seconds in each round. */
const perSecond = 300;
const seconds = 12;

export async function benchStore(): Promise<Figures> {
  // On disk with fsyncs, like the SQLite files.
  const node = await startPostgres({ fsync: 'on' }, tmpdir());
  const sink = await startSmtpSink();
  const cwd = tinySite();
  const env = { SMTP_URL: sink.url, LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
  const sqlite = await startServer({ cwd, env });
  const postgres = await startServer({ cwd, env: { ...env, DATABASE_URL: await node.newDatabase() } });
  const rates = { sqlite: [] as number[], postgres: [] as number[] };
  const latencies = { sqlite: [] as number[], postgres: [] as number[] };
  try {
    for (let round = 0; round < rounds; round += 1) {
      latencies.sqlite.push(...(await postSteadily(sqlite.url)));
      latencies.postgres.push(...(await postSteadily(postgres.url)));
    }
    for (let round = 0; round < rounds; round += 1) {
      rates.sqlite.push(await measureRate(sqlite.url));
      rates.postgres.push(await measureRate(postgres.url));
    }
  } finally {
    await Promise.all([sqlite.stop('SIGKILL'), postgres.stop('SIGKILL'), sink.stop()]);
    await node.kill();
  }
  const p99 = (values: number[]) => percentile(values, 0.99);
  const summaryOf = (name: 'sqlite' | 'postgres') =>
    `${median(rates[name]).toFixed(0)} acknowledgements/s; at ${perSecond}/s p50 ${median(latencies[name]).toFixed(1)} ms, p99 ${p99(latencies[name]).toFixed(1)} ms`;
  return {
    SQLite: summaryOf('sqlite'),
    PostgreSQL: summaryOf('postgres'),
    'acknowledgements of PostgreSQL, of SQLite': (median(rates.postgres) / median(rates.sqlite)).toFixed(2),
    'p99 of PostgreSQL, of SQLite': (p99(latencies.postgres) / p99(latencies.sqlite)).toFixed(1),
  };
}

async function measureRate(url: string): Promise<number> {
  const load = startLoad({ clients: connections, url: () => url });
  await pause(measured);
  await load.stop();
  return (load.counts.acknowledged * 1_000) / measured;
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
    const { status } = await post(url, key, fieldsOf(key), agent);
    if (status === 200) latencies.push(performance.now() - due);
  };
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < perSecond * seconds; count += 1) {
    const due = startedAt + (count * 1_000) / perSecond;
    await pause(Math.max(0, Math.ceil(due - performance.now())));
    sent.push(measure(due));
  }
  await Promise.all(sent);
  agent.destroy();
  return latencies;
}
