import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';
import { tinySite } from '../support/tiny-site.ts';

let server: InProcessServer;
const cwd = tinySite();
/** More than fits in the socket buffers. */
const bytes = 32 * 1024 * 1024;
writeFileSync(join(cwd, 'build/site/large.bin'), Buffer.alloc(bytes));

beforeEach(async () => {
  server = await startInProcess({}, { cwd });
});
afterEach(() => server.stop());

/** A client, and a promise that the server has closed its end, which a paused client does not notice. */
async function open(request: string) {
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname).on('error', () => undefined);
  const [accepted] = await once(server.server, 'connection');
  socket.write(request);
  return { socket, cutOff: once(accepted as Socket, 'close') };
}

// 20 s and 15 s by default (http-server.test.ts).
test.each(['GET', 'POST'])('an endless body of a %s is not read for ever', async (method) => {
  server.server.requestTimeout = 50;
  const { socket, cutOff } = await open(
    `${method} / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n`,
  );
  const sending = setInterval(() => socket.resume().write(`10000\r\n${'x'.repeat(0x10000)}\r\n`), 10);
  await cutOff;
  clearInterval(sending);
  socket.destroy();
});

test('disconnects a client that reads nothing until the stall timeout', async () => {
  server.server.setTimeout(50);
  server.server.requestTimeout = 0;
  const { socket, cutOff } = await open('');
  socket.pause().write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n');
  await cutOff;
  socket.destroy();
});

test('a slow client gets its whole response', async () => {
  const { socket } = await open('GET /large.bin HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let read = 0;
  socket.on('data', (chunk) => {
    read += chunk.length;
    socket.pause();
    setImmediate(() => socket.resume());
  });
  await once(socket, 'close');
  expect(read).toBeGreaterThan(bytes);
});
