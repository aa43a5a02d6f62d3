import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { contactPath } from '../../contract/contact-fields.ts';
import { openSqliteStore } from '../../server/store/sqlite/sqlite-store.ts';
import { exampleForm, exampleRequest } from '../support/example-request.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startInProcess, unavailableStore } from '../support/start-in-process.ts';

test('a hung mail server does not block a stop: its email is aborted, and may have arrived', async () => {
  const sink = await startSmtpSink();
  sink.behave('silent after the final dot');
  const first = await startInProcess({ SMTP_URL: sink.url });
  const { reference } = await (await first.post(exampleRequest)).json();
  await sink.received(1);
  await first.stop();
  expect(first.log).toContainEqual(expect.objectContaining({ reference, outcome: 'ambiguous' }));
  await sink.stop();
});

test('a store that cannot be reached breaks the form, not the pages', async () => {
  const server = await startInProcess({}, { store: unavailableStore() });
  const refused = await server.post(exampleRequest);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBe('60');
  expect(await refused.json()).toMatchObject({ code: 'unavailable' });
  const page = await fetch(server.url + contactPath, { method: 'POST', body: exampleForm() });
  expect(page.status).toBe(503);
  expect(page.headers.get('content-type')).toMatch(/^text\/html/);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(503);
  expect((await fetch(`${server.url}/about`)).status).toBe(200);
  await server.stop();
});

test('a store locked by another process is unavailable, and recovers afterwards', async () => {
  const dataDir = memoryFolder('locked');
  const store = openSqliteStore(dataDir, () => undefined);
  const server = await startInProcess({}, { dataDir, store });
  const post = async () => (await server.post(exampleRequest)).status;
  await expect.poll(post).toBe(200);
  const other = new DatabaseSync(join(dataDir, 'requests.sqlite'), { timeout: 5_000 });
  other.exec('begin exclusive');
  const refused = server.post({ ...exampleRequest, message: 'locked' });
  expect((await fetch(server.url)).status).toBe(200);
  expect((await refused).status).toBe(503);
  other.exec('rollback');
  other.close();
  await expect.poll(post).toBe(200);
  await server.stop();
});
