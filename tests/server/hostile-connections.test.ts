import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawExchange } from '../support/raw-exchange.ts';
import { type RunningServer, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

let server: RunningServer;
const megabyte = 1024 * 1024;

beforeAll(async () => {
  const cwd = tinySite();
  // More than fits in the socket buffers.
  writeFileSync(join(cwd, 'build/site/large.bin'), Buffer.alloc(32 * megabyte));
  server = await startServer({ cwd });
});
afterAll(() => server.stop());

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

function closed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve));
}

test.runIf(process.platform === 'linux')(
  'whoever pipelines thousands of requests and reads nothing is cut off, and pages are still served',
  async () => {
    const requests = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000);
    const sockets = await Promise.all(Array.from({ length: 20 }, open));
    for (const socket of sockets) {
      socket.pause().write(requests);
    }
    for (let page = 0; page < 5; page += 1) {
      expect((await fetch(server.url)).status).toBe(200);
    }
    await Promise.all(sockets.map(({ localPort = 0 }) => connectionsDown(localPort)));
    for (const socket of sockets) {
      socket.destroy();
    }
    // Node reuses a closed connection's parser.
    const answers = Array.from({ length: 100 }, () =>
      rawExchange(server.url, 'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    for (const answer of await Promise.all(answers)) {
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK.*<\/html>$/s);
    }
  },
);

test('disconnects a client at once that pipelines more than eight requests and reads nothing', async () => {
  const socket = await open();
  const startedAt = performance.now();
  socket.pause().write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(9));
  await connectionsDown(socket.localPort ?? 0);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  socket.destroy();
});

test('answers a few pipelined requests in order', async () => {
  const paths = ['/', '/about', '/es/', '/nowhere', '/es/about'];
  const last = 'GET /robots.txt HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join('');
  const answer = await rawExchange(server.url, requests + last);
  const found = answer.matchAll(/HTTP\/1\.1 (\d+)|<h1>(.*?)<\/h1>|User-agent/g);
  expect(Array.from(found, ([text, status, title]) => status ?? title ?? text)).toEqual([
    ...['200', 'Home', '200', 'About', '200', 'Inicio', '404', 'Oops! Page not found'],
    ...['200', 'Quienes somos', '200', 'User-agent'],
  ]);
});

test.each([
  ['GET', '/'],
  ['GET', '/nowhere'],
  ['POST', '/'],
])('stops reading an endless body of a %s to %s after the response', async (method, path) => {
  const socket = await open();
  const end = closed(socket);
  const startedAt = performance.now();
  socket.resume().write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const sending = setInterval(() => socket.write(chunk), 10);
  await end;
  clearInterval(sending);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
});

test('disconnects a client that reads nothing for 30 s', async () => {
  const socket = await open();
  socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n');
  socket.pause();
  const startedAt = performance.now();
  // A paused socket does not notice its end: check from the server's side.
  await connectionsDown(socket.localPort ?? 0);
  expect(performance.now() - startedAt).toBeGreaterThan(14_000);
  expect(performance.now() - startedAt).toBeLessThan(32_000);
  socket.destroy();
});

test('a slow client gets its whole response', async () => {
  const socket = await open();
  socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let read = 0;
  socket.on('data', (chunk) => {
    read += chunk.length;
    socket.pause();
    setTimeout(() => socket.resume(), 5);
  });
  await closed(socket);
  expect(read).toBeGreaterThan(32 * megabyte);
});

/** Resolves when the server has closed the connection from a local port. */
async function connectionsDown(port: number): Promise<void> {
  const local = port.toString(16).toUpperCase().padStart(4, '0');
  const isOpen = () =>
    readFileSync('/proc/net/tcp', 'utf8')
      .split('\n')
      .some((line) => new RegExp(`^\\s*\\d+: \\S+ \\S+:${local} 01 `).test(line));
  while (isOpen()) {
    await pause(200);
  }
}
