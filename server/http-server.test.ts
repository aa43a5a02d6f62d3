import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { rawExchange } from '../tests/support/raw-exchange.ts';
import { createHttpServer, listenErrorMessage, urlOf } from './http-server.ts';
import { readSettings } from './settings.ts';

async function start(host: string) {
  const parts = { siteUrl: undefined, log: () => undefined };
  const server = createHttpServer({ ...parts, fetch: (request) => new Response(request.url) });
  await once(server.listen(0, host), 'listening');
  onTestFinished(() => void server.close());
  return server;
}

test.each([
  ['HTTP/1.0 without Host, as HAProxy and Nagios ask', 'GET / HTTP/1.0\r\n\r\n', 200],
  ['HTTP/1.0 with Host', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n', 200],
  ['HTTP/1.1 without Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
])('%s gets its status', async (_, request, status) => {
  expect(await rawExchange(urlOf(await start('127.0.0.1')), request)).toMatch(`HTTP/1.1 ${status} `);
});

test('HOST may be an IPv6 address', async () => {
  const { host } = readSettings({ HOST: '::1' });
  const server = await start(host);
  expect(await (await fetch(`${urlOf(server)}/about`)).text()).toBe(`${urlOf(server)}/about`);
  const error = Object.assign(new Error(), { code: 'EADDRINUSE' });
  expect(listenErrorMessage(error, { host, port: 80 })).toContain('[::1]:80 is in use');
});

test('a connection is ended that sends or reads too slowly, or nothing', async () => {
  expect(await start('127.0.0.1')).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    keepAliveTimeout: 5_000,
    timeout: 15_000,
  });
});
