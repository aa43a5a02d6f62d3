/**
 * npm run bench -- store: acknowledgements per second of both stores, the same posts over the same 64
 * connections. SQLite is compared with and without group commit, with fsync counts; PostgreSQL with a bare
 * INSERT into the same database. They alternate, and the median round counts.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, openNode, postgresFolder } from '../../tests/support/postgres.ts';
import { diskLayer } from '../faults/disk-layer.ts';
import { openLedger } from '../faults/ledger.ts';
import { startLoad } from '../faults/load.ts';
import type { Figures } from '../records.ts';
import { median, percentile } from '../statistics.ts';

const connections = 64;
const rounds = 5;

/** Milliseconds of warm-up and of measured load per round. */
const warmUp = 1_000;
const measured = 4_000;

interface Candidate {
  name: string;
  url: string;
  /** The number of fsyncs; unknown for PostgreSQL. */
  syncs?: () => number;
  stop(): void;
}

interface Round {
  perSecond: number;
  p50: number;
  p99: number;
  syncsEach: number;
}

export async function benchStore(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  // On disk with fsyncs, like the SQLite files.
  const node = openNode(postgresFolder(), 'data', await freePort());
  node.create();
  await node.start();
  const candidates = [
    await startSqlite(folder, 'SQLite, a commit for each', 1),
    await startSqlite(folder, 'SQLite, group commit', undefined),
    await startCandidate('PostgreSQL, bare INSERT', 'bare insert', {
      DATABASE_URL: await node.newDatabase(),
    }),
    await startCandidate('PostgreSQL', 'store', { DATABASE_URL: await node.newDatabase() }),
  ];
  try {
    // No ledger here: its fsyncs would distort the figures.
    const ledger = { ...openLedger(join(folder, 'ledger')), write: () => Promise.resolve() };
    const results = candidates.map((): Round[] => []);
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, candidate] of candidates.entries()) {
        results[index]?.push(await measure(candidate, ledger));
      }
    }
    const rates = results.map((rounds) => median(rounds.map(({ perSecond }) => perSecond)));
    const [alone = 0, grouped = 0, bare = 0, postgres = 0] = rates;
    return {
      ...Object.assign({}, ...candidates.map(({ name }, index) => summarize(name, results[index] ?? []))),
      'group commit, of a commit for each': (grouped / alone).toFixed(1),
      'PostgreSQL, of a bare INSERT': (postgres / bare).toFixed(2),
      'PostgreSQL, of SQLite': (postgres / grouped).toFixed(2),
    };
  } finally {
    for (const { stop } of candidates) {
      stop();
    }
    await node.kill();
  }
}

async function startSqlite(parent: string, name: string, callsPerCommit: number | undefined) {
  const dataDir = join(parent, name);
  mkdirSync(dataDir);
  const layer = diskLayer(dataDir);
  const env = { ...layer.env, DATA_DIR: dataDir, CALLS_PER_COMMIT: String(callsPerCommit ?? '') };
  return { ...(await startCandidate(name, 'store', env)), syncs: layer.syncs };
}

async function startCandidate(name: string, store: string, env: Record<string, string>): Promise<Candidate> {
  const child = fork(join(import.meta.dirname, 'store-server.ts'), { env: { STORE: store, ...env } });
  const [{ url }] = (await once(child, 'message')) as [{ url: string }];
  return { name, url, stop: () => child.kill('SIGKILL') };
}

async function measure(
  { url, syncs = () => Number.NaN }: Candidate,
  ledger: ReturnType<typeof openLedger>,
): Promise<Round> {
  const load = startLoad({ ledger, clients: connections, url: () => url });
  await pause(warmUp);
  const before = { acknowledged: load.counts.acknowledged, syncs: syncs(), latencies: load.latencies.length };
  const startedAt = performance.now();
  await pause(measured);
  const acknowledged = load.counts.acknowledged - before.acknowledged;
  const perSecond = (acknowledged * 1_000) / (performance.now() - startedAt);
  const syncsEach = (syncs() - before.syncs) / acknowledged;
  const latencies = load.latencies.slice(before.latencies);
  await load.stop();
  return { perSecond, p50: median(latencies), p99: percentile(latencies, 0.99), syncsEach };
}

/** Medians of the rounds. */
function summarize(name: string, results: readonly Round[]): Figures {
  const middle = (of: keyof Round) => median(results.map((round) => round[of]));
  const rates = results.map(({ perSecond }) => perSecond);
  const range = `${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`;
  const syncs = Number.isNaN(middle('syncsEach')) ? '' : `, ${middle('syncsEach').toFixed(3)} fsyncs each`;
  return {
    [name]:
      `${middle('perSecond').toFixed(0)} acknowledgements/s (${range}), ` +
      `p50 ${middle('p50').toFixed(1)} ms, p99 ${middle('p99').toFixed(1)} ms${syncs}`,
  };
}
