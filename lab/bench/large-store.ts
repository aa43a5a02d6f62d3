/**
 * npm run bench -- large-store: posts to servers that have many requests. The first post on a million must be
 * accepted. While 500,000 are purged, the p99 of a post may be twice that of a server that has as many and
 * purges none. The two alternate every few seconds, and the other one stands still meanwhile.
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { fillStore } from '../../tests/support/fill-store.ts';
import { startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { fieldsOf, newKey, post } from '../faults/load.ts';
import type { Figures } from '../records.ts';
import { percentile } from '../statistics.ts';
import { postAtRate } from './open-loop.ts';

const stored = 1_000_000;
const expired = 500_000;

/** Seconds that each server is measured, and in how many turns. */
const seconds = 60;
const turns = 20;

const rate = { perSecond: 20, seconds: seconds / turns };

/** The p99 while purging, compared with the usual one. */
const limit = 2;

const message = 'The truck stands at the yard and will not start. '.repeat(6).trim();
const cwd = tinySite();

export async function benchLargeStore(): Promise<Figures> {
  return { ...(await measureFirstPost()), ...(await measurePurge()) };
}

async function measureFirstPost(): Promise<Figures> {
  const dataDir = await filled(stored, Date.now());
  const server = await startServer({ cwd, dataDir });
  const startedAt = performance.now();
  const key = newKey();
  const { status } = await post(server.url, key, fieldsOf(key));
  const took = performance.now() - startedAt;
  await server.stop('SIGKILL');
  const size = Math.round(statSync(join(dataDir, 'requests.sqlite')).size / 2 ** 20);
  if (status !== 200) {
    throw new Error(`The first post on ${stored} requests got ${status}.`);
  }
  return { 'stored requests': stored, 'their file, MiB': size, 'first post, ms': Math.round(took) };
}

async function measurePurge(): Promise<Figures> {
  const usual = await startServer({ cwd, dataDir: await filled(expired, Date.now()) });
  const purging = await startServer({ cwd, dataDir: await filled(expired, 1) });
  await purging.logged('purged');
  const candidates = [usual, purging].map((server) => ({ server, latencies: [] as number[], refused: 0 }));
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      for (const candidate of candidates) {
        const other = candidate.server === usual ? purging : usual;
        process.kill(Number(other.pid), 'SIGSTOP');
        await postAtRate(candidate.server.url, rate, candidate);
        process.kill(Number(other.pid), 'SIGCONT');
      }
    }
  } finally {
    await Promise.all([usual, purging].map((server) => server.stop('SIGKILL')));
  }
  const purged = purging.log
    .filter(({ event }) => event === 'purged')
    .reduce((sum, { requests }) => sum + Number(requests), 0);
  const [usually = Number.NaN, whilePurging = Number.NaN] = candidates.map(({ latencies }) =>
    percentile(latencies, 0.99),
  );
  const ratio = whilePurging / usually;
  if (ratio > limit || candidates.some(({ refused }) => refused > 0)) {
    throw new Error(`A purge delays posts: p99 ${whilePurging} ms, usually ${usually} ms.`);
  }
  return {
    purged,
    'post, p99, ms': Math.round(usually),
    'while purging': Math.round(whilePurging),
    ratio: ratio.toFixed(2),
    limit,
  };
}

/** A data folder with so many requests, all delivered at that time. */
async function filled(count: number, deliveredAt: number): Promise<string> {
  const { dataDir, post: postOne, stop } = await startServer({ cwd });
  await postOne(fieldsOf(newKey()));
  await stop();
  fillStore(dataDir, { count, state: 'sent', deliveredAt, message });
  return dataDir;
}
