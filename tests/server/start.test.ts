import { once } from 'node:events';
import { chmodSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startsProcess } from '../../scripts/time-limits.mjs';
import { getServerUrl } from '../../server/http/server.ts';
import { exampleRequest } from '../support/example-request.ts';
import { createMemoryFolder } from '../support/memory-folder.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startServer } from '../support/start-server.ts';
import { createTinySite } from '../support/tiny-site.ts';

test('a failed start ends with a sentence that says what to do', startsProcess, async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  const { port } = new URL(getServerUrl(other));
  const env = { SMTP_URL: 'mail.example.com', PORT: 'eighty' };
  await expect(startServer({ cwd: createTinySite(), env })).rejects.toThrow(
    'Ended with 1: PORT is "eighty": it must be a whole number from 0 to 65535\n' +
      'SMTP_URL cannot be used: it must be like smtp://user:password@mail.example.com:587,',
  );
  await expect(startServer({ cwd: createMemoryFolder('data') })).rejects.toThrow(
    'Run "npm run build" first.',
  );
  await expect(startServer({ cwd: createTinySite(), env: { PORT: port } })).rejects.toThrow(
    `Ended with 1: Another program uses port ${port}. Set another PORT, like: PORT=${Number(port) + 1} npm start\n`,
  );
  other.close();
});

test('the server reads .env after the environment and keeps its files private', startsProcess, async () => {
  const cwd = createTinySite();
  writeFileSync(join(cwd, '.env'), 'HOST=999.0.0.1\nSITE_URL=https://www.example.com\n');
  const dataDir = createMemoryFolder('data');
  chmodSync(dataDir, 0o755);
  writeFileSync(join(dataDir, 'requests.sqlite'), '', { mode: 0o644 });
  const server = await startServer({ cwd, dataDir, env: { HOST: '127.0.0.1' } });
  expect((await fetch(server.url)).headers.has('strict-transport-security')).toBe(true);
  expect(server.log).toContainEqual(expect.objectContaining({ event: 'limits_off', level: 'warn' }));

  const { reference } = await (await server.post(exampleRequest)).json();
  await server.logged('mail', { reference, outcome: 'filed' });
  expect(await server.stop('SIGHUP')).toBe(0);
  expect(server.log.at(-1)).toMatchObject({ event: 'stopped', level: 'info' });
  for (const name of ['requests.sqlite', `mail/${reference}.eml`]) {
    expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
  }
});

// The server checks for problems every ten seconds.
test("an alert has the request's reference but no visitor data", startsProcess, async () => {
  const alerts: string[] = [];
  const outside = createServer(async (request, response) => {
    if (request.method === 'POST') {
      alerts.push(await text(request));
    }
    response.writeHead(request.url?.startsWith('/beat') ? 302 : 200).end('{"id":"x1"}');
  });
  await once(outside.listen(0, '127.0.0.1'), 'listening');
  const { host } = new URL(getServerUrl(outside));
  const sink = await startSmtpSink();
  sink.behave('refuse for good');
  const env = {
    SMTP_URL: sink.url,
    SITE_URL: 'https://diesel.example',
    PAGE_URL: `ntfy://zztoken@${host}/owner`,
    HEARTBEAT_URL: `http://${host}/beat?zztoken`,
  };
  const server = await startServer({ cwd: createTinySite(), env });
  expect(await server.logged('heartbeat_failed')).toMatchObject({
    resultCode: '302',
    cause: 'it refused the heartbeat',
  });
  const { reference } = await (await server.post(exampleRequest)).json();
  expect(await server.logged('alert')).toMatchObject({ alert: 'mail_refused', state: 'begins', reference });
  const message = `the mail server permanently refused an email (1 request, first ${reference}). To see them all, open Dispatch or run npm run requests`;
  expect(alerts.map((alert) => JSON.parse(alert))).toMatchObject([
    { topic: 'owner', message: expect.stringContaining(message) },
  ]);
  // The example's name and address contain "canary". A number may be written in several ways.
  expect(alerts.join()).not.toMatch(/canary|512\D*555\D*0199/i);
  expect(JSON.stringify(server.log)).not.toContain('zztoken');
  await server.stop();
  await sink.stop();
  outside.close();
});
