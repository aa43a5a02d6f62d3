import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { diskLayer } from '../../lab/faults/disk-layer.ts';
import { exampleRequest } from '../support/example-request.ts';
import { newDataDir, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

const root = join(import.meta.dirname, '../..');
const cwd = tinySite();

test.each(['SIGTERM', 'SIGHUP'] as const)('%s is a clean stop', async (signal) => {
  const server = await startServer({ cwd });
  expect(await server.stop(signal)).toBe(0);
  expect(server.log.at(-1)).toMatchObject({ event: 'stopped', level: 'info' });
});

test("SIGTERM answers connections still in the kernel's backlog", async () => {
  const server = await startServer({ cwd });
  const { hostname, port } = new URL(server.url);
  process.kill(server.pid ?? 0, 'SIGSTOP');
  const sockets = await Promise.all(
    Array.from({ length: 24 }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      await new Promise((resolve) => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n', resolve));
      return socket;
    }),
  );
  const answers = sockets.map(async (socket) => {
    let answer = '';
    socket.setEncoding('latin1').on('data', (text) => {
      answer += text;
    });
    await new Promise((resolve) => socket.on('close', resolve).on('error', resolve));
    return answer.split('\r\n', 1).join();
  });
  const ended = server.stop();
  process.kill(server.pid ?? 0, 'SIGCONT');
  expect(await Promise.all(answers)).toEqual(Array(24).fill('HTTP/1.1 200 OK'));
  expect(await ended).toBe(0);
});

test('SIGTERM ends the server within ten seconds even if its disk hangs', async () => {
  const dataDir = newDataDir();
  const layer = diskLayer(dataDir);
  const server = await startServer({ cwd, dataDir, env: layer.env });
  expect((await server.post(exampleRequest)).status).toBe(200);
  layer.delaySyncs(60_000);
  const posted = server.post({ ...exampleRequest, message: 'hangs' }).catch(() => undefined);
  await pause(500);
  const startedAt = performance.now();
  // By itself, with an exit code: as the first process of a container it could not kill itself.
  expect(await server.stop()).toBe(1);
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  expect(server.log.at(-1)).toMatchObject({ event: 'stopped', forced: true });
  await posted;
});

/** Starts a server with a given stdout; resolves when it responds. */
async function startWith(stdout: number | 'pipe') {
  // Its log is unreliable here, so the port is chosen beforehand: below those that Linux gives to other connections.
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  const child = spawn(process.execPath, [join(root, 'server/main.ts')], {
    cwd,
    env: { PORT: String(port), DATA_DIR: newDataDir(), LIMITS: 'off' },
    stdio: ['ignore', stdout, 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  while (child.exitCode === null && !(await fetch(url).catch(() => undefined))) {
    await pause(50);
  }
  const ended = once(child, 'close');
  return {
    child,
    url,
    status: () =>
      new Promise((resolve) => {
        get(`${url}/healthz`, { agent: false }, (answer) => resolve(answer.resume().statusCode)).on(
          'error',
          (error) => resolve(error.message),
        );
      }),
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
  };
}

const reject = (url: string) =>
  fetch(`${url}/functions/v1/send-contact-email`, { method: 'POST', body: 'x' }).catch(() => undefined);

test('a log on a full disk does not stop the site', async () => {
  const server = await startWith(openSync('/dev/full', 'w'));
  await reject(server.url);
  await pause(200);
  expect(await server.status()).toBe(200);
  expect(await server.stop()).toBe(0);
});

test('a closed log pipe does not stop the site', async () => {
  const server = await startWith('pipe');
  server.child.stdout?.destroy();
  await pause(100);
  for (let post = 0; post < 3; post += 1) {
    await reject(server.url);
  }
  await pause(200);
  expect(await server.status()).toBe(200);
  expect(await server.stop()).toBe(0);
});

test.each([
  ['npm', ['npm', 'run', 'serve', '--silent']],
  ['the script that npm runs', [process.execPath, 'scripts/serve.mjs']],
])(
  'kill -9 of %s leaves no server behind',
  async (_, [command = '', ...parameters]) => {
    expect.assertions(1);
    const started = spawn(command, parameters, {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: newDataDir() },
      // A server that is left over is found by its group, and holds no output of this process open.
      detached: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    try {
      for await (const line of createInterface(started.stdout)) {
        const { event, url } = JSON.parse(line);
        if (event === 'listening') {
          started.kill('SIGKILL');
          const state = () => fetch(url).then(always('up'), always('down'));
          await expect.poll(state).toBe('down');
          break;
        }
      }
    } finally {
      endGroup(started.pid);
    }
  },
  60_000,
);

const always = (value: string) => () => value;

function endGroup(leader = 0): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // Nothing is left over.
  }
}
