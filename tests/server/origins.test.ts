import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactFunctionName, contactPath } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../support/example-request.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';

let server: InProcessServer;

beforeAll(async () => {
  server = await startInProcess({ ALLOWED_ORIGINS: 'https://shop.example' });
});
afterAll(() => server.stop());

test.each<{ client: string; sent: Record<string, string>; status: number }>([
  { client: 'a client that is not a browser', sent: {}, status: 200 },
  {
    client: 'a page of this site',
    sent: { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://proxied.example' },
    status: 200,
  },
  {
    client: 'a page of this site that hides its Origin',
    sent: { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' },
    status: 200,
  },
  { client: 'an old browser on this site', sent: { Origin: 'our own' }, status: 200 },
  {
    client: 'a listed origin',
    sent: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://shop.example' },
    status: 200,
  },
  {
    client: 'a host name that ends like a listed one',
    sent: { Origin: 'https://evilshop.example' },
    status: 403,
  },
  {
    client: 'another site',
    sent: { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
    status: 403,
  },
  {
    client: 'another host of the same site',
    sent: { 'Sec-Fetch-Site': 'same-site', Origin: 'https://x.site.example' },
    status: 403,
  },
  { client: 'a sandboxed page', sent: { Origin: 'null' }, status: 403 },
  { client: 'a browser that leaves out Origin', sent: { 'Sec-Fetch-Site': 'cross-site' }, status: 403 },
])('a post from $client gets a $status', async ({ sent: { Origin, ...headers }, status }) => {
  const origin = Origin === 'our own' ? server.url : Origin;
  const answer = await server.post(exampleRequest, { ...headers, ...(origin && { Origin: origin }) });
  expect(answer.status).toBe(status);
});

/** Request headers from supabase-js, from our form, and from monitoring tools. */
const requestedHeaders =
  'authorization,apikey,content-type,x-client-info,idempotency-key,traceparent,sentry-trace,baggage,x-region';

const sendPreflight = (origin: string) =>
  fetch(server.url + contactPath, {
    method: 'OPTIONS',
    headers: { Origin: origin, 'Access-Control-Request-Headers': requestedHeaders },
  });

test('only a listed origin may send the headers it requests and read responses', async () => {
  const { status, headers } = await sendPreflight('https://shop.example');
  const answer = await server.post({}, { Origin: 'https://shop.example' });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'access-control-allow-origin': 'https://shop.example',
    'access-control-expose-headers': 'retry-after,Contact-Request',
  });
  const other = Object.fromEntries((await sendPreflight('https://evil.example')).headers);
  expect(other).not.toHaveProperty('access-control-allow-origin');
  // Caches must keep the responses to different origins apart.
  expect(other.vary).toContain('Origin');
  expect(status).toBe(204);
  expect(Object.fromEntries(headers)).toMatchObject({
    'access-control-allow-origin': 'https://shop.example',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': requestedHeaders,
    'access-control-max-age': '7200',
    allow: 'POST, OPTIONS',
    vary: expect.stringContaining('Origin'),
  });
});

const key = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoiYW5vbiJ9.c2lnbmF0dXJl';

test('the real Supabase client understands the response', async () => {
  const client = createClient(server.url, key, { auth: { persistSession: false } });
  const answer = await client.functions.invoke(contactFunctionName, { body: { ...exampleRequest } });
  expect(answer).toMatchObject({ data: { ok: true }, error: null });
});
