import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { urlOf } from '../http-server.ts';
import { callTo } from './call.ts';

const never = new AbortController().signal;
let status: number;
let received: unknown[];
let logged: unknown[];
const log = (event: string, facts: unknown) => logged.push([event, facts]);
const server = createServer(async (request, response) => {
  received.push(request.method === 'POST' ? await json(request) : request.method);
  response.writeHead(status, { Location: 'http://elsewhere.example/' }).end();
});

beforeEach(async () => {
  status = 204;
  received = [];
  logged = [];
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => server.close());

test('posts JSON, or gets if there is none', async () => {
  const call = callTo(urlOf(server), 'alert_failed', log, never);
  expect([await call({ event: 'mail_late' }), await call()]).toEqual([true, true]);
  expect(received).toEqual([{ event: 'mail_late' }, 'GET']);
});

test.each([500, 301])(
  'an answer of %i is a failure, of which only the first in a row is logged',
  async (code) => {
    const call = callTo(urlOf(server), 'alert_failed', log, never);
    status = code;
    expect([await call(), await call()]).toEqual([false, false]);
    status = 200;
    expect(await call()).toBe(true);
    status = code;
    expect(await call()).toBe(false);
    expect(logged).toEqual([
      ['alert_failed', { error: String(code) }],
      ['alert_failed', { error: String(code) }],
    ]);
  },
);

test('the log has the code of a failed connection, never the URL', async () => {
  const url = urlOf(server);
  server.close();
  const call = callTo(`${url}/secret-token`, 'heartbeat_failed', log, never);
  expect(await call()).toBe(false);
  expect(logged).toEqual([['heartbeat_failed', { error: 'ECONNREFUSED' }]]);
});
