import { expect, test } from 'vitest';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { limits, noRateLimits, rateLimiter, rateLimits } from './rate-limiter.ts';

const limit = { most: 2, within: 60_000 };
const one = { ...limit, most: 1 };

function limiterOf(limit: { most: number; within: number }) {
  const clock = fakeClock();
  const limiter = rateLimiter(limit, clock);
  return { clock, limiter, take: (ip: string, id?: string) => limiter.take(ip, id).retryAfter };
}

test('lets so many through and tells the next when to come back', () => {
  const { clock, take } = limiterOf(limit);
  expect([take('a'), take('a')]).toEqual([undefined, undefined]);
  clock.advance(20_500);
  expect(take('a')).toBe(40);
  clock.advance(39_500);
  expect(take('a')).toBeUndefined();
});

test('counts each IP by itself', () => {
  const { take } = limiterOf(one);
  expect([take('a'), take('b'), take('a')]).toEqual([undefined, undefined, 60]);
});

test('never lets more through than the limit in any window, however the posts are timed', () => {
  const { clock, take } = limiterOf({ most: 10, within: 600_000 });
  take('a');
  clock.advance(595_000);
  const passed = () => [...Array(10)].map(() => take('a')).filter((wait) => wait === undefined).length;
  const before = passed();
  clock.advance(5_000);
  expect(before + passed()).toBeLessThanOrEqual(10);
});

test('being rejected does not make the wait longer', () => {
  const { clock, take } = limiterOf(one);
  take('a');
  clock.advance(59_999);
  expect(take('a')).toBe(1);
  clock.advance(1);
  expect(take('a')).toBeUndefined();
});

test('what is refunded is free again, once', () => {
  const { limiter, take } = limiterOf(one);
  const { refund } = limiter.take('a');
  refund();
  expect(take('a')).toBeUndefined();
  refund();
  expect(take('a')).toBe(60);
});

test('does not count the same request again, and a repeat cannot refund it', () => {
  const { limiter, take } = limiterOf(one);
  expect(take('a', 'first')).toBeUndefined();
  const repeat = limiter.take('a', 'first');
  expect(repeat.retryAfter).toBeUndefined();
  repeat.refund();
  expect(take('a', 'second')).toBe(60);
});

test('a jump of the time of day changes nothing', () => {
  const { clock, take } = limiterOf(one);
  take('a');
  clock.jump(24 * 60 * 60_000);
  expect(take('a')).toBe(60);
});

test('of a million IPs it remembers the newest alone', () => {
  const { limiter, take } = limiterOf(one);
  for (let ip = 0; ip < 1_000_000; ip += 1) {
    take(String(ip));
  }
  expect(limiter.size).toBeLessThanOrEqual(50_000);
  expect(take('999999')).toBe(60);
});

test('forgets what is over', () => {
  const { clock, limiter, take } = limiterOf(limit);
  for (const ip of ['a', 'b', 'c', 'd', 'e']) {
    take(ip);
    clock.advance(60_000);
  }
  expect(limiter.size).toBeLessThanOrEqual(2);
});

test('a window outlives the change of generations', () => {
  const { clock, take } = limiterOf(one);
  take('first');
  clock.advance(59_000);
  take('a');
  clock.advance(1_000);
  expect(take('b')).toBeUndefined();
  expect(take('a')).toBe(59);
  clock.advance(59_000);
  expect(take('a')).toBeUndefined();
});

test.each(['accepted', 'posts'] as const)(
  'the limit of %s is that of the table, and off it is none',
  async (kind) => {
    const on = rateLimits(fakeClock())[kind];
    const taken = [];
    for (let count = 0; count <= limits[kind].most; count += 1) {
      taken.push((await on.take('192.0.2.7')).retryAfter);
      expect((await noRateLimits[kind].take('192.0.2.7')).retryAfter).toBeUndefined();
    }
    expect(taken.findIndex((retryAfter) => retryAfter !== undefined)).toBe(limits[kind].most);
  },
);
