import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleRequest } from '../support/example-request.ts';
import { type Backend, startBackend } from '../support/start-backend.ts';

const origin = 'https://shop.example';
const keys = {
  'a legacy key': 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl',
  'a publishable key': 'sb_publishable_0123456789abcdefghijkl_01234567',
};

let server: Backend;

beforeAll(async () => {
  server = await startBackend({ ALLOWED_ORIGINS: origin });
});
afterAll(() => server.stop());

/** The client as in a page of origin `from`: fetch adds the browser's headers. */
function clientOf(key: string, from: string, site: string, url = server.url) {
  return createClient(url, key, {
    auth: { persistSession: false },
    global: {
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.set('Origin', from);
        headers.set('Sec-Fetch-Site', site);
        return fetch(input, { ...init, headers });
      },
    },
  });
}

const invoke = (client: ReturnType<typeof clientOf>, body: Record<string, unknown> | string) =>
  client.functions.invoke('send-contact-email', { body });

describe.each(Object.entries(keys))('with %s', (_, key) => {
  test.each([
    ['the same origin', () => clientOf(key, server.url, 'same-origin')],
    ['a listed origin', () => clientOf(key, origin, 'cross-site')],
  ])('the real client takes success for success, from %s', async (place, client) => {
    const { data, error } = await invoke(client(), { ...exampleRequest, message: `${place} ${key}` });
    expect(error).toBeNull();
    expect(data).toEqual({ ok: true, reference: expect.any(String) });
  });

  test('the preflight allows every header the client sends', async () => {
    const sent: string[] = [];
    const listener = await listen(
      createServer((incoming, outgoing) => {
        sent.push(...Object.keys(incoming.headers));
        outgoing.setHeader('Content-Type', 'application/json').end('{}');
      }),
    );
    await invoke(createClient(listener.url, key) as never, exampleRequest);
    listener.server.close();

    const preflight = await fetch(`${server.url}/functions/v1/send-contact-email`, {
      method: 'OPTIONS',
      headers: { Origin: origin, 'Access-Control-Request-Headers': sent.join() },
    });
    const allowed = preflight.headers.get('access-control-allow-headers')?.split(/, ?/) ?? [];
    const ofTheConnection = [
      'host',
      'connection',
      'accept',
      'accept-language',
      'accept-encoding',
      'user-agent',
      'content-length',
      'sec-fetch-mode',
    ];
    expect(sent.filter((name) => !allowed.includes(name) && !ofTheConnection.includes(name))).toEqual([]);
    expect(sent).toContain('apikey');
  });
});

test.each<[string, string, string, Record<string, unknown> | string]>([
  ['fields that are missing', 'same-origin', '', {}],
  ['a text that is no JSON', 'same-origin', '', 'plain text'],
  ['an origin that is not listed', 'cross-site', 'https://evil.example', exampleRequest],
  ['a message that is too long', 'same-origin', '', { ...exampleRequest, message: 'm'.repeat(40_000) }],
])('%s are an error to the real client', async (_, site, from, body) => {
  const { data, error } = await invoke(clientOf(keys['a legacy key'], from || server.url, site), body);
  expect(data).toBeNull();
  expect(error).toMatchObject({ name: 'FunctionsHttpError' });
});

test('an unreachable server is an error to the real client', async () => {
  const { error } = await invoke(
    clientOf('key', 'http://127.0.0.1:9', 'same-origin', 'http://127.0.0.1:9'),
    exampleRequest,
  );
  expect(error).toMatchObject({ name: 'FunctionsFetchError' });
});

function listen(listener: Server): Promise<{ server: Server; url: string }> {
  return new Promise((resolve) => {
    listener.listen(0, '127.0.0.1', () => {
      resolve({ server: listener, url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}` });
    });
  });
}
