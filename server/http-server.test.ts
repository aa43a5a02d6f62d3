import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { rawExchange } from '../tests/support/raw-exchange.ts';
import { createHttpServer, listenErrorMessage, urlOf } from './http-server.ts';
import { readSettings } from './settings.ts';

test('a client that pipelines thousands of requests costs the objects of nine', async () => {
  const server = createHttpServer({
    fetch: () => new Promise(() => undefined),
    siteUrl: undefined,
    log: () => undefined,
  });
  const responses: ServerResponse[] = [];
  server.on('request', (_, outgoing) => responses.push(outgoing));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = connect(Number(new URL(urlOf(server)).port));
  client.on('error', () => undefined);
  client.resume().write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000));
  await once(client, 'close');
  expect(responses.length).toBeGreaterThan(100);
  expect(new Set(responses).size).toBe(9);
  expect(new Set(responses.map(({ req }) => req)).size).toBe(9);
  server.close();
});

test.each([
  ['HTTP/1.0 without Host, as HAProxy and Nagios ask', 'GET / HTTP/1.0\r\n\r\n', 200],
  ['HTTP/1.0 with Host', 'GET / HTTP/1.0\r\nHost: a\r\n\r\n', 200],
  ['HTTP/1.0 with two Hosts', 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', 400],
  ['HTTP/1.1 without Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['HTTP/1.1 with an empty Host', 'GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n', 400],
  ['a URL in HTTP/1.1 without Host', 'GET http://a/ HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
])('%s gets its status', async (_, request, status) => {
  const server = createHttpServer({
    fetch: () => new Response('page'),
    siteUrl: undefined,
    log: () => undefined,
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  expect(await rawExchange(urlOf(server), request)).toMatch(`HTTP/1.1 ${status} `);
  server.close();
});

test('HOST may be an IPv6 address', async () => {
  const server = createHttpServer({
    fetch: (request) => new Response(request.url),
    siteUrl: undefined,
    log: () => undefined,
  });
  server.listen(0, readSettings({ HOST: '::1' }).host);
  await once(server, 'listening');
  expect(await (await fetch(`${urlOf(server)}/about`)).text()).toBe(`${urlOf(server)}/about`);
  server.close();
  const error = Object.assign(new Error(), { code: 'EADDRINUSE' });
  expect(listenErrorMessage(error, { host: '::1', port: 80 })).toContain('[::1]:80 is in use');
});

test('a connection is ended that sends or reads too slowly, or nothing', () => {
  const parts = { fetch: () => new Response(), siteUrl: undefined, log: () => undefined };
  expect(createHttpServer(parts)).toMatchObject({
    headersTimeout: 10_000,
    requestTimeout: 20_000,
    keepAliveTimeout: 5_000,
    timeout: 15_000,
  });
});
