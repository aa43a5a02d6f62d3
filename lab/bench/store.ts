/**
 * npm run bench -- store: acknowledgements per second of both stores over 64 connections, PostgreSQL compared
 * with a bare INSERT into the same database; then the latency of whole servers at 300 requests a second. The
 * candidates alternate, so that other work on the machine affects all of them.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresNode, postgresFolder, startPostgres } from '../../tests/support/postgres.ts';
import { startLoad } from '../faults/load.ts';
import { type Figures, median, percentile } from '../figures.ts';
import { measureLatency } from './store-latency.ts';

const connections = 64;
const rounds = 5;

/** Milliseconds of warm-up and of measured load per round. */
const warmUp = 1_000;
const measured = 4_000;

/** One figure a round. */
interface Rates {
  perSecond: number[];
  /** Milliseconds that 99 of 100 responses take at most. */
  p99: number[];
}

export async function benchStore(): Promise<Figures> {
  // On disk with fsyncs, like the SQLite files.
  const node = await startPostgres({ fsync: 'on' }, postgresFolder(tmpdir()));
  try {
    return { ...(await measureRates(node)), ...(await measureLatency(node)) };
  } finally {
    await node.kill();
  }
}

async function measureRates(node: PostgresNode): Promise<Figures> {
  const environments = {
    SQLite: { DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-')) },
    PostgreSQL: { DATABASE_URL: await node.newDatabase() },
    'bare INSERT': { STORE: 'bare insert', DATABASE_URL: await node.newDatabase() },
  };
  const candidates = Object.entries(environments).map(([name, env]) => ({
    name,
    child: fork(join(import.meta.dirname, 'store-server.ts'), { env }),
    rates: { perSecond: [], p99: [] } as Rates,
  }));
  const urls = await Promise.all(
    candidates.map(async ({ child }) => String(((await once(child, 'message')) as [{ url: string }])[0].url)),
  );
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { rates }] of candidates.entries()) await measure(urls[index] ?? '', rates);
  }
  for (const { child } of candidates) child.kill('SIGKILL');
  const figures = candidates.map(({ name, rates: { perSecond, p99 } }) => [
    name,
    `${median(perSecond).toFixed(0)} acknowledgements/s, p99 ${median(p99).toFixed(1)} ms`,
  ]);
  const [, postgres = 0, bare = 0] = candidates.map(({ rates }) => median(rates.perSecond));
  return { ...Object.fromEntries(figures), 'PostgreSQL, of a bare INSERT': (postgres / bare).toFixed(2) };
}

async function measure(url: string, rates: Rates): Promise<void> {
  // Nobody keeps a ledger: its fsyncs would distort the figures.
  const load = startLoad({ clients: connections, url: () => url });
  await pause(warmUp);
  const before = load.latencies.length;
  const startedAt = performance.now();
  await pause(measured);
  const latencies = load.latencies.slice(before);
  rates.perSecond.push((latencies.length * 1_000) / (performance.now() - startedAt));
  rates.p99.push(percentile(latencies, 0.99));
  await load.stop();
}
