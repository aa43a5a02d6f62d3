import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { en } from '../../content/words/en.ts';
import { contactPath, functionsPath } from '../../contract/contact-fields.ts';
import { testCertificate } from '../support/certificate.ts';
import { exampleForm, exampleRequest } from '../support/example-request.ts';
import { type ApiBehavior, type MailApiSink, startMailApi } from '../support/mail-api.ts';
import { copyForPostgres, type PostgresNode, startPostgres } from '../support/postgres.ts';
import {
  cronSecret,
  pendingName,
  type RunningFunctions,
  siteUrl,
  startFunctions,
} from '../support/start-functions.ts';

let postgres: PostgresNode;
let mailApi: MailApiSink;
let databaseUrl: string;
let functions: RunningFunctions;

beforeAll(async () => {
  [postgres, mailApi] = await Promise.all([startPostgres(), startMailApi()]);
});
afterAll(async () => {
  await mailApi.stop();
  await postgres.stop('SIGQUIT');
});

beforeEach(async () => {
  mailApi.behave('accept');
  databaseUrl = await postgres.newDatabase();
  functions = await startFunctions({ databaseUrl, mailApi });
});
afterEach(() => functions.stop('SIGKILL'));

const restart = async (env: Record<string, string> = {}) => {
  await functions.stop('SIGKILL');
  functions = await startFunctions({ databaseUrl, mailApi, env });
};
const query = (sql: string, values: unknown[] = []) => postgres.query(sql, values, databaseUrl);
const post = async (message: string, changes: Record<string, string> = {}) => {
  const response = await functions.post({ ...exampleRequest, message, ...changes });
  expect(response.status).toBe(200);
  return (await response.json()).reference as string;
};
const emailsOf = (reference: string) => mailApi.mails.filter(({ subject }) => subject.includes(reference));
const stateOf = async (reference: string) => {
  const rows = await query(
    'select state, result_code from site_requests.outbox_messages join site_requests.requests on id = request_id where reference = $1',
    [reference],
  );
  return rows[0] as { state: string; result_code: string | null };
};

/** Makes due what waits for a time: leases, pauses, and the mail service that had failed. */
async function letTimePass(): Promise<void> {
  await query(`update site_requests.outbox_messages
    set due_at = 0, lease_ends_at = case when lease_ends_at is not null then 0 end
    where state <> 'sent'`);
  await query('update site_requests.installation set closed_until = 0');
}

/**
 * Rings until it is sent, as the schedule does each minute. Each ring follows a pass of time: the attempt before
 * it may record when to try again only after its outcome is in the log.
 */
async function ringUntilSent(reference: string): Promise<void> {
  const ring = async () => {
    await letTimePass();
    expect((await functions.sendPending()).status).toBe(202);
    return (await stateOf(reference)).state;
  };
  await expect.poll(ring, { interval: 200 }).toBe('sent');
}

test('the email goes out after the answer, without the schedule', async () => {
  const reference = await post('at once');
  await mailApi.until(() => emailsOf(reference).length > 0);
  expect(emailsOf(reference)[0]?.text).toContain('at once');
});

test.each<[ApiBehavior, string]>([
  ['too many requests', 'unreachable'],
  ['fail', 'no answer'],
  ['lose the answer', 'no answer'],
  ['fail when it has taken it', 'no answer'],
  ['refuse the key', 'login refused'],
  ['refuse the sender', 'unreachable'],
])('a mail service that does "%s" is tried again, and one email arrives', async (behavior, outcome) => {
  mailApi.behave(behavior);
  const reference = await post(behavior);
  await functions.logged('mail', { reference, outcome });
  mailApi.behave('accept');
  await ringUntilSent(reference);
  expect(emailsOf(reference)).toHaveLength(1);
  expect(JSON.stringify(functions.log)).not.toMatch(/canary|Invalid|unexpected/i);
});

test('a mail service that hangs keeps no visitor waiting; killed in the middle, one email arrives', async () => {
  mailApi.behave('hang');
  const reference = await post('hangs');
  await mailApi.until(() => mailApi.posts.at(-1)?.status === 'hung');
  expect(await stateOf(reference)).toMatchObject({ state: 'sending' });
  await restart();
  mailApi.behave('accept');
  await ringUntilSent(reference);
  expect(emailsOf(reference)).toHaveLength(1);
});

test('killed between the email and its record, it sends no second one', async () => {
  mailApi.behave('lose the answer');
  const reference = await post('killed');
  await mailApi.until(() => emailsOf(reference).length > 0);
  await restart();
  mailApi.behave('accept');
  await ringUntilSent(reference);
  expect(emailsOf(reference)).toHaveLength(1);
});

test('what the service refuses for good is kept, tried once more that day, and seen by who looks', async () => {
  mailApi.behave('refuse the email');
  const reference = await post('refused');
  await functions.logged('mail_dead_lettered', { reference });
  mailApi.behave('accept');
  await expect.poll(functions.health).toMatchObject({ store: 'ok', deadLettered: 1 });
  await functions.sendPending();
  const next = await post('the next one');
  await mailApi.until(() => emailsOf(next).length > 0);
  expect(await stateOf(reference)).toMatchObject({ state: 'dead_lettered', result_code: '422' });
  // A day later.
  await query("update site_requests.outbox_messages set due_at = 0 where state = 'dead_lettered'");
  await functions.sendPending();
  await mailApi.until(() => emailsOf(reference).length > 0);
});

test('a flood keeps its budget and gets its overview although no process stays', async () => {
  await restart({ LIMITS: 'on' });
  const first = await post('creates the tables');
  await mailApi.until(() => emailsOf(first).length > 0);
  await query(`
    insert into site_requests.sent_emails (lease_token, at, out_of_turn)
    select 'earlier ' || number, (extract(epoch from clock_timestamp()) * 1000)::bigint, 1
    from generate_series(1, 30) as number`);
  const reference = await post('held back');
  await functions.sendPending();
  await expect
    .poll(async () => (await query('select held_since from site_requests.installation'))[0]?.held_since)
    .not.toBeNull();
  expect(emailsOf(reference)).toHaveLength(0);
  await restart({ LIMITS: 'on' });
  // A minute later.
  await query('update site_requests.installation set held_since = held_since - 60000');
  await functions.sendPending();
  await mailApi.until(() => mailApi.mails.some(({ text }) => text.includes(reference)));
  await query('delete from site_requests.sent_emails');
  await functions.sendPending();
  await mailApi.until(() => emailsOf(reference).length > 0);
});

test('without the secret, nothing is sent or disclosed', async () => {
  expect((await functions.sendPending('x'.repeat(cronSecret.length))).status).toBe(401);
  const bare = await fetch(`${functions.url}${functionsPath}/${pendingName}`);
  expect(bare.status).toBe(401);
  expect(await bare.text()).toBe('');
});

test('delivered requests are purged when their days are over', async () => {
  const reference = await post('old');
  await functions.logged('mail', { reference, outcome: 'accepted' });
  await expect.poll(async () => (await stateOf(reference)).state).toBe('sent');
  await query('update site_requests.outbox_messages set delivered_at = 1');
  await functions.sendPending();
  await functions.logged('purged', { requests: 1 });
});

test('the schedule calls the function with the URL and secret from the vault', async () => {
  const calls: (string | undefined)[] = [];
  const bell = createServer((request, response) => {
    calls.push(`${request.method} ${request.url} ${request.headers['x-cron-secret']}`);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(bell, 'listening');
  const { port } = bell.address() as { port: number };
  await query(`
    create schema cron; create schema net; create schema vault;
    create table cron.job (name text, schedule text, command text);
    create function cron.schedule(text, text, text) returns void language sql as 'insert into cron.job values ($1, $2, $3)';
    create table vault.decrypted_secrets (name text, decrypted_secret text);
    create table net.http_request_queue (url text, headers jsonb, body jsonb);
    create function net.http_post(url text, body jsonb default '{}', headers jsonb default '{}') returns void
      language sql as 'insert into net.http_request_queue values (url, headers, body)'`);
  await query('insert into vault.decrypted_secrets values ($1, $2), ($3, $4)', [
    ...['site_functions_url', `http://127.0.0.1:${port}${functionsPath}`],
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
    body: unknown;
  }[];
  await fetch(call?.url ?? '', {
    method: 'POST',
    headers: call?.headers ?? {},
    body: JSON.stringify(call?.body),
  });
  expect(calls).toEqual([`POST ${functionsPath}/${pendingName} ${cronSecret}`]);
  bell.close();
});

test('a form without JavaScript gets a page that can be read, also where HTML is shown as text', async () => {
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
  const [asText = ''] = page.split('-->');
  expect(asText).toMatch(/^<!--\n/);
  expect(asText).toContain(en.rejection.reasons.invalid);
  expect(asText).toContain(`${en.form.labels.email}: ${en.form.problems.email.missing}`);
  expect(asText).toContain(printedPhone(business.phone));
  expect(asText).not.toContain(exampleRequest.name);
  expect(page).toContain(`value="${exampleRequest.name}"`);
  expect(page).toContain(`href="${siteUrl}/"`);
  const policy = rejected.headers.get('content-security-policy');
  expect(policy).toMatch(/style-src 'self' 'sha256-/);
  expect(policy).toContain(`form-action 'self' ${siteUrl};`);
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
  await encrypted.stop('SIGQUIT');
});
