import { execFile } from 'node:child_process';
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRequest } from '../support/example-request.ts';
import { type PostgresNode, startPostgres } from '../support/postgres.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { newDataDir, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

const cwd = tinySite();
let postgres: PostgresNode;

beforeAll(async () => {
  postgres = await startPostgres();
}, 30_000);
afterAll(() => postgres.kill());

function carryOver(dataDir: string, url: string): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    const script = join(import.meta.dirname, '../../server/commands/carry-over.ts');
    const env = { DATA_DIR: dataDir, DATABASE_URL: url };
    execFile(process.execPath, [script], { env, cwd }, (error, out, complaint) =>
      resolve({ code: Number(error?.code ?? 0), text: out + complaint }),
    );
  });
}

test('requests saved in SQLite are emailed from PostgreSQL, and repeats are still recognized', async () => {
  const dataDir = newDataDir();
  const url = await postgres.newDatabase();
  const before = await startServer({ cwd, dataDir, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  const references: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const message = `number ${index} with \0 in it`;
    const answer = await before.post({ ...exampleRequest, message }, { 'Idempotency-Key': `key ${index}` });
    references.push((await answer.json()).reference);
  }
  const withoutKey = await (await before.post(exampleRequest)).json();

  const done = await carryOver(dataDir, url);
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining('all 6 requests, 6 of them unsent') });
  expect(existsSync(join(dataDir, 'requests.sqlite.carried-over'))).toBe(true);
  // A server left running saves nothing in the old file: it answers 503, or starts a new file, which another
  // run carries over.
  const late = await before.post({ ...exampleRequest, message: 'too late' });
  await before.stop();
  if (existsSync(join(dataDir, 'requests.sqlite'))) {
    expect(await carryOver(dataDir, url)).toMatchObject({ code: 0 });
  }
  references.push(...(late.ok ? [(await late.json()).reference] : []));

  const sink = await startSmtpSink();
  const after = await startServer({ cwd, dataDir, env: { DATABASE_URL: url, SMTP_URL: sink.url } });
  const again = await after.post(
    { ...exampleRequest, message: 'number 3 with \0 in it' },
    { 'Idempotency-Key': 'key 3' },
  );
  expect((await again.json()).reference).toBe(references[3]);
  expect((await (await after.post(exampleRequest)).json()).reference).toBe(withoutKey.reference);
  const mails = await sink.received(references.length + 1);
  for (const reference of references) {
    expect(mails.some(({ subject }) => subject?.includes(reference))).toBe(true);
  }
  expect(after.log.filter(({ event }) => event === 'sqlite_left_behind')).toEqual([]);
  await after.stop();
  await sink.stop();
});

test('continues after an interruption, and stops where the two differ', async () => {
  const dataDir = newDataDir();
  const url = await postgres.newDatabase();
  const before = await startServer({ cwd, dataDir, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  for (let index = 0; index < 3; index += 1) {
    await before.post({ ...exampleRequest, message: `number ${index}` }, { 'Idempotency-Key': `${index}` });
  }
  await before.stop();
  // As after an interruption: everything copied, the file still in use.
  const file = new DatabaseSync(join(dataDir, 'requests.sqlite'));
  const saved = file.prepare('select * from installation').get() as { hash_key: Uint8Array };
  file.close();
  await carryOver(dataDir, url);
  renameSync(join(dataDir, 'requests.sqlite.carried-over'), join(dataDir, 'requests.sqlite'));
  const again = new DatabaseSync(join(dataDir, 'requests.sqlite'));
  again.prepare('insert into installation (only_row, hash_key) values (1, ?)').run(saved.hash_key);
  again.close();
  await postgres.query("delete from site_requests.requests where message = 'number 2'", [], url);

  await postgres.query(
    "update site_requests.requests set name = 'Altered' where message = 'number 1'",
    [],
    url,
  );
  const refused = await carryOver(dataDir, url);
  expect(refused).toMatchObject({
    code: 1,
    text: expect.stringContaining('1 of 3 requests in PostgreSQL differ'),
  });
  expect(existsSync(join(dataDir, 'requests.sqlite'))).toBe(true);

  await postgres.query('update site_requests.requests set name = $1', [exampleRequest.name], url);
  const done = await carryOver(dataDir, url);
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining('3 were already there') });
});

test('says what is missing', async () => {
  const empty = newDataDir();
  const { code, text } = await carryOver(empty, await postgres.newDatabase());
  expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('nothing to carry over') });
});
