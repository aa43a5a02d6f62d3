/**
 * npm run bench -- store
 *
 * Compares a whole server on SQLite with one on PostgreSQL, both with a mail server. The servers take turns,
 * so other work on the machine affects both.
 */
import { mkdtempSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startPostgres } from '../../tests/support/postgres.ts';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { startServer } from '../../tests/support/start-server.ts';
import { createTinySite } from '../../tests/support/tiny-site.ts';
import { createKey, post, startLoad } from '../faults/load.ts';
import { type Figures, measureInTurn, median, percentile } from '../figures.ts';

const rounds = 5;

/** PostgreSQL's own defaults. The tests' small values, which save memory, cause many checkpoints under load. */
const ownDefaults = { shared_buffers: '128MB', min_wal_size: '80MB', max_wal_size: '1GB' };

// The full load of each round, for the acknowledgements per second.
const connections = 64;
const fullLoadTime = 5_000;

// The steady load of each round, for the latency.
const requestsPerSecond = 300;
const steadySeconds = 12;

export async function benchStore(): Promise<Figures> {
  // The data is on disk with fsyncs, like the SQLite files.
  const node = await startPostgres({ fsync: 'on', ...ownDefaults }, tmpdir());
  const sink = await startSmtpSink();
  const cwd = createTinySite();
  const env = { SMTP_URL: sink.url, LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
  const dataDir = mkdtempSync(join(tmpdir(), 'data-'));
  const sqlite = await startServer({ cwd, env, dataDir });
  const postgres = await startServer({ cwd, env: { ...env, DATABASE_URL: await node.newDatabase() } });
  const urls = [sqlite.url, postgres.url];
  const latencies = (await measureInTurn(rounds, urls, postSteadily)).map((round) => round.flat());
  const rates = (await measureInTurn(rounds, urls, measureRate)).map(median);
  await Promise.all([sqlite.stop('SIGKILL'), postgres.stop('SIGKILL'), sink.stop(), node.kill()]);
  const p50 = latencies.map(median);
  const p99 = latencies.map((values) => percentile(values, 0.99));
  const figures: Figures = {};
  for (const [index, engine] of ['SQLite', 'PostgreSQL'].entries()) {
    figures[`${engine}, acknowledgements/s`] = (rates[index] ?? 0).toFixed(0);
    figures[`${engine} at ${requestsPerSecond}/s, p50 and p99 in ms`] =
      `${p50[index]?.toFixed(1)}, ${p99[index]?.toFixed(1)}`;
  }
  return figures;
}

async function measureRate(url: string): Promise<number> {
  const load = startLoad(connections, new Map(), () => url);
  await pause(fullLoadTime);
  await load.stop();
  return (load.counts.acknowledged * 1_000) / fullLoadTime;
}

/**
 * Returns the milliseconds from each acknowledged request's planned time until its response. Posts on schedule even if
 * responses are late, so that a slow server doesn't reduce its own load.
 */
async function postSteadily(url: string): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  const measure = async (due: number) => {
    const { status } = await post(url, createKey(), { agent });
    if (status === 200) {
      latencies.push(performance.now() - due);
    }
  };
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < requestsPerSecond * steadySeconds; count += 1) {
    const due = startedAt + (count * 1_000) / requestsPerSecond;
    await pause(Math.max(0, Math.ceil(due - performance.now())));
    sent.push(measure(due));
  }
  await Promise.all(sent);
  agent.destroy();
  return latencies;
}
