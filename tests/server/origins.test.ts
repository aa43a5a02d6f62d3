import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactPath } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../support/example-request.ts';
import { type Backend, startBackend } from '../support/start-backend.ts';

let server: Backend;

beforeAll(async () => {
  server = await startBackend({ ALLOWED_ORIGINS: 'https://shop.example' });
});
afterAll(() => server.stop());

/** Not fetch: it sends its own Sec-Fetch-Mode and cannot set Host. */
function post(headers: Record<string, string>, type = 'application/json'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request(server.url + contactPath, {
      method: 'POST',
      headers: { 'Content-Type': type, ...headers },
    });
    sent.on('response', (response) => resolve(response.resume().statusCode));
    sent.on('error', reject);
    sent.end(
      type === 'application/json'
        ? JSON.stringify(exampleRequest)
        : new URLSearchParams(exampleRequest).toString(),
    );
  });
}

test.each<[string, Record<string, string>, number]>([
  ['no browser at all', {}, 200],
  ['a page of this site', { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://site.example' }, 200],
  [
    'a page whose Origin is hidden, but which the browser vouches for',
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
    200,
  ],
  ['an old browser on this site', { Host: 'site.example', Origin: 'https://site.example' }, 200],
  [
    'an old browser on this site, with a port',
    { Host: 'site.example:8443', Origin: 'https://site.example:8443' },
    200,
  ],
  ['a listed origin', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://shop.example' }, 200],
  ['a listed origin over http', { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://shop.example' }, 403],
  ['a name that ends like a listed one', { Origin: 'https://evilshop.example' }, 403],
  ['a name that begins like a listed one', { Origin: 'https://shop.example.evil.example' }, 403],
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }, 403],
  ['another host of the same site', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://x.site.example' }, 403],
  ['another port of the same host', { Host: 'site.example', Origin: 'https://site.example:8443' }, 403],
  ['a sandboxed page', { Origin: 'null' }, 403],
  ['an Origin that is none', { Origin: 'nonsense' }, 403],
  ['an Origin left out by a browser', { 'Sec-Fetch-Site': 'cross-site' }, 403],
])('%s', async (_, headers, status) => {
  expect(await post(headers)).toBe(status);
  expect(await post(headers, 'application/x-www-form-urlencoded')).toBe(status === 200 ? 303 : 403);
});

/** The headers of supabase-js, our own, and those that monitoring adds. */
const asked =
  'authorization,apikey,content-type,x-client-info,idempotency-key,traceparent,sentry-trace,baggage,x-region';

const preflight = (origin: string) =>
  fetch(server.url + contactPath, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Headers': asked },
  });

test('a listed origin gets CORS headers, for whatever headers it asks', async () => {
  const { status, headers } = await preflight('https://shop.example');
  expect(status).toBe(204);
  expect(Object.fromEntries(headers)).toMatchObject({
    'access-control-allow-origin': 'https://shop.example',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': asked,
    'access-control-max-age': '7200',
    allow: 'POST, OPTIONS',
    vary: expect.stringContaining('Origin'),
  });
});

test('other origins get no CORS headers, and caches distinguish the two', async () => {
  const { headers } = await preflight('https://evil.example');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  expect(headers.get('vary')).toContain('Origin');
});

test.each([
  ['accepted', exampleRequest, 200],
  ['rejected', {}, 422],
])('a listed origin may read the response: %s', async (_, body, status) => {
  const response = await server.post(body, { Origin: 'https://shop.example' });
  expect(response.status).toBe(status);
  expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example');
  // Without this a page of that origin cannot read how long to wait after a 429 or 503.
  expect(response.headers.get('access-control-expose-headers')).toBe('retry-after,Contact-Request');
});
