import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawExchange } from '../support/raw-exchange.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';
import { tinySite } from '../support/tiny-site.ts';

let server: InProcessServer;
/** The server's ends of connections, by the client's port. */
let accepted: Map<number | undefined, Promise<unknown>>;
const megabyte = 1024 * 1024;
const cwd = tinySite();
// More than fits in the socket buffers.
writeFileSync(join(cwd, 'build/site/large.bin'), Buffer.alloc(32 * megabyte));

beforeEach(async () => {
  server = await startInProcess({}, { cwd });
  accepted = new Map();
  server.server.on('connection', (socket: Socket) => accepted.set(socket.remotePort, once(socket, 'close')));
  // Off: a connection that ends was not ended by a timeout.
  server.server.setTimeout(0);
  server.server.requestTimeout = 0;
});
afterEach(() => server.stop());

async function open(): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  await Promise.all([once(socket, 'connect'), once(server.server, 'connection')]);
  return socket;
}

/** Resolves when the server has closed its end. A paused client does not notice. */
const cutOff = ({ localPort }: Socket) => accepted.get(localPort);

test('whoever pipelines thousands of requests and reads nothing is cut off, and pages are still served', async () => {
  const requests = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(2_000);
  const sockets: Socket[] = [];
  for (let client = 0; client < 20; client += 1) {
    sockets.push(await open());
  }
  for (const socket of sockets) {
    socket.pause().write(requests);
  }
  for (let page = 0; page < 5; page += 1) {
    expect((await fetch(server.url)).status).toBe(200);
  }
  await Promise.all(sockets.map(cutOff));
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
});

test('disconnects a client that pipelines more than eight requests and reads nothing', async () => {
  const socket = await open();
  socket.pause().write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(9));
  await cutOff(socket);
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
  socket.resume().write(`${method} ${path} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`);
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  const sending = setInterval(() => socket.write(chunk), 10);
  await cutOff(socket);
  clearInterval(sending);
  socket.destroy();
});

test('disconnects a client that reads nothing until the stall timeout', async () => {
  // 15 s by default (http-server.test.ts).
  server.server.setTimeout(50);
  const socket = await open();
  socket.pause().write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n');
  await cutOff(socket);
  socket.destroy();
});

test('a slow client gets its whole response', async () => {
  const socket = await open();
  socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let read = 0;
  socket.on('data', (chunk) => {
    read += chunk.length;
    socket.pause();
    setImmediate(() => socket.resume());
  });
  await once(socket, 'close');
  expect(read).toBeGreaterThan(32 * megabyte);
});
