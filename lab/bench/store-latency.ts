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

interface Responses {
  /** Milliseconds from when an acknowledged request was due until its response. */
  latencies: number[];
  /** Requests without a 200. */
  refused: number;
}

/** A whole server on each store, with a mail server, at a steady rate. */
export async function measureLatency(node: PostgresNode): Promise<Figures> {
  const sink = await startSmtpSink();
  const env = { SMTP_URL: sink.url, LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' };
  const cwd = tinySite();
  const sqlite = await startServer({ cwd, env });
  const postgres = await startServer({ cwd, env: { ...env, DATABASE_URL: await node.newDatabase() } });
  const candidates = [
    { name: 'SQLite', server: sqlite, latencies: [] as number[], refused: 0 },
    { name: 'PostgreSQL', server: postgres, latencies: [] as number[], refused: 0 },
  ];
  try {
    for (let turn = 0; turn < turns; turn += 1) {
      for (const candidate of candidates) {
        await postSteadily(candidate.server.url, candidate);
      }
    }
  } finally {
    await Promise.all([sqlite.stop('SIGKILL'), postgres.stop('SIGKILL'), sink.stop()]);
  }
  const p99 = candidates.map(({ latencies }) => percentile(latencies, 0.99));
  const lines = candidates.map(({ name, latencies, refused }, index) => [
    `${name}, ${perSecond} a second for ${seconds} s`,
    `${latencies.length} acknowledged, ${refused} refused, p50 ${median(latencies).toFixed(1)} ms, p99 ${p99[index]?.toFixed(1)} ms`,
  ]);
  const ratio = (p99[1] ?? Number.NaN) / (p99[0] ?? Number.NaN);
  return { ...Object.fromEntries(lines), 'p99 of PostgreSQL, of SQLite': ratio.toFixed(1) };
}

/** However late the responses are, so that a server cannot slow down what it is measured with. */
async function postSteadily(url: string, responses: Responses): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  const sent: Promise<void>[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < (perSecond * seconds) / turns; count += 1) {
    const due = startedAt + (count * 1_000) / perSecond;
    await pause(Math.max(0, Math.ceil(due - performance.now())));
    sent.push(measure(due));
  }
  await Promise.all(sent);
  agent.destroy();

  async function measure(due: number): Promise<void> {
    const key = newKey();
    const { status } = await post(url, key, fieldsOf(key), agent, { 'X-Forwarded-For': newIp() });
    if (status === 200) {
      responses.latencies.push(performance.now() - due);
    } else {
      responses.refused += 1;
    }
  }
}

/** A documentation address in a network of its own. */
function newIp(): string {
  const [one, two] = randomBytes(4).toString('hex').match(/..../g) ?? [];
  return `2001:db8:${one}:${two}::1`;
}
