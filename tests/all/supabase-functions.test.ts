import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testCertificate } from '../support/certificate.ts';
import { exampleRequest } from '../support/example-request.ts';
import { type MailApiSink, startMailApi } from '../support/mail-api.ts';
import { copyForPostgres, sharedPostgres, startPostgres } from '../support/postgres.ts';
import { startFunctions } from '../support/start-functions.ts';

let mailApi: MailApiSink;
beforeAll(async () => {
  mailApi = await startMailApi();
});
afterAll(() => mailApi.stop());

test('killed between the email and its record, the functions send no second one', async () => {
  const postgres = await sharedPostgres();
  const databaseUrl = await postgres.newDatabase();
  mailApi.behave('lose the answer');
  const first = await startFunctions({ databaseUrl, mailApi });
  const { reference } = await (await first.post(exampleRequest)).json();
  const emails = () => mailApi.mails.filter(({ subject }) => subject.includes(reference));
  await mailApi.until(() => emails().length > 0);
  await first.stop('SIGKILL');
  mailApi.behave('accept');
  const second = await startFunctions({ databaseUrl, mailApi });
  // The lease of a process that is gone ends after a minute.
  await expect
    .poll(
      async () => {
        await second.sendPending();
        return second.log.some(({ event, outcome }) => event === 'mail' && outcome === 'accepted');
      },
      { interval: 1_000, timeout: 120_000 },
    )
    .toBe(true);
  expect(emails()).toHaveLength(1);
  await second.stop('SIGKILL');
});

test('over TLS the database must show a certificate of the authority that is set', async () => {
  const files = testCertificate();
  const encrypted = await startPostgres({
    ssl: 'on',
    ssl_cert_file: copyForPostgres(files.certificate),
    ssl_key_file: copyForPostgres(files.key),
  });
  const url = `${(await encrypted.newDatabase()).replace('127.0.0.1', 'localhost')}?sslmode=verify-full`;
  const start = (env: Record<string, string>) => startFunctions({ databaseUrl: url, mailApi, env });
  const trusting = await start({ DATABASE_CA: readFileSync(files.authority, 'utf8') });
  expect((await trusting.post(exampleRequest)).status).toBe(200);
  await trusting.stop('SIGKILL');
  const wary = await start({});
  expect((await wary.post(exampleRequest)).status).toBe(503);
  await wary.logged('store_failed', { error: 'PostgreSQL: no connection' });
  await wary.stop('SIGKILL');
  await encrypted.kill();
});
