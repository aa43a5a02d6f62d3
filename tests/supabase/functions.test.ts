import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { en } from '../../content/words/en.ts';
import { contactPath, functionsPath } from '../../contract/contact-fields.ts';
import { type DatabaseServer, readDatabaseUrl } from '../../server/connection-urls.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import { exampleForm, exampleRequest } from '../support/example-request.ts';
import { exampleRoutes } from '../support/in-process-store.ts';
import { type MailApiSink, startMailApi } from '../support/mail-api.ts';
import { type SharedPostgres, sharedPostgres } from '../support/postgres.ts';
import {
  cronSecret,
  pendingName,
  type RunningFunctions,
  siteUrl,
  startFunctions,
} from '../support/start-functions.ts';

// Both functions in one process of the Deno that Supabase runs. What they share with the server is tested there.

let postgres: SharedPostgres;
let mailApi: MailApiSink;
let databaseUrl: string;
let functions: RunningFunctions;

beforeAll(async () => {
  [postgres, mailApi] = await Promise.all([sharedPostgres(), startMailApi()]);
  databaseUrl = await postgres.newDatabase();
  functions = await startFunctions({ databaseUrl, mailApi });
});
afterAll(async () => {
  await functions.stop('SIGKILL');
  await mailApi.stop();
});

const query = (sql: string, values: unknown[] = []) => postgres.query(sql, values, databaseUrl);
const arrived = (words: string) =>
  mailApi.until(() => mailApi.mails.some(({ text }) => text.includes(words)));

test('the email goes out after the answer, without the schedule', async () => {
  const response = await functions.post({ ...exampleRequest, message: 'at once' });
  expect(response.status).toBe(200);
  const { reference } = await response.json();
  await arrived('at once');
  await functions.logged('mail', { reference, outcome: 'accepted' });
  expect(JSON.stringify(functions.log)).not.toMatch(/canary/i);
});

test('the schedule sends what waits, and purges what was delivered long ago', async () => {
  const server = readDatabaseUrl(databaseUrl) as DatabaseServer;
  const store = openPostgresStore({ server, routes: exampleRoutes, log: () => undefined });
  // As an instance leaves it that ended before its email went out.
  const fields = { ...exampleRequest, message: 'left over' };
  await store.save({ fields, language: 'en', idempotencyKey: 'left over' });
  await store.close();
  expect((await functions.sendPending()).status).toBe(202);
  await arrived('left over');
  await query('update site_requests.deliveries set delivered_at = 1 where delivered_at is not null');
  const purged = async () => {
    await functions.sendPending();
    return functions.log.some(({ event }) => event === 'purged');
  };
  await expect.poll(purged).toBe(true);
  expect(await functions.health()).toMatchObject({ store: 'ok' });
});

test('without the secret, nothing is sent or disclosed', async () => {
  expect((await functions.sendPending('x'.repeat(cronSecret.length))).status).toBe(401);
  const bare = await fetch(`${functions.url}${functionsPath}/${pendingName}`);
  expect(bare.status).toBe(401);
  expect(await bare.text()).toBe('');
});

test('a post from another site is refused, one from the pages is not', async () => {
  const post = (origin: string) => functions.post(exampleRequest, { Origin: origin });
  expect((await post('https://evil.example')).status).toBe(403);
  const accepted = await post(siteUrl);
  expect(accepted.status).toBe(200);
  expect(accepted.headers.get('access-control-allow-origin')).toBe(siteUrl);
});

test('a form without JavaScript gets text that says what is wrong: Supabase shows HTML as text', async () => {
  const send = (changes: Record<string, string>) =>
    fetch(functions.url + contactPath, {
      method: 'POST',
      body: exampleForm(changes),
      headers: { Origin: siteUrl },
      redirect: 'manual',
    });
  const accepted = await send({});
  expect([accepted.status, accepted.headers.get('location')]).toEqual([303, `${siteUrl}/#sent`]);

  const rejected = await send({ email: '' });
  expect(rejected.status).toBe(422);
  const page = await rejected.text();
  expect(rejected.headers.get('content-type')).toMatch(/^text\/plain/);
  expect(page).toContain(`${en.form.labels.email}: ${en.form.problems.email.missing}`);
  expect(page).toContain(printedPhone(business.phone));
  expect(page).toContain(`${siteUrl}/`);
});

test('the schedule calls the function with the URL and secret from the vault', async () => {
  await query(`
    create schema cron; create schema net; create schema vault;
    create table cron.job (name text, schedule text, command text);
    create function cron.schedule(text, text, text) returns void language sql as 'insert into cron.job values ($1, $2, $3)';
    create table vault.decrypted_secrets (name text, decrypted_secret text);
    create table net.http_request_queue (url text, headers jsonb, body jsonb);
    create function net.http_post(url text, body jsonb default '{}', headers jsonb default '{}') returns void
      language sql as 'insert into net.http_request_queue values (url, headers, body)'`);
  await query('insert into vault.decrypted_secrets values ($1, $2), ($3, $4)', [
    ...['site_functions_url', functions.url + functionsPath],
    ...['site_cron_secret', cronSecret],
  ]);
  // The two extensions are the platform's.
  await query(readFileSync('supabase/schedule.sql', 'utf8').replaceAll(/^create extension.*$/gm, ''));
  const [job] = (await query('select * from cron.job')) as { schedule: string; command: string }[];
  expect(job?.schedule).toBe('* * * * *');
  await query(job?.command ?? '');
  const [call] = (await query('select * from net.http_request_queue')) as {
    url: string;
    headers: Record<string, string>;
  }[];
  expect(await fetch(call?.url ?? '', { method: 'POST', headers: call?.headers ?? {} })).toMatchObject({
    status: 202,
  });
});
