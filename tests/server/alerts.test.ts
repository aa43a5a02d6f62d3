import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRequest } from '../support/example-request.ts';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink.ts';
import { type RunningServer, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

interface Call {
  method: string | undefined;
  url: string | undefined;
  type: string | undefined;
  body: string;
}

const cwd = tinySite();
const calls: Call[] = [];
let outside: ReturnType<typeof createServer>;
let sink: SmtpSink;
let server: RunningServer;

/** The owner's webhook and the external monitor. */
beforeAll(async () => {
  outside = createServer(async (request: IncomingMessage, response) => {
    const { method, url, headers } = request;
    calls.push({ method, url, type: headers['content-type'], body: await text(request) });
    outside.emit('called');
    // A broken monitor delays nothing.
    response.writeHead(url === '/beat' ? 302 : 200, { Location: 'http://127.0.0.1:9/' }).end('ok');
  }).listen(0, '127.0.0.1');
  await once(outside, 'listening');
  sink = await startSmtpSink();
  const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`;
  server = await startServer({
    cwd,
    env: {
      SMTP_URL: sink.url,
      ALERT_WEBHOOK_URL: `${url}/hook?token=zztoken`,
      HEARTBEAT_URL: `${url}/beat`,
      METRICS_PORT: '0',
    },
  });
});
afterAll(async () => {
  await server.stop();
  await sink.stop();
  outside.close();
});

async function called(path: string): Promise<Call> {
  for (;;) {
    const call = calls.find(({ url }) => url?.startsWith(path));
    if (call) return call;
    await once(outside, 'called');
  }
}

test('pings the monitor at startup, and does not log a failing monitor', async () => {
  expect(await called('/beat')).toMatchObject({ method: 'GET', body: '' });
  expect(await server.logged('heartbeat_failed')).toMatchObject({ error: '302' });
});

test('alerts the owner with an event, a reference and a time, and nothing else', async () => {
  sink.behave('refuse for good');
  const { reference } = await (await server.post(exampleRequest)).json();
  const { method, type, body } = await called('/hook');
  expect({ method, type }).toEqual({ method: 'POST', type: 'application/json' });
  expect(JSON.parse(body)).toEqual({ event: 'dead_letter', reference, at: expect.any(String) });
  expect(await server.logged('alert')).toMatchObject({ alert: 'dead_letter', reference });
  expect(JSON.stringify(server.log)).not.toContain('zztoken');
});

test('serves eight lines of metrics to this machine only, and not from the site', async () => {
  const { url } = await server.logged('metrics_listening');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
  const answer = await fetch(String(url));
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4');
  const lines = (await answer.text()).trimEnd().split('\n');
  expect(lines.map((line) => line.replace(/ \d+$/, ''))).toEqual([
    'site_store_ok',
    'site_oldest_unsent_seconds',
    'site_dead_lettered',
    'site_requests_total',
    'site_rejections_total',
    'site_requests_mailed_total',
    'site_mail_failures_total',
    'site_errors_total',
  ]);
  expect(lines).toEqual(
    expect.arrayContaining(['site_store_ok 1', 'site_dead_lettered 1', 'site_requests_total 1']),
  );
  expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  expect((await fetch(String(url).replace('/metrics', '/'))).status).toBe(404);
});

test('a METRICS_PORT in use stops the start with an explanation', async () => {
  const { port } = outside.address() as AddressInfo;
  await expect(startServer({ cwd, env: { METRICS_PORT: String(port) } })).rejects.toThrow(
    `METRICS_PORT is ${port}, where this server cannot listen (EADDRINUSE). Set it to a free port from 1024 up, like METRICS_PORT=9100`,
  );
});

test('an unencrypted ALERT_WEBHOOK_URL stops the start with an explanation', async () => {
  const env = { ALERT_WEBHOOK_URL: 'http://hooks.example.com/zztoken' };
  await expect(startServer({ cwd, env })).rejects.toThrow(/^Ended with 1: ALERT_WEBHOOK_URL cannot be used/);
});
