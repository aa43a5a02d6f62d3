import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startsProcess } from '../../scripts/time-limits.mjs';
import { exampleRequest } from '../support/example-request.ts';
import { createMemoryFolder } from '../support/memory-folder.ts';
import { connectToSharedPostgres, type SharedPostgres, startPostgres } from '../support/postgres.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';
import { startServer } from '../support/start-server.ts';
import { createTinySite } from '../support/tiny-site.ts';

let postgres: SharedPostgres;

beforeAll(async () => {
  postgres = await connectToSharedPostgres();
});

test('two servers that share a database email each request once', async () => {
  const sink = await startSmtpSink();
  const env = { DATABASE_URL: await postgres.newDatabase(), SMTP_URL: sink.url };
  const servers = await Promise.all([startInProcess(env), startInProcess(env)]);
  // One server creates the tables first, which may be slow on a busy machine.
  for (const { url } of servers) {
    await expect.poll(async () => (await fetch(`${url}/healthz`)).status).toBe(200);
  }
  const post = async (server: InProcessServer, key: string) => {
    const answer = await server.post({ ...exampleRequest, message: key }, { 'Idempotency-Key': key });
    return (await answer.json()).reference;
  };
  const keys = Array.from({ length: 5 }, (_, index) => `key ${index}`);
  const answers = await Promise.all(keys.flatMap((key) => servers.map((server) => post(server, key))));
  expect(new Set(answers).size).toBe(5);
  await sink.received(5);
  // A second email about one of the first five requests would arrive before these.
  for (const [index, server] of servers.entries()) {
    await post(server, `last of ${index}`);
  }
  await sink.received(7);
  await Promise.all(servers.map((server) => server.stop()));
  expect(sink.mails.length).toBe(7);
  await sink.stop();
});

test('a database that is down or hangs breaks only the form', startsProcess, async () => {
  const node = await startPostgres();
  const url = await node.newDatabase();
  await node.stop();
  const dataDir = createMemoryFolder('data');
  writeFileSync(join(dataDir, 'requests.sqlite'), '');
  const server = await startServer({ cwd: createTinySite(), dataDir, env: { DATABASE_URL: url } });
  // The log names the SQLite file, because its requests are not sent.
  expect(await server.logged('sqlite_left_behind')).toMatchObject({ file: join(dataDir, 'requests.sqlite') });
  await server.logged('store_failed');
  const post = async (message: string) => (await server.post({ ...exampleRequest, message })).status;
  expect(await post('while it is down')).toBe(503);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
  expect((await fetch(`${server.url}/about`)).status).toBe(200);
  await node.start();
  await expect.poll(() => post('once it is back')).toBe(200);
  node.freeze();
  const waiting = post('while it hangs');
  expect((await fetch(`${server.url}/about`)).status).toBe(200);
  expect(await waiting).toBe(503);
  node.thaw();
  await expect.poll(() => post('after')).toBe(200);
  await server.stop();
  await node.kill();
});
