import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startsProcess } from '../../scripts/time-limits.mjs';
import { readSettings } from '../../server/settings.ts';
import { exampleRequest } from '../support/example-request.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { type RunningServer, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

const cwd = tinySite();
let sink: SmtpSink;
let server: RunningServer;

/** The owner's paging service, and the external monitor, which is broken. */
const alerts: string[] = [];
const outside = createServer(async (request, response) => {
  if (request.method === 'POST') alerts.push(await text(request));
  response
    .writeHead(request.url === '/beat' ? 302 : 200, { Location: 'http://127.0.0.1:9/' })
    .end('{"id":"x1"}');
});

beforeAll(async () => {
  await once(outside.listen(0, '127.0.0.1'), 'listening');
  sink = await startSmtpSink();
  const host = `127.0.0.1:${(outside.address() as AddressInfo).port}`;
  const env = {
    SMTP_URL: sink.url,
    SITE_URL: 'https://diesel.example',
    PAGE_URL: `ntfy://zztoken@${host}/owner`,
    HEARTBEAT_URL: `http://${host}/beat`,
  };
  server = await startServer({ cwd, env });
});
afterAll(async () => {
  await server.stop();
  await sink.stop();
  outside.close();
});

test('pings the monitor at startup, and logs that it is broken', async () => {
  expect(await server.logged('heartbeat_failed')).toMatchObject({ error: '302' });
});

// The server looks for what is wrong every ten seconds.
test("alerts the owner with a reference, and nothing of the visitor's", startsProcess, async () => {
  sink.behave('refuse for good');
  const { reference } = await (await server.post(exampleRequest)).json();
  expect(await server.logged('alert')).toMatchObject({ alert: 'mail_refused', state: 'begins', reference });
  const message = `the mail server refused an email for good (1 request, first ${reference}). To see all: npm run requests`;
  expect(alerts.map((alert) => JSON.parse(alert))).toMatchObject([{ topic: 'owner', message }]);
  expect(alerts.join()).not.toContain(exampleRequest.phone);
  expect(JSON.stringify(server.log)).not.toContain('zztoken');
});

const hook = 'https://hooks.example.com/zztoken';
test.each([
  [
    { PAGE_URL: `ntfy://ntfy.sh/topic ${hook.replace('s:', ':')}` },
    'PAGE_URL cannot be used: it must be URLs',
  ],
  [{ PAGE_URL: hook }, 'PAGE_URL is set without SITE_URL'],
  [
    {
      PAGE_URL: `twilio://AC${'0'.repeat(32)}:zztoken@+17135550100/+17135550199 ${hook}`,
      SITE_URL: `https://${'d'.repeat(38)}.com`,
    },
    'SITE_URL is longer than 49 characters',
  ],
])('%j is refused without quoting a token', (environment, sentence) => {
  const read = () => readSettings(environment);
  expect(read).toThrow(sentence);
  expect(read).not.toThrow(/zztoken/);
});
