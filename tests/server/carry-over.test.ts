import { execFile } from 'node:child_process';
import { existsSync, readFileSync, renameSync } from 'node:fs';
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
});
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

  const refused = await carryOver(dataDir, url);
  expect(refused).toMatchObject({ code: 1, text: expect.stringContaining('The server is running') });
  await before.stop();
  const done = await carryOver(dataDir, url);
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining('all 6 requests, 6 of them unsent') });
  expect(existsSync(join(dataDir, 'requests.sqlite.carried-over'))).toBe(true);

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

/** As if the last run had been interrupted before its last step. */
function interrupted(dataDir: string): string {
  const file = join(dataDir, 'requests.sqlite');
  renameSync(`${file}.carried-over`, file);
  return file;
}

test('continues after an interruption, and stops where the two differ', async () => {
  const dataDir = newDataDir();
  const url = await postgres.newDatabase();
  const before = await startServer({ cwd, dataDir, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  for (let index = 0; index < 3; index += 1) {
    await before.post({ ...exampleRequest, message: `number ${index}` }, { 'Idempotency-Key': `${index}` });
  }
  await before.stop();
  await carryOver(dataDir, url);
  const file = interrupted(dataDir);
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
  expect(existsSync(file)).toBe(true);

  await postgres.query('update site_requests.requests set name = $1', [exampleRequest.name], url);
  const done = await carryOver(dataDir, url);
  expect(done).toMatchObject({ code: 0, text: expect.stringContaining('3 were already there') });
});

/** What a request of the fixture is named after, its state in PostgreSQL, and whether it is marked. */
async function statesIn(url: string): Promise<Record<string, string>> {
  const rows = await postgres.query(
    `select message, state || case possible_duplicate when 1 then ', marked' else '' end as state
     from site_requests.requests join site_requests.outbox_messages on request_id = id`,
    [],
    url,
  );
  return Object.fromEntries(
    rows.map(({ message, state }) => [
      /This request is (.*)\./.exec(String(message))?.[1] ?? 'sending',
      String(state),
    ]),
  );
}

test('what SQLite did with an email after an interrupted run is carried, or the email is marked', async () => {
  const dataDir = newDataDir();
  const url = await postgres.newDatabase();
  const earlier = new DatabaseSync(join(dataDir, 'requests.sqlite'));
  earlier.exec(readFileSync('server/store/fixtures/version-1.sqlite.sql', 'utf8'));
  earlier.close();
  const first = await carryOver(dataDir, url);
  expect(first).toMatchObject({
    code: 0,
    text: expect.stringContaining('all 13 requests, 11 of them unsent'),
  });
  const carried = {
    sent: 'sent',
    done: 'sent',
    'dead-lettered': 'dead_lettered',
    filed: 'filed',
    deferred: 'pending',
    ambiguous: 'pending, marked',
    'retried-dead-letter': 'pending',
    'in-digest-1': 'pending, marked',
    'in-digest-2': 'pending, marked',
    sending: 'pending, marked',
    pending: 'pending',
    keyless: 'pending',
    honeypot: 'pending',
  };
  expect(await statesIn(url)).toEqual(carried);

  const file = new DatabaseSync(interrupted(dataDir));
  const set = (message: string, columns: string) =>
    file.exec(
      `update outbox_messages set ${columns} where request_id = (select id from requests where message like '%is ${message}.%')`,
    );
  set('pending', "state = 'sent', delivered_at = 1, network = null");
  set('honeypot', "state = 'sent', delivered_at = 1, result_code = 'done', network = null");
  set('keyless', "attempts = attempts + 1, result_code = '451'");
  set('filed', "state = 'pending', remaining = '[\"b@example.com\"]', delivered_at = 1");
  file.close();
  await postgres.query(
    `update site_requests.outbox_messages set state = 'sent', delivered_at = 1, network = null
     where request_id = (select id from site_requests.requests where message like '%is deferred.%')`,
    [],
    url,
  );

  const again = await carryOver(dataDir, url);
  expect(again).toMatchObject({
    code: 0,
    text: expect.stringContaining('all 13 requests, 8 of them unsent; 13 were already there'),
  });
  expect(await statesIn(url)).toEqual({
    ...carried,
    pending: 'sent',
    honeypot: 'sent',
    deferred: 'sent',
    keyless: 'pending, marked',
    filed: 'pending, marked',
  });
});

test('says what is missing', async () => {
  const empty = newDataDir();
  const { code, text } = await carryOver(empty, await postgres.newDatabase());
  expect({ code, text }).toMatchObject({ code: 1, text: expect.stringContaining('nothing to carry over') });
});
