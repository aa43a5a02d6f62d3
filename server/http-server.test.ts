import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { rawExchange } from '../tests/support/raw-exchange.ts';
import { createHttpServer, listenErrorMessage, urlOf } from './http-server.ts';
import { readSettings } from './settings.ts';

/** More than fits in the socket buffers. */
const large = new Uint8Array(32 * 1024 * 1024);

async function start(host = '127.0.0.1') {
  const server = createHttpServer({
    fetch: ({ url }) => new Response(url.endsWith('/large') ? large : url),
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

/** A client, and a promise that the server has closed its end, which a paused client does not notice. */
async function open(server: Awaited<ReturnType<typeof start>>) {
  const { hostname, port } = new URL(urlOf(server));
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  onTestFinished(() => void socket.destroy());
  const [accepted] = await once(server, 'connection');
  return { socket, cutOff: once(accepted as Socket, 'close') };
}

test.each([
  ['HTTP/1.0 without Host, as HAProxy and Nagios ask', 'GET / HTTP/1.0\r\n\r\n', 200],
  ['HTTP/1.1 without Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
])('%s gets its status', async (_, request, status) => {
  expect(await rawExchange(urlOf(await start()), request)).toMatch(`HTTP/1.1 ${status} `);
});

test('HOST may be an IPv6 address', async () => {
  const { host } = readSettings({ HOST: '::1' });
  const url = urlOf(await start(host));
  expect(await (await fetch(`${url}/about`)).text()).toBe(`${url}/about`);
  const error = Object.assign(new Error(), { code: 'EADDRINUSE' });
  expect(listenErrorMessage(error, { host, port: 80 })).toContain('[::1]:80 is in use');
});

test('the time limits', async () => {
  const { headersTimeout, requestTimeout, keepAliveTimeout, timeout } = await start();
  expect([headersTimeout, requestTimeout, keepAliveTimeout, timeout]).toEqual([
    10_000, 20_000, 5_000, 15_000,
  ]);
});

test.each(['GET', 'POST'])('an endless body of a %s is not read for ever', async (method) => {
  const server = await start();
  server.requestTimeout = 50;
  const { socket, cutOff } = await open(server);
  socket.write(`${method} / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const sending = setInterval(() => socket.resume().write(`10000\r\n${'x'.repeat(0x10000)}\r\n`), 10);
  await cutOff;
  clearInterval(sending);
});

test('a client that reads nothing is disconnected', async () => {
  const server = await start();
  server.setTimeout(50);
  server.requestTimeout = 0;
  const { socket, cutOff } = await open(server);
  socket.pause().write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n');
  await cutOff;
});

test('a slow client gets its whole response', async () => {
  const { socket } = await open(await start());
  socket.write('GET /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let read = 0;
  socket.on('data', (chunk) => {
    read += chunk.length;
    socket.pause();
    setImmediate(() => socket.resume());
  });
  await once(socket, 'close');
  expect(read).toBeGreaterThan(large.length);
});
