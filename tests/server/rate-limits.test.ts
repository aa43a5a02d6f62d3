import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { phoneLink, printedPhone } from '../../content/phone-number.ts';
import { en } from '../../content/words/en.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { exampleForm, exampleRequest } from '../support/example-request.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { type Backend, startBackend } from '../support/start-backend.ts';

let server: Backend;
const clock = fakeClock();

beforeAll(async () => {
  server = await startBackend({ LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' }, { clock });
});
afterAll(() => server.stop());

/** Posts like a proxy for a client IP. Different content makes a separate request. */
const postFrom = (address: string, message: string) =>
  server.post({ ...exampleRequest, message }, { 'X-Forwarded-For': address });
const postFormFrom = (address: string) =>
  fetch(server.url + contactPath, {
    method: 'POST',
    body: exampleForm(),
    headers: { 'X-Forwarded-For': address },
  });
const waitOf = (response: Response) => Number(response.headers.get('retry-after'));

async function accept(address: string, count: number) {
  for (let number = 0; number < count; number += 1) {
    expect((await postFrom(address, `${address} ${number}`)).status).toBe(200);
  }
}

test('an IP gets ten requests in ten minutes, then a 429 with Retry-After, and a page for a form', async () => {
  await accept('192.0.2.1', 10);
  const rejected = await postFrom('192.0.2.1', 'one more');
  expect(rejected.status).toBe(429);
  expect(await rejected.json()).toMatchObject({ status: 429, code: 'slow_down' });
  const form = await postFormFrom('192.0.2.1');
  expect([form.status, form.headers.get('x-content-type-options')]).toEqual([429, 'nosniff']);
  for (const answer of [rejected, form]) {
    expect(waitOf(answer)).toBeGreaterThan(500);
    expect(waitOf(answer)).toBeLessThanOrEqual(600);
  }
  const page = await form.text();
  expect(page).toContain(en.rejection.reasons.slow_down);
  expect(page).toContain(server.pages ? printedPhone(business.phone) : phoneLink(business.phone));
});

test('retries of one submission are one request', async () => {
  for (let repeat = 0; repeat < 15; repeat += 1) {
    expect((await postFrom('192.0.2.3', 'the same')).status).toBe(200);
  }
  await accept('192.0.2.3', 9);
});

test('rejected posts do not count toward accepted ones', async () => {
  for (let mistake = 0; mistake < 15; mistake += 1) {
    expect((await postFrom('192.0.2.4', '')).status).toBe(422);
  }
  await accept('192.0.2.4', 10);
});

test('accepts ten of thirty simultaneous requests from one IP', async () => {
  const posts = Array.from({ length: 30 }, (_, number) => postFrom('192.0.2.5', `at once ${number}`));
  const statuses = (await Promise.all(posts)).map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array(10).fill(200), ...Array(20).fill(429)]);
});

test('an IP gets a hundred posts of any kind in a minute', async () => {
  for (let number = 0; number < 100; number += 1) {
    expect((await postFrom('192.0.2.6', '')).status).toBe(422);
  }
  const rejected = await postFrom('192.0.2.6', 'a good one');
  expect(rejected.status).toBe(429);
  expect(waitOf(rejected)).toBeLessThanOrEqual(60);
  expect((await postFormFrom('192.0.2.6')).status).toBe(429);
  expect((await postFrom('192.0.2.7', 'a neighbor')).status).toBe(200);
});

// The clock stands still, or each post could belong to the next minute.
test.skipIf(process.env.BACKEND === 'supabase')(
  'ten minutes after its last request an IP may send ten more',
  async () => {
    await accept('192.0.2.2', 10);
    clock.advance(10 * 60_000 - 1);
    expect((await postFrom('192.0.2.2', 'too early')).status).toBe(429);
    clock.advance(1);
    await accept('192.0.2.2', 10);
  },
);

test("a visitor's own X-Forwarded-For has no effect", async () => {
  await accept('192.0.2.8', 10);
  expect((await postFrom('203.0.113.77, 192.0.2.8', 'disguised')).status).toBe(429);
});

test.skipIf(process.env.BACKEND === 'supabase')(
  'without our own proxy X-Forwarded-For is ignored, and the log says so once',
  async () => {
    const bare = await startBackend({ LIMITS: 'on' });
    for (let number = 0; number < 11; number += 1) {
      const answer = await bare.post(
        { ...exampleRequest, message: `${number}` },
        { 'X-Forwarded-For': `192.0.2.${number}` },
      );
      expect(answer.status).toBe(number < 10 ? 200 : 429);
    }
    expect(bare.log.filter(({ event }) => event === 'forwarded_for_ignored')).toHaveLength(1);
    expect(JSON.stringify(bare.log)).not.toContain('192.0.2.');
    await bare.stop();
  },
);

test('thirty simultaneous posts of one submission are one request, and none is rejected', async () => {
  const ip = '192.0.2.9';
  const post = (message: string) =>
    server.post(
      { ...exampleRequest, message },
      { 'X-Forwarded-For': ip, 'Idempotency-Key': `at once ${message}` },
    );
  const statuses = async (posts: Promise<Response>[]) =>
    (await Promise.all(posts)).map(({ status }) => status);
  expect(await statuses(Array.from({ length: 30 }, () => post('one press')))).toEqual(Array(30).fill(200));
  // Only one was counted: nine more pass, then none, but repeats still do.
  expect(await statuses(Array.from({ length: 9 }, (_, number) => post(`press ${number}`)))).toEqual(
    Array(9).fill(200),
  );
  expect(await statuses([post('one too many')])).toEqual([429]);
  expect(await statuses([post('one press')])).toEqual([200]);
});

test("another site's page cannot use up its visitor's rate limit", async () => {
  const headers = { 'X-Forwarded-For': '192.0.2.10', Origin: 'https://evil.example' };
  for (let post = 0; post < 110; post += 1) {
    expect((await server.post(exampleRequest, headers)).status).toBe(403);
  }
  expect((await postFrom('192.0.2.10', 'the visitor')).status).toBe(200);
});
