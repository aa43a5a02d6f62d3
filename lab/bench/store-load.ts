/**
 * npm run bench -- store-load: 300 requests per second, each from its own IP, to a complete server on SQLite
 * and one on PostgreSQL. They alternate, so that other work on the machine affects both; each gets a minute of
 * load in total. Latency counts from when a request was due.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { freePort, openNode, postgresFolder } from '../../tests/support/postgres.ts';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import type { Figures } from '../records.ts';
import { median, percentile } from '../statistics.ts';
import { postAtRate } from './open-loop.ts';

/** Seconds of load for each server, and in how many turns. */
const seconds = 60;
const turns = 10;

const rate = {
  perSecond: 300,
  seconds: seconds / turns,
  headers: () => ({ 'X-Forwarded-For': newIp() }),
};

export async function benchStoreLoad(): Promise<Figures> {
  const node = openNode(postgresFolder(), 'data', await freePort());
  node.create();
  await node.start();
  const sink = await startSmtpSink();
  const env = { SMTP_URL: sink.url, LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
  const cwd = tinySite();
  const sqlite = await startServer({ cwd, env });
  const postgres = await startServer({ cwd, env: { ...env, DATABASE_URL: await node.newDatabase() } });
  const emptyResult = () => ({ latencies: [] as number[], refused: 0, memory: 0 });
  const candidates = [
    { name: 'SQLite', server: sqlite, ...emptyResult() },
    { name: 'PostgreSQL', server: postgres, ...emptyResult() },
  ];
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      for (const candidate of candidates) {
        await postAtRate(candidate.server.url, rate, candidate);
        candidate.memory = Math.max(candidate.memory, residentMemory(candidate.server.pid));
      }
    }
    const figures: Figures = { 'seconds of load each': seconds };
    for (const { name, latencies, refused, memory } of candidates) {
      figures[name] =
        `${latencies.length} acknowledged, ${refused} refused, p50 ${median(latencies).toFixed(1)} ms, ` +
        `p99 ${percentile(latencies, 0.99).toFixed(1)} ms, server ${Math.round(memory / 2 ** 20)} MB at most`;
    }
    return figures;
  } finally {
    await Promise.all([sqlite.stop('SIGKILL'), postgres.stop('SIGKILL'), sink.stop()]);
    await node.kill();
  }
}

/** A documentation IP in its own network. */
function newIp(): string {
  const [one, two] = randomBytes(4).toString('hex').match(/..../g) ?? [];
  return `2001:db8:${one}:${two}::1`;
}

/** A process's resident memory in bytes. */
function residentMemory(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}
