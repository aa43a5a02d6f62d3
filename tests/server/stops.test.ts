import { once } from 'node:events';
import { connect } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { contactPath } from '../../contract/contact-fields.ts';
import { dispatchKeyHeader } from '../../contract/dispatch.ts';
import { dispatchPath, requestStatusPath } from '../../contract/function-paths.ts';
import { requestTokenHeader } from '../../contract/request-status.ts';
import { createDiskLayer } from '../../lab/faults/disk-layer.ts';
import { startsProcess } from '../../scripts/time-limits.mjs';
import { run as pair } from '../../server/commands/pair.ts';
import { shutdownTimeouts } from '../../server/http/shutdown.ts';
import { databaseFile } from '../../server/store/sqlite/database.ts';
import { exampleRequest } from '../support/example-request.ts';
import { createMemoryFolder } from '../support/memory-folder.ts';
import { runCommand } from '../support/start-in-process.ts';
import { startProcess, startServer } from '../support/start-server.ts';
import { createTinySite } from '../support/tiny-site.ts';

const root = join(import.meta.dirname, '../..');
const cwd = createTinySite();
test('after SIGTERM the server still answers the request under way', startsProcess, async () => {
  const server = await startServer({ cwd });
  const body = JSON.stringify(exampleRequest);
  const slow = await sendHalf(server.url, body);
  const ended = server.stop();
  await server.logged('stopping');
  server.stop('SIGINT');
  slow.write(body.slice(10));
  const answer = (await slow.toArray()).join('');
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK$/m);
  expect(answer).toMatch(/^connection: close$/im);
  expect(await ended).toBe(0);
});

test('a full or hanging disk answers posts with 503 and delays no page', startsProcess, async () => {
  const dataDir = createMemoryFolder('data');
  const layer = createDiskLayer(dataDir);
  const server = await startServer({ cwd, dataDir, env: layer.env });
  const getStatus = async (path: string) => (await fetch(server.url + path)).status;
  const post = async (message: string) => (await server.post({ ...exampleRequest, message })).status;
  expect(await post('before')).toBe(200);
  layer.fill();
  expect(await post('full')).toBe(503);
  expect(await getStatus('/healthz')).toBe(503);
  expect(await getStatus('/about')).toBe(200);
  layer.free();
  await expect.poll(() => post('after')).toBe(200);
  layer.hang();
  const refused = post('hangs');
  expect(await getStatus('/about')).toBe(200);
  expect(await refused).toBe(503);
  expect(await getStatus('/about')).toBe(200);
  // The server exits with a code instead of a signal, because a container's first process can't kill itself.
  expect(await server.stop()).toBe(1);
  expect(server.log.at(-1)).toMatchObject({ event: 'stopped', forced: true });
  expect(shutdownTimeouts.end + shutdownTimeouts.log).toBeLessThan(10_000);
});

test('on a full disk, a driver and the owner can still read a request', startsProcess, async () => {
  const dataDir = createMemoryFolder('data');
  const layer = createDiskLayer(dataDir);
  const server = await startServer({ cwd, dataDir, env: layer.env });
  const { statusToken } = (await (await server.post(exampleRequest)).json()) as { statusToken: string };
  const { output } = await runCommand(pair, { DATA_DIR: dataDir });
  const link = { action: 'pair', token: output.match(/#pair=(\S+)/)?.[1], name: 'Phone', firstName: 'Alex' };
  const paired = await fetch(server.url + dispatchPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(link),
  });
  const { key } = (await paired.json()) as { key: string };
  // The next visit is recorded, which writes to the disk.
  const database = new DatabaseSync(join(dataDir, databaseFile));
  database.exec('update devices set seen_at = 0');
  database.close();
  layer.fill();
  expect((await server.post({ ...exampleRequest, message: 'full' })).status).toBe(503);
  const read = async (path: string, headers: Record<string, string>) =>
    (await fetch(server.url + path, { headers })).status;
  expect(await read(requestStatusPath, { [requestTokenHeader]: statusToken })).toBe(200);
  expect(await read(dispatchPath, { [dispatchKeyHeader]: key })).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('a closed log does not stop the site', startsProcess, async () => {
  const server = await startServer({ cwd });
  server.closeLog();
  expect((await server.post({})).status).toBe(422);
  await expect.poll(async () => (await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('npm start serves the build, and SIGTERM to npm reaches the server', startsProcess, async () => {
  const { PATH = '', HOME = '' } = process.env;
  const env = { PATH, HOME, PORT: '0', DATA_DIR: createMemoryFolder('data') };
  const npm = await startProcess('npm', ['start', '--silent'], root, env);
  expect((await fetch(npm.url)).status).toBe(200);
  expect(await npm.stop()).toBe(0);
  expect(npm.log.at(-1)?.event).toBe('stopped');
});

/** Returns a client's connection that has sent its headers and ten bytes of the body. */
async function sendHalf(url: string, body: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const head = `POST ${contactPath} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  socket.setEncoding('utf8').write(head);
  // The server is processing the request once it asks for the body.
  await once(socket, 'data');
  socket.write(body.slice(0, 10));
  return socket;
}
