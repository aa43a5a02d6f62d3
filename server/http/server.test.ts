import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { exchangeRaw } from '../../tests/support/raw-exchange.ts';
import { readSettings } from '../settings/settings.ts';
import { createHttpServer, getServerUrl } from './server.ts';

/** More than fits in the socket buffers. */
const large = new Uint8Array(32 * 1024 * 1024);

/** Resolves with a function that releases the response to a request for /held. */
const held = Promise.withResolvers<() => void>();

async function start(host = '127.0.0.1') {
  const server = createHttpServer({
    fetch: ({ url }) => {
      const response = new Response(url.endsWith('/large') ? large : url);
      return url.endsWith('/held')
        ? new Promise((resolve) => held.resolve(() => resolve(response)))
        : response;
    },
    siteUrl: undefined,
    log: () => undefined,
  });
  await once(server.listen(0, host), 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return server;
}

/** Returns a client, and a promise for the server closing its end, because a paused client doesn't notice that. */
async function open(server: Awaited<ReturnType<typeof start>>) {
  const { hostname, port } = new URL(getServerUrl(server));
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const [accepted] = await once(server, 'connection');
  return { socket, cutOff: once(accepted as Socket, 'close') };
}

const postOfTwoHosts = '/ HTTP/1.1\r\nHost: a\r\nHost: b\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';

test.each([
  {
    what: 'HTTP/1.0 without Host, as from HAProxy and Nagios,',
    request: 'GET / HTTP/1.0\r\n\r\n',
    status: 200,
  },
  { what: 'HTTP/1.1 without Host', request: 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', status: 400 },
  {
    what: 'a second Host',
    request: 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n',
    status: 400,
  },
  {
    what: 'the same Host twice',
    request: 'GET / HTTP/1.1\r\nhost: a\r\nHost: a\r\nConnection: close\r\n\r\n',
    status: 400,
  },
  { what: 'a second Host in HTTP/1.0', request: 'GET / HTTP/1.0\r\nHost: a\r\nHost: b\r\n\r\n', status: 400 },
  { what: 'a second Host in a post', request: `POST ${postOfTwoHosts}`, status: 400 },
  {
    what: 'an invalid Host',
    request: 'GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n',
    status: 400,
  },
  {
    what: 'a Host with a path',
    request: 'GET / HTTP/1.1\r\nHost: a/b\r\nConnection: close\r\n\r\n',
    status: 400,
  },
  {
    what: 'a Host with a user',
    request: 'GET / HTTP/1.1\r\nHost: u@a\r\nConnection: close\r\n\r\n',
    status: 400,
  },
])('$what gets a $status', async ({ request, status }) => {
  expect(await exchangeRaw(getServerUrl(await start()), request)).toMatch(`HTTP/1.1 ${status} `);
});

test('HOST may be an IPv6 address', async () => {
  const url = getServerUrl(await start(readSettings({ HOST: '::1' }).host));
  expect(await (await fetch(`${url}/about`)).text()).toBe(`${url}/about`);
});

test('headers get 10 seconds, requests 20, idle connections 5, and stalled sockets 25', async () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = await start();
  expect(headersTimeout).toBe(10_000);
  expect(requestTimeout).toBe(20_000);
  expect(keepAliveTimeout).toBe(5_000);
  expect(timeout).toBe(25_000);
});

const begun = (method: string) => `${method} / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`;

/** Returns a client that is still sending but already has its response. The linger timeout is running. */
async function answeredEarly(bytes: string) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const client = await open(await start());
  client.socket.write(bytes);
  await once(client.socket, 'data');
  await expect.poll(vi.getTimerCount).toBeGreaterThan(0);
  return client;
}

test.each([
  ['the body of a GET', begun('GET')],
  ['the body of a POST', begun('POST')],
  ['nonsense', 'nonsense\r\n\r\n'],
])('a client still sending %s is disconnected half a second after its response', async (_, bytes) => {
  const { socket, cutOff } = await answeredEarly(bytes);
  socket.write('5\r\nmore.\r\n');
  vi.advanceTimersByTime(500);
  await cutOff;
});

test('a connection is reused if a body ends shortly after its response', async () => {
  const { socket, cutOff } = await answeredEarly(begun('POST'));
  socket.write('0\r\n\r\nGET /held HTTP/1.1\r\nHost: a\r\n\r\n');
  const release = await held.promise;
  vi.advanceTimersByTime(500);
  release();
  const [answer] = await Promise.race([once(socket, 'data'), cutOff]);
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
});

test('a client that does not read its response is disconnected', async () => {
  const server = await start();
  server.setTimeout(50);
  server.requestTimeout = 0;
  const { socket, cutOff } = await open(server);
  socket.pause().write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  await cutOff;
});
