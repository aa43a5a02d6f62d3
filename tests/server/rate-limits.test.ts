import { expect, test } from 'vitest';
import { getClientIp } from '../../server/http/rate-limits/client-ip.ts';
import { createRateLimiter } from '../../server/http/rate-limits/rate-limiter.ts';
import { exampleRequest } from '../support/example-request.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startInProcess } from '../support/start-in-process.ts';

const proxy = '10.0.0.1';

test.each([
  { socket: '192.0.2.7', forwardedFor: '', hops: 0, client: '192.0.2.7' },
  { socket: '::ffff:192.0.2.7', forwardedFor: '', hops: 0, client: '192.0.2.7' },
  { socket: '2001:db8:1:2:3:4:5:6', forwardedFor: '', hops: 0, client: '2001:0db8:0001:0002::/64' },
  { socket: 'fe80::1%eth0', forwardedFor: '', hops: 0, client: 'fe80:0000:0000:0000::/64' },
  { socket: '', forwardedFor: '', hops: 0, client: 'unknown' },
  // X-Forwarded-For is ignored without our own proxies. A visitor may have written anything left of their entries.
  { socket: proxy, forwardedFor: '198.51.100.1', hops: 0, client: proxy },
  { socket: proxy, forwardedFor: '203.0.113.9, 198.51.100.1', hops: 1, client: '198.51.100.1' },
  { socket: proxy, forwardedFor: '198.51.100.1, 10.0.0.2', hops: 3, client: '198.51.100.1' },
  { socket: proxy, forwardedFor: '198.51.100.1, unknown', hops: 1, client: proxy },
  { socket: proxy, forwardedFor: '2001:db8:1:2::9', hops: 1, client: '2001:0db8:0001:0002::/64' },
])(
  'a socket of "$socket" with "$forwardedFor" behind $hops proxies counts as $client',
  ({ socket, forwardedFor, hops, client }) => {
    expect(getClientIp(socket, forwardedFor, hops)).toBe(client);
  },
);

test('each IP may post a hundred times within a minute of its first post', () => {
  const clock = createFakeClock();
  const { count } = createRateLimiter(clock);
  clock.advance(59_000);
  const waits = Array.from({ length: 102 }, () => count('a'));
  expect(waits).toEqual([...Array(100).fill(undefined), 60, 60]);
  clock.advance(20_500);
  expect(count('b')).toBeUndefined();
  clock.jump(24 * 60 * 60_000);
  expect(count('a')).toBe(40);
  clock.advance(39_500);
  expect(count('a')).toBeUndefined();
});

test('the limiter tracks only recent IPs', () => {
  const clock = createFakeClock();
  const limiter = createRateLimiter(clock);
  for (let ip = 0; ip < 120_000; ip += 1) {
    limiter.count(String(ip));
  }
  expect(limiter.size()).toBeLessThanOrEqual(50_000);
  const waits = Array.from({ length: 100 }, () => limiter.count('119999'));
  expect(waits.at(-1)).toBe(60);
  clock.advance(60_000);
  limiter.count('a');
  expect(limiter.size()).toBe(1);
});

test('behind a proxy, posts are limited by the address that the proxy saw', async () => {
  const server = await startInProcess(
    { LIMITS: 'on', TRUSTED_PROXY_HOPS: '1' },
    { clock: createFakeClock() },
  );
  const postFrom = async (ip: string, message: string, headers: Record<string, string> = {}) =>
    (await server.post({ ...exampleRequest, message }, { 'X-Forwarded-For': ip, ...headers })).status;
  const together = (count: number, post: (index: number) => Promise<number>) =>
    Promise.all(Array.from({ length: count }, (_, index) => post(index)));

  const press = () => postFrom('192.0.2.1', 'one press', { 'Idempotency-Key': 'one press' });
  expect(await together(30, press)).toEqual(Array(30).fill(200));
  const statuses = await together(12, (index) => postFrom('192.0.2.1', `request ${index}`));
  expect(statuses.toSorted()).toEqual([...Array(9).fill(200), ...Array(3).fill(429)]);
  expect(await postFrom('203.0.113.77, 192.0.2.1', 'their own header')).toBe(429);
  expect(await postFrom('192.0.2.2', 'a neighbor')).toBe(200);

  const foreign = () => postFrom('192.0.2.6', '', { Origin: 'https://evil.example' });
  expect(await together(110, foreign)).toEqual(Array(110).fill(403));
  expect(await together(100, () => postFrom('192.0.2.6', ''))).toEqual(Array(100).fill(422));
  expect(await postFrom('192.0.2.6', 'a good one')).toBe(429);
  await server.stop();
});
