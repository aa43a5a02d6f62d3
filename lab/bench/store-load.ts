/**
 * npm run bench -- store-load: 300 requests per second, each from its own IP, to a complete
 * server on SQLite and one on PostgreSQL. They alternate, so that other work on the machine affects both;
 * each gets a minute of load in total. Latency counts from when a request was due.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, openNode, postgresFolder } from '../../tests/support/postgres.ts';
import { startSmtpSink } from '../../tests/support/smtp-sink.ts';
import { startServer } from '../../tests/support/start-server.ts';
import { tinySite } from '../../tests/support/tiny-site.ts';
import { fieldsOf, newKey, post } from '../faults/load.ts';
import type { Figures } from '../records.ts';
import { median, percentile } from './statistics.ts';

const perSecond = 300;

/** Seconds of load for each server, and in how many turns. */
const seconds = 60;
const turns = 10;

/** Milliseconds between batches of requests. */
const tick = 10;

/** Maximum requests in flight; further due ones count as rejected. */
const mostUnderWay = 2_000;

export async function benchStoreLoad(): Promise<Figures> {
  const node = openNode(postgresFolder(), 'data', await freePort());
  node.create();
  await node.start();
  const sink = await startSmtpSink();
  const env = { SMTP_URL: sink.url, LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
  const cwd = tinySite();
  const sqlite = await startServer({ cwd, env });
  const postgres = await startServer({ cwd, env: { ...env, DATABASE_URL: await node.newDatabase() } });
  const contenders = [
    { name: 'SQLite', server: sqlite, ...emptyResult() },
    { name: 'PostgreSQL', server: postgres, ...emptyResult() },
  ];
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      for (const contender of contenders) {
        await load(contender.server.url, seconds / turns, contender);
        contender.memory = Math.max(contender.memory, residentMemory(contender.server.pid));
      }
    }
    const figures: Figures = { 'seconds of load each': seconds };
    for (const { name, latencies, refused, memory } of contenders) {
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

const emptyResult = () => ({ latencies: [] as number[], refused: 0, memory: 0 });

/** Posts at a steady rate, however late the responses are, and waits for the last one. */
async function load(url: string, seconds: number, result: ReturnType<typeof emptyResult>): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const underWay = new Set<Promise<void>>();
  const startedAt = performance.now();
  for (let sent = 0; sent < seconds * perSecond; ) {
    const due = Math.min(seconds * perSecond, ((performance.now() - startedAt) * perSecond) / 1_000);
    for (; sent < due; sent += 1) {
      if (underWay.size < mostUnderWay) {
        const one = request(startedAt + (sent * 1_000) / perSecond);
        underWay.add(one);
        one.then(() => underWay.delete(one));
      } else {
        result.refused += 1;
      }
    }
    await pause(tick);
  }
  await Promise.all(underWay);
  agent.destroy();

  async function request(due: number): Promise<void> {
    const key = newKey();
    const { status } = await post(url, key, fieldsOf(key), agent, { 'X-Forwarded-For': newIp() });
    if (status === 200) {
      result.latencies.push(performance.now() - due);
    } else {
      result.refused += 1;
    }
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
