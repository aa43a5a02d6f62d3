import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { exampleRequest } from '../support/example-request.ts';
import { type Backend, startBackend } from '../support/start-backend.ts';

const shop = 'https://shop.example';
const legacyKey = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl';
const publishableKey = 'sb_publishable_0123456789abcdefghijkl_01234567';

let server: Backend;

beforeAll(async () => {
  server = await startBackend({ ALLOWED_ORIGINS: shop });
});
afterAll(() => server.stop());

/** Calls the function like a page of `origin`: with the browser's headers, and after its preflight. */
async function invoke(key: string, origin: string, body: Record<string, unknown>) {
  const client = createClient(server.url, key, {
    auth: { persistSession: false },
    global: {
      fetch: async (input, init) => {
        const headers = new Headers(init?.headers);
        const asked = [...headers.keys()].join();
        const preflight = { Origin: origin, 'Access-Control-Request-Headers': asked };
        if (origin === shop) {
          const { headers: answered } = await fetch(input, { method: 'OPTIONS', headers: preflight });
          expect(answered.get('access-control-allow-headers')).toBe(asked);
        }
        headers.set('Origin', origin);
        headers.set('Sec-Fetch-Site', origin === server.url ? 'same-origin' : 'cross-site');
        return fetch(input, { ...init, headers });
      },
    },
  });
  return client.functions.invoke('send-contact-email', { body });
}

test.each([legacyKey, publishableKey])(
  'with the key %s the real client takes success for success',
  async (key) => {
    for (const origin of [server.url, shop]) {
      const { data, error } = await invoke(key, origin, { ...exampleRequest, message: `${origin} ${key}` });
      expect(error).toBeNull();
      expect(data).toEqual({ ok: true, reference: expect.any(String) });
    }
  },
);

test.each<[string, string, string, Record<string, unknown>]>([
  ['fields that are missing', 'FunctionsHttpError', '', {}],
  ['an origin that is not listed', 'FunctionsHttpError', 'https://evil.example', exampleRequest],
])('%s are an error to the real client', async (_, name, origin, body) => {
  const { data, error } = await invoke(legacyKey, origin || server.url, body);
  expect(data).toBeNull();
  expect(error).toMatchObject({ name });
});
