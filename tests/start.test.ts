import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';

test('npm start serves the build, and SIGTERM to npm reaches the server', async () => {
  const npm = spawn('npm', ['start', '--silent'], {
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: '0',
      DATA_DIR: mkdtempSync(join(tmpdir(), 'data-')),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => npm.once('close', resolve));
  const events: string[] = [];
  for await (const line of createInterface(npm.stdout)) {
    if (line.startsWith('{')) {
      const { event, url } = JSON.parse(line);
      events.push(event);
      if (event === 'listening') {
        expect((await fetch(url)).status).toBe(200);
        npm.kill('SIGTERM');
      }
    }
  }
  expect(await ended).toBe(0);
  expect(events.at(-1)).toBe('stopped');
});
