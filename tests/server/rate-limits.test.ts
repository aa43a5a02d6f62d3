import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactPath } from '../../contract/contact-fields.ts';
import { exampleForm, exampleRequest } from '../support/example-request.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { type Backend, startBackend } from '../support/start-in-process.ts';

let server: Backend;
const clock = fakeClock();

beforeAll(async () => {
  server = await startBackend({ LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' }, { clock });
});
afterAll(() => server.stop());

/** Posts like a proxy for a client IP. Different content makes a separate request. */
const postFrom = (address: string, message: string, headers: Record<string, string> = {}) =>
  server.post({ ...exampleRequest, message }, { 'X-Forwarded-For': address, ...headers });

const waitOf = (response: Response) => Number(response.headers.get('retry-after'));

/** The statuses of posts that arrive at once, sorted. */
const together = async (count: number, post: (number: number) => Promise<Response>) =>
  (await Promise.all(Array.from({ length: count }, (_, number) => post(number))))
    .map(({ status }) => status)
    .toSorted();

test('an IP gets ten requests in ten minutes, then a 429 with Retry-After', async () => {
  const ip = '192.0.2.1';
  // Neither what is rejected nor what repeats counts.
  expect(await together(15, () => postFrom(ip, ''))).toEqual(Array(15).fill(422));
  const press = () => postFrom(ip, 'one press', { 'Idempotency-Key': 'one press' });
  expect(await together(30, press)).toEqual(Array(30).fill(200));
  const statuses = await together(29, (number) => postFrom(ip, `request ${number}`));
  expect(statuses).toEqual([...Array(9).fill(200), ...Array(20).fill(429)]);
  expect((await press()).status).toBe(200);

  const rejected = await postFrom(`203.0.113.77, ${ip}`, "a visitor's own X-Forwarded-For has no effect");
  expect(await rejected.json()).toMatchObject({ status: 429, code: 'slow_down' });
  const headers = { 'X-Forwarded-For': ip };
  const form = await fetch(server.url + contactPath, { method: 'POST', body: exampleForm(), headers });
  expect(form.status).toBe(429);
  for (const answer of [rejected, form]) {
    expect(waitOf(answer)).toBeGreaterThan(500);
    expect(waitOf(answer)).toBeLessThanOrEqual(600);
  }
  expect((await postFrom('192.0.2.2', 'a neighbor')).status).toBe(200);
});

test('an IP gets a hundred posts of any kind in a minute', async () => {
  const ip = '192.0.2.6';
  // A page of another site must not use up its visitor's posts.
  const foreign = () => postFrom(ip, '', { Origin: 'https://evil.example' });
  expect(await together(110, foreign)).toEqual(Array(110).fill(403));
  expect(await together(100, () => postFrom(ip, ''))).toEqual(Array(100).fill(422));
  const rejected = await postFrom(ip, 'a good one');
  expect(rejected.status).toBe(429);
  expect(waitOf(rejected)).toBeLessThanOrEqual(60);
});
