import { mkdirSync, readdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailWords } from '../../content/words/mail.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { exampleForm, exampleRequest } from '../support/example-request.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { newDataDir, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

let sink: SmtpSink;
const cwd = tinySite();

beforeAll(async () => {
  sink = await startSmtpSink();
});
afterAll(() => sink.stop());

test('an acknowledged request survives kill -9 and is emailed after the restart', async () => {
  const first = await startServer({ cwd, env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
  await first.post({ ...exampleRequest, message: 'finds out that nobody takes mail' });
  await first.logged('mail', { outcome: 'unreachable' });
  const { reference } = await (await first.post(exampleRequest)).json();
  await first.stop('SIGKILL');

  const second = await startServer({ cwd, dataDir: first.dataDir, env: { SMTP_URL: sink.url } });
  await second.logged('mail', { reference, outcome: 'accepted' });
  const email = sink.mails.find(({ subject }) => subject?.includes(reference));
  expect(email?.text).toContain(exampleRequest.message.split('\n', 1)[0]);
  await second.stop();
});

test.each(['SIGTERM', 'SIGINT'] as const)('%s answers what is under way and ends with 0', async (signal) => {
  const server = await startServer({ cwd });
  const body = JSON.stringify(exampleRequest);
  const slow = await halfSent(server.url, body);
  const ended = server.stop(signal);
  await server.logged('stopping');
  process.kill(server.pid ?? 0, signal);
  slow.write(body.slice(10));
  const answer = await slow.answer();
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK$/m);
  expect(answer).toMatch(/^connection: close$/im);
  expect(await ended).toBe(0);
});

test('a hung mail server does not block shutdown: the email is aborted, and resent after the restart', async () => {
  sink.behave('silent after the final dot');
  const first = await startServer({ cwd, env: { SMTP_URL: sink.url } });
  const { reference } = await (await first.post({ ...exampleRequest, message: 'hangs' })).json();
  await sink.received(sink.mails.length + 1);
  const startedAt = performance.now();
  expect(await first.stop()).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(first.log).toContainEqual(expect.objectContaining({ reference, outcome: 'ambiguous' }));

  sink.behave('accept');
  const second = await startServer({ cwd, dataDir: first.dataDir, env: { SMTP_URL: sink.url } });
  await second.logged('mail', { reference, outcome: 'accepted' });
  expect(sink.mails.at(-1)?.text).toContain(mailWords.possibleDuplicate);
  await second.stop();
});

/** A client that has sent its headers and ten bytes of the body. */
async function halfSent(url: string, body: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = `POST ${contactPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  socket.setEncoding('utf8').write(head);
  // The server is processing the request once it asks for the body.
  await new Promise((resolve) => socket.once('data', resolve));
  socket.write(body.slice(0, 10));
  return {
    write: (text: string) => socket.write(text),
    answer: async () => (await socket.toArray()).join(''),
  };
}

test('a store that cannot be opened breaks the form, not the pages', async () => {
  const dataDir = newDataDir();
  // A folder where the file should be.
  mkdirSync(join(dataDir, 'requests.sqlite'));
  const server = await startServer({ cwd, dataDir });

  const refused = await server.post(exampleRequest);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  const page = await fetch(server.url + contactPath, { method: 'POST', body: exampleForm() });
  expect(page.status).toBe(503);
  expect(await page.text()).toContain('value="Canary Nightingale"');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
  expect((await fetch(`${server.url}/about`)).status).toBe(200);

  rmdirSync(join(dataDir, 'requests.sqlite'));
  await expect.poll(async () => (await server.post(exampleRequest)).status).toBe(200);
  expect(server.log.filter(({ event }) => event === 'store_failed')).toHaveLength(1);
  await server.stop();
});

test('a store locked by another process is unavailable, and recovers afterwards', async () => {
  const server = await startServer({ cwd });
  await server.post(exampleRequest);
  const other = new DatabaseSync(join(server.dataDir, 'requests.sqlite'), { timeout: 5_000 });
  other.exec('begin exclusive');

  const [refused, page] = await Promise.all([
    server.post({ ...exampleRequest, message: 'locked' }),
    fetch(`${server.url}/`),
  ]);
  expect(refused.status).toBe(503);
  expect(page.status).toBe(200);

  other.exec('rollback');
  other.close();
  const again = () => server.post({ ...exampleRequest, message: 'locked' });
  await expect.poll(async () => (await again()).status).toBe(200);
  await server.stop();
});

test('the health check reports how long the oldest email has waited', async () => {
  const server = await startServer({ cwd, env: { SMTP_URL: sink.url } });
  const health = await fetch(`${server.url}/healthz`);
  expect(health.status).toBe(200);
  expect(health.headers.get('cache-control')).toBe('no-store');
  expect(await health.json()).toEqual({ store: 'ok', mail: 'ok', oldestUnsentSeconds: 0 });
  await server.stop();
});

test('a partial file left by a crash is removed at startup', async () => {
  const dataDir = newDataDir();
  mkdirSync(join(dataDir, 'mail'));
  writeFileSync(join(dataDir, 'mail', 'ABC234.eml.part'), 'half');
  writeFileSync(join(dataDir, 'mail', 'DEF567.eml'), 'whole');
  const server = await startServer({ cwd, dataDir });
  expect(readdirSync(join(dataDir, 'mail'))).toEqual(['DEF567.eml']);
  await server.stop();
});

test.each([
  ['/proc/nope', 'no folder can be made there'],
  ['/dev/null', 'it is not a folder'],
  ['/dev/null/data', 'it is not a folder'],
])('a start with DATA_DIR %s ends with an explanation', async (dataDir, why) => {
  await expect(startServer({ cwd, dataDir })).rejects.toThrow(
    new RegExp(`Ended with 1: DATA_DIR is "${dataDir}": ${why}.*like DATA_DIR=/var/lib/site`),
  );
});
