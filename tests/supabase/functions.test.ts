import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { defaultLanguage } from '../../content/languages.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { words } from '../../content/words/index.ts';
import { contactFunctionName, contactPath, functionsPath } from '../../contract/contact-fields.ts';
import { dispatchKeyHeader } from '../../contract/dispatch.ts';
import { dispatchPath, liveChangesPath, requestStatusPath } from '../../contract/function-paths.ts';
import { requestTokenHeader } from '../../contract/request-status.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { getServerUrl } from '../../server/http/server.ts';
import { takeTokenHeader } from '../../server/paging/alarm.ts';
import { type DatabaseServer, parseDatabaseUrl } from '../../server/settings/connection-urls.ts';
import { openPostgresStore } from '../../server/store/postgres/postgres-store.ts';
import denoConfig from '../../supabase/functions/deno.json' with { type: 'json' };
import { createExampleForm, exampleRequest } from '../support/example-request.ts';
import { exampleChannels } from '../support/in-process-store.ts';
import { type MailApiSink, startMailApi } from '../support/mail-api.ts';
import { connectToSharedPostgres, type SharedPostgres } from '../support/postgres.ts';
import { cronSecret, pendingName, siteUrl, startFunctions } from '../support/start-functions.ts';

// All functions run in one process, with Supabase's version of Deno. The server's tests cover the shared code.

let postgres: SharedPostgres;
let mailApi: MailApiSink;
let databaseUrl: string;
let functions: Awaited<ReturnType<typeof startFunctions>>;

/** A paging service, and the button of the last alarm that asks to take a request. */
let button: { url: string; headers: Record<string, string> };
const phone = createServer(async (request, response) => {
  const { actions = [button] } = JSON.parse(await text(request));
  button = actions.at(-1);
  response.end('{"id":"x1"}');
  phone.emit('rung');
});

beforeAll(async () => {
  [postgres, mailApi] = await Promise.all([connectToSharedPostgres(), startMailApi()]);
  databaseUrl = await postgres.newDatabase();
  await once(phone.listen(0, '127.0.0.1'), 'listening');
  const env = { PAGE_URL: `ntfy://token@${new URL(getServerUrl(phone)).host}/owner` };
  functions = await startFunctions(databaseUrl, mailApi, env);
});
afterAll(async () => {
  phone.close();
  await functions.stop('SIGKILL');
  await mailApi.stop();
});

const query = (sql: string, values: unknown[] = []) => postgres.query(sql, values, databaseUrl);
const arrived = (words: string) =>
  mailApi.until(() => mailApi.mails.some(({ text }) => text.includes(words)));

test('an emergency rings after the answer, until somebody takes it', async () => {
  const rung = once(phone, 'rung');
  await functions.post({ ...exampleRequest, service: 'emergency' });
  await rung;
  const take = button.headers[takeTokenHeader] ?? '';
  const dispatch = async (action: object) => {
    const headers = { 'Content-Type': 'application/json', Origin: siteUrl };
    const init = { method: 'POST', headers, body: JSON.stringify({ take, ...action }) };
    return (await fetch(functions.url + dispatchPath, init)).json();
  };
  expect(await dispatch({ action: 'show_request' })).toMatchObject({ request: { state: 'ringing' } });
  const answer = await dispatch({ action: 'take_by_link', by: 'Ana' });
  expect(answer).toMatchObject({ request: { taken: { by: 'Ana' } } });
  // The button in the app of the service, which comes second.
  const url = button.url.replace('https://ref.supabase.example', functions.url);
  const pressed = await fetch(url, { method: 'POST', headers: button.headers });
  expect(await pressed.text()).toContain('Taken by Ana on ');
});

test('only the pages of the site can read the changes of the owner', async () => {
  const ask = (origin: string) => fetch(functions.url + liveChangesPath, { headers: { Origin: origin } });
  const response = await ask(siteUrl);
  expect(await response.json()).toEqual({ signs: {} });
  expect(response.headers.get('access-control-allow-origin')).toBe(siteUrl);
  expect((await ask('https://evil.example')).headers.get('access-control-allow-origin')).toBeNull();
});

test('the driver sees what a paired device says', async () => {
  const { statusToken, reference } = await (await functions.post(exampleRequest)).json();
  const server = parseDatabaseUrl(databaseUrl) as DatabaseServer;
  const store = openPostgresStore({ server, channels: exampleChannels, log: () => undefined });
  const { token } = await store.createPairing();
  await store.close();
  const call = async (path: string, headers: object, body?: object) => {
    const init = { headers: { 'Content-Type': 'application/json', Origin: siteUrl, ...headers } };
    const post = body && { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(functions.url + path, { ...init, ...post })).json();
  };
  const { key } = await call(dispatchPath, {}, { action: 'pair', token, name: 'Phone', firstName: 'Ana' });
  await call(dispatchPath, { [dispatchKeyHeader]: key }, { action: 'on_my_way', reference, minutes: 40 });
  const status = await call(requestStatusPath, { [requestTokenHeader]: statusToken });
  expect(status).toMatchObject({ state: 'on_the_way', taken: { by: 'Ana' }, eta: { minutes: 40 } });
});

test('the email goes out after the answer, without the schedule', async () => {
  const response = await functions.post({ ...exampleRequest, message: 'at once' });
  expect(response.status).toBe(200);
  const { reference } = await response.json();
  await arrived('at once');
  await functions.logged('mail', { reference, outcome: 'accepted' });
  expect(JSON.stringify(functions.log)).not.toMatch(/canary/i);
});

test('the schedule sends pending emails and purges old delivered requests', async () => {
  const server = parseDatabaseUrl(databaseUrl) as DatabaseServer;
  const store = openPostgresStore({ server, channels: exampleChannels, log: () => undefined });
  // An instance that ends before it sends its email leaves such a request behind.
  const fields = { ...exampleRequest, message: 'left over' };
  await store.save({ fields, language: 'en', idempotencyKey: 'left over' });
  await store.close();
  expect((await functions.sendPending()).status).toBe(202);
  await arrived('left over');
  await query("update site_requests.deliveries set delivered_at = 1, counted_at = 1 where state = 'sent'");
  // Nothing is purged before the clock has been steady for a day.
  await query('update site_requests.installation set steady_for = $1', [24 * 60 * 60_000]);
  const purged = async () => {
    await functions.sendPending();
    return functions.log.some(({ event }) => event === 'purged');
  };
  await expect.poll(purged).toBe(true);
  expect(await functions.health()).toMatchObject({ store: 'ok' });
});

test('without the secret, nothing is sent or disclosed', async () => {
  const wrong = { 'X-Cron-Secret': 'x'.repeat(cronSecret.length) };
  for (const method of ['POST', 'GET']) {
    const response = await fetch(`${functions.url}${functionsPath}/${pendingName}`, {
      method,
      headers: wrong,
    });
    expect(response.status).toBe(401);
    expect(await response.text()).not.toContain('store');
  }
});

test('a form without JavaScript gets its errors as plain text', async () => {
  const form = { method: 'POST', headers: { Origin: siteUrl }, redirect: 'manual' } as const;
  const send = (changes: Record<string, string>) =>
    fetch(functions.url + contactPath, { ...form, body: createExampleForm(changes) });
  const accepted = await send({});
  expect(accepted.status).toBe(303);
  const { href, hash } = new URL(accepted.headers.get('location') ?? '');
  expect(href).toBe(`${siteUrl}/sent${hash}`);
  expect(hash).toMatch(/^#[\w-]{28}$/);
  const rejected = await send({ email: '' });
  expect(rejected.status).toBe(422);
  // Supabase would show HTML as text.
  expect(rejected.headers.get('content-type')).toMatch(/^text\/plain/);
  const page = await rejected.text();
  const { labels, problems } = words[defaultLanguage].form;
  const problem = `${labels.email}: ${problems.email.missing}`;
  for (const text of [problem, formatPhone(business.phone), `${siteUrl}/`]) {
    expect(page).toContain(text);
  }
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
  const calls = await query('select url, headers from net.http_request_queue');
  const [{ url, headers } = expect.fail('Nothing was called.')] = calls as {
    url: string;
    headers: HeadersInit;
  }[];
  expect((await fetch(url, { method: 'POST', headers })).status).toBe(202);
});

test('the functions are deployed with the packages that the tests run', () => {
  // The hosted bundler knows other lockfiles than the Deno of the tests.
  expect(denoConfig.lock).toBe(false);
  const versions: Record<string, string> = packageFile.dependencies;
  for (const target of Object.values(denoConfig.imports)) {
    const [, name = '', version] = /^npm:\/?(@?[^@]+)@([^/]+)\/?$/.exec(target) ?? [];
    expect(version, target).toBe(versions[name]);
  }
});

test('each function has these packages, and lets in callers without a token of Supabase', () => {
  const toml = readFileSync('supabase/config.toml', 'utf8');
  const names = globSync('supabase/functions/*/index.ts').map((file) => basename(dirname(file)));
  expect(names).toEqual(expect.arrayContaining([contactFunctionName, pendingName]));
  for (const name of names) {
    expect(toml).toContain(`[functions.${name}]\nverify_jwt = false\nimport_map = "./functions/deno.json"\n`);
  }
});
