import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRequest } from '../support/example-request.ts';
import { type PostgresNode, startPostgres } from '../support/postgres.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { newDataDir, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

const cwd = tinySite();
let postgres: PostgresNode;
let sink: SmtpSink;

beforeAll(async () => {
  postgres = await startPostgres();
  sink = await startSmtpSink();
});
afterAll(() => Promise.all([sink.stop(), postgres.kill()]));

test('two servers share one database: either one emails a request, once', async () => {
  const env = { DATABASE_URL: await postgres.newDatabase(), SMTP_URL: sink.url };
  const servers = await Promise.all([startServer({ cwd, env }), startServer({ cwd, env })]);
  const before = sink.mails.length;
  const keys = Array.from({ length: 20 }, (_, index) => `key ${index}`);
  const answers = await Promise.all(
    keys.flatMap((key) =>
      servers.map(async (server) => {
        const answer = await server.post({ ...exampleRequest, message: key }, { 'Idempotency-Key': key });
        return (await answer.json()).reference;
      }),
    ),
  );
  expect(new Set(answers).size).toBe(20);
  await sink.received(before + 20);
  for (const server of servers) {
    const health = await fetch(`${server.url}/healthz`);
    expect(await health.json()).toMatchObject({ store: 'ok' });
    expect(existsSync(join(server.dataDir, 'requests.sqlite'))).toBe(false);
    expect(JSON.stringify(server.log)).not.toMatch(/Canary|canary/);
    expect(await server.stop()).toBe(0);
  }
  expect(sink.mails.length).toBe(before + 20);
});

test('two servers behind a load balancer share one limit and one budget', async () => {
  const first = new URL(await postgres.newDatabase());
  // Another login of the same role: the database tells the servers' queries apart by it.
  const second = new URL(first);
  second.username = `${first.username}_second`;
  await postgres.query(
    `create role ${second.username} login password '${first.password}' in role ${first.username}`,
  );
  await postgres.query(`alter role ${second.username} set role = ${first.username}`);
  const servers = await Promise.all(
    [first, second].map(({ href }) =>
      startServer({
        cwd,
        env: { DATABASE_URL: href, SMTP_URL: sink.url, LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' },
      }),
    ),
  );
  const before = sink.mails.length;
  const post = (index: number, ip: string) =>
    servers[index % 2]?.post(
      { ...exampleRequest, message: `${index}` },
      { 'X-Forwarded-For': ip, 'Idempotency-Key': `${index}` },
    );
  const statuses: (number | undefined)[] = [];
  for (let index = 0; index < 12; index += 1) {
    statuses.push((await post(index, '198.51.100.7'))?.status);
  }
  expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
  expect((await post(0, '198.51.100.7'))?.status).toBe(200);

  for (let index = 20; index < 70; index += 1) {
    expect((await post(index, `203.0.113.${index}`))?.status).toBe(200);
  }
  await sink.received(before + 30);
  // Each server looks for due emails again, twice, and finds none.
  for (const look of ['one', 'another']) {
    const [{ now } = {}] = await postgres.query('select now()');
    await expect
      .poll(
        () =>
          postgres.query(
            'select distinct usename as server from pg_stat_activity where datname = $1 and query_start > $2 order by 1',
            [first.pathname.slice(1), now],
          ),
        { message: look },
      )
      .toEqual([first, second].map(({ username }) => ({ server: username })));
  }
  for (const server of servers) {
    await server.stop();
  }
  // Without a shared budget there would be 60.
  expect(sink.mails.length - before).toBe(30);
  const rows = await postgres.query('select client from site_requests.requests', [], first.href);
  expect(JSON.stringify(rows)).not.toMatch(/198\.51|203\.0/);
});

test('an unreachable database breaks the form, not the pages', async () => {
  const url = await postgres.newDatabase();
  await postgres.stop();
  const server = await startServer({ cwd, env: { DATABASE_URL: url } });
  const line = await server.logged('store_failed');
  expect(line.error).toMatch(/^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:\d+ does not listen/);

  const refused = await server.post(exampleRequest);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
  expect((await fetch(`${server.url}/about`)).status).toBe(200);

  await postgres.start();
  expect((await server.post(exampleRequest)).status).toBe(200);
  expect(server.log.filter(({ event }) => event === 'store_failed')).toHaveLength(1);
  await server.stop();
});

test('a hung database delays the form by five seconds, and the pages not at all', async () => {
  const url = await postgres.newDatabase();
  const server = await startServer({ cwd, env: { DATABASE_URL: url } });
  await server.post({ ...exampleRequest, message: 'before' });
  postgres.freeze();
  try {
    const startedAt = performance.now();
    const answer = server.post(exampleRequest);
    const pages = performance.now();
    expect((await fetch(`${server.url}/about`)).status).toBe(200);
    expect(performance.now() - pages).toBeLessThan(2_000);
    expect((await answer).status).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(8_000);
  } finally {
    postgres.thaw();
  }
  expect((await server.post(exampleRequest)).status).toBe(200);
  await server.stop();
});

test('an invalid DATABASE_URL stops the start, without showing the password', async () => {
  const start = startServer({ cwd, env: { DATABASE_URL: 'postgres://site:hunter2@' } });
  await expect(start).rejects.toThrow(
    'DATABASE_URL cannot be used: it must be the URL of a PostgreSQL database',
  );
  await expect(start).rejects.not.toThrow('hunter2');
});

test('a server with leftover requests in SQLite says what to run', async () => {
  const dataDir = newDataDir();
  writeFileSync(join(dataDir, 'requests.sqlite'), '');
  const server = await startServer({ cwd, dataDir, env: { DATABASE_URL: await postgres.newDatabase() } });
  const line = await server.logged('sqlite_left_behind');
  expect(line.file).toBe(join(dataDir, 'requests.sqlite'));
  expect(line.message).toContain('npm run carry-over');
  await server.stop();
});
