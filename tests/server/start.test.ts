import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { exampleRequest } from '../support/example-request.ts';
import { newDataDir, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

test('a bad setting stops the start with an explanation', async () => {
  const start = startServer({ env: { RETENTION: '1', SMTP_URL: 'mail.example.com', PORT: 'eighty' } });
  await expect(start).rejects.toThrow(
    'Ended with 1: PORT is "eighty": it must be a whole number from 0 (any free port) to 65535, like PORT=8080\n' +
      'SMTP_URL cannot be used: it must be the URL of a mail server, where @ # / ? in the password are written %40 %23 %2F %3F, like SMTP_URL=smtp://user:password@mail.example.com:587\n',
  );
});

test('an unknown name in .env stops the start and suggests the nearest one', async () => {
  const cwd = tinySite();
  writeFileSync(join(cwd, '.env'), 'MAIL_TO=owner@example.com\nRETENTION=90\n');
  await expect(startServer({ cwd })).rejects.toThrow(
    'Ended with 1: .env sets RETENTION, which is not a setting. Did you mean RETENTION_DAYS?\n',
  );
});

test('reads .env, and the environment takes precedence', async () => {
  const cwd = tinySite();
  writeFileSync(join(cwd, '.env'), 'HOST=999.0.0.1\nSITE_URL=https://www.example.com\n');
  const server = await startServer({ cwd, env: { HOST: '127.0.0.1' } });
  expect((await fetch(server.url)).headers.has('strict-transport-security')).toBe(true);
  await server.stop();
});

test('a misspelled name in the environment only causes a warning', async () => {
  const server = await startServer({ cwd: tinySite(), env: { RETENTION: '90', HOSTNAME: 'x', MAIL: 'y' } });
  const warnings = server.log.filter(({ event }) => event === 'setting_unknown');
  expect(warnings).toMatchObject([{ level: 'warn', name: 'RETENTION', nearest: 'RETENTION_DAYS' }]);
  await server.stop();
});

test('makes the data folder and everything in it private', async () => {
  const dataDir = newDataDir();
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, 'requests.sqlite'), '', { mode: 0o644 });
  const server = await startServer({ cwd: tinySite(), dataDir });
  const { reference } = await (await server.post(exampleRequest)).json();
  await server.logged('mail', { reference, outcome: 'filed' });
  await server.stop();
  expect(modeOf(dataDir)).toBe(0o700);
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true });
  expect(files.filter((file) => file.isFile()).length).toBeGreaterThanOrEqual(2);
  for (const file of files) {
    const mode = modeOf(join(file.parentPath, file.name));
    expect(mode.toString(8)).toBe(file.isDirectory() ? '700' : '600');
  }
});

const modeOf = (path: string) => statSync(path).mode & 0o777;

test('without a built site the server says what to do', async () => {
  await expect(startServer({ cwd: newDataDir() })).rejects.toThrow('Run "npm run build" first.');
});

test('a port in use stops the start with an explanation', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => other.once('listening', resolve));
  const { port } = other.address() as AddressInfo;
  await expect(startServer({ cwd: tinySite(), env: { PORT: String(port) } })).rejects.toThrow(
    `127.0.0.1:${port} is in use by another program. Set PORT to another port, like PORT=8081`,
  );
  other.close();
});

/** Runs the server as at a terminal (script gives it one), until it says where the site is. */
test.skipIf(spawnSync('script', ['--version']).status !== 0)(
  'a person at a terminal is told where the site and its requests are',
  async () => {
    const main = join(import.meta.dirname, '../../server/main.ts');
    const child = spawn('script', ['--quiet', '--command', `${process.execPath} ${main}`, '/dev/null'], {
      cwd: tinySite(),
      env: { PATH: process.env.PATH, PORT: '0', DATA_DIR: newDataDir() },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    const lines: string[] = [];
    for await (const line of createInterface(child.stdout)) {
      lines.push(line);
      if (line.startsWith('Open http')) child.kill('SIGTERM');
    }
    await ended;
    expect(lines.find((line) => line.startsWith('Open http'))).toMatch(
      /^Open http:\/\/127\.0\.0\.1:\d+ · requests arrive in .*mail · next: npm run setup/,
    );
  },
  30_000,
);
