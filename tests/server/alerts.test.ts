import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startsProcess } from '../../scripts/time-limits.mjs';
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

/** The owner's service for pages, and the external monitor. */
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
      PAGE_URL: `${url}/hook?token=zztoken`,
      SITE_URL: 'https://diesel.example',
      HEARTBEAT_URL: `${url}/beat`,
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

// The server looks for what is wrong every ten seconds.
test(
  "alerts the owner with an event, a reference and words, and nothing of the visitor's",
  startsProcess,
  async () => {
    sink.behave('refuse for good');
    const { reference } = await (await server.post(exampleRequest)).json();
    const { method, type, body } = await called('/hook');
    expect({ method, type }).toEqual({ method: 'POST', type: 'application/json' });
    expect(JSON.parse(body)).toEqual({
      event: 'mail_refused',
      text: expect.stringContaining(`(1 request, first ${reference})`),
      at: expect.any(String),
      others: [],
    });
    expect(await server.logged('alert')).toMatchObject({ alert: 'mail_refused', state: 'begins', reference });
    expect(JSON.stringify(server.log)).not.toContain('zztoken');
  },
);

test('a wrong PAGE_URL stops the start with an explanation that does not quote it', async () => {
  const env = { PAGE_URL: 'ntfy://ntfy.sh/topic http://hooks.example.com/zztoken' };
  const start = startServer({ cwd, env });
  await expect(start).rejects.toThrow(
    /^Ended with 1: PAGE_URL cannot be used: it must be URLs separated by spaces/,
  );
  await expect(start).rejects.not.toThrow(/zztoken/);
});
