import { expect, test } from 'vitest';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { postLimit, postLimits, rateLimiter } from './rate-limiter.ts';

const limit = { max: 2, window: 60_000 };
const one = { ...limit, max: 1 };

function limiterOf(limit: { max: number; window: number }) {
  const clock = fakeClock();
  const limiter = rateLimiter(limit, clock);
  return { clock, limiter, take: (ip: string) => limiter.take(ip) };
}

test('allows up to the limit, then says when to retry', () => {
  const { clock, take } = limiterOf(limit);
  expect([take('a'), take('a')]).toEqual([undefined, undefined]);
  clock.advance(20_500);
  expect(take('a')).toBe(40);
  clock.advance(39_500);
  expect(take('a')).toBeUndefined();
});

test('counts each IP separately', () => {
  const { take } = limiterOf(one);
  expect([take('a'), take('b'), take('a')]).toEqual([undefined, undefined, 60]);
});

test('never exceeds the limit in any window, however the posts are timed', () => {
  const { clock, take } = limiterOf({ max: 10, window: 600_000 });
  take('a');
  clock.advance(595_000);
  const passed = () => [...Array(10)].map(() => take('a')).filter((wait) => wait === undefined).length;
  const before = passed();
  clock.advance(5_000);
  expect(before + passed()).toBeLessThanOrEqual(10);
});

test('a rejection does not extend the wait', () => {
  const { clock, take } = limiterOf(one);
  take('a');
  clock.advance(59_999);
  expect(take('a')).toBe(1);
  clock.advance(1);
  expect(take('a')).toBeUndefined();
});

test('a wall-clock jump changes nothing', () => {
  const { clock, take } = limiterOf(one);
  take('a');
  clock.jump(24 * 60 * 60_000);
  expect(take('a')).toBe(60);
});

test('tracks only the newest of a million IPs', () => {
  const { limiter, take } = limiterOf(one);
  for (let ip = 0; ip < 1_000_000; ip += 1) {
    take(String(ip));
  }
  expect(limiter.size).toBeLessThanOrEqual(50_000);
  expect(take('999999')).toBe(60);
});

test('forgets expired windows', () => {
  const { clock, limiter, take } = limiterOf(limit);
  for (const ip of ['a', 'b', 'c', 'd', 'e']) {
    take(ip);
    clock.advance(60_000);
  }
  expect(limiter.size).toBeLessThanOrEqual(2);
});

test('a window survives a change of generations', () => {
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

test('an IP may post as often as the limit says', () => {
  const limiter = postLimits(fakeClock());
  const taken = Array.from({ length: postLimit.max + 1 }, () => limiter.take('192.0.2.7'));
  expect(taken.findIndex((retryAfter) => retryAfter !== undefined)).toBe(postLimit.max);
});
