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

interface Candidate {
  name: string;
  url: string;
  rounds: { perSecond: number; p50: number; p99: number }[];
  stop(): void;
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
  const candidates = [
    await startCandidate('SQLite', { DATA_DIR: mkdtempSync(join(tmpdir(), 'bench-')) }),
    await startCandidate('PostgreSQL', { DATABASE_URL: await node.newDatabase() }),
    await startCandidate('PostgreSQL, bare INSERT', {
      STORE: 'bare insert',
      DATABASE_URL: await node.newDatabase(),
    }),
  ];
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const candidate of candidates) {
        candidate.rounds.push(await measure(candidate.url));
      }
    }
  } finally {
    for (const { stop } of candidates) {
      stop();
    }
  }
  const [sqlite = 0, postgres = 0, bare = 0] = candidates.map((one) => middle(one, 'perSecond'));
  return {
    ...Object.assign({}, ...candidates.map(summarize)),
    'PostgreSQL, of a bare INSERT': (postgres / bare).toFixed(2),
    'PostgreSQL, of SQLite': (postgres / sqlite).toFixed(2),
  };
}

async function startCandidate(name: string, env: Record<string, string>): Promise<Candidate> {
  const child = fork(join(import.meta.dirname, 'store-server.ts'), { env });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { name, url, rounds: [], stop: () => child.kill('SIGKILL') };
}

async function measure(url: string): Promise<Candidate['rounds'][number]> {
  // Nobody keeps a ledger: its fsyncs would distort the figures.
  const load = startLoad({ clients: connections, url: () => url });
  await pause(warmUp);
  const before = load.latencies.length;
  const startedAt = performance.now();
  await pause(measured);
  const latencies = load.latencies.slice(before);
  const perSecond = (latencies.length * 1_000) / (performance.now() - startedAt);
  await load.stop();
  return { perSecond, p50: median(latencies), p99: percentile(latencies, 0.99) };
}

function summarize(candidate: Candidate): Figures {
  const rates = candidate.rounds.map(({ perSecond }) => perSecond);
  const range = `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`;
  const [rate, p50, p99] = (['perSecond', 'p50', 'p99'] as const).map((of) => middle(candidate, of));
  return {
    [candidate.name]: `${rate?.toFixed(0)} acknowledgements/s (${range}), p50 ${p50?.toFixed(1)} ms, p99 ${p99?.toFixed(1)} ms`,
  };
}

/** The median of the rounds. */
function middle({ rounds }: Candidate, of: 'perSecond' | 'p50' | 'p99'): number {
  return median(rounds.map((round) => round[of]));
}
