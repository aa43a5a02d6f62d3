import { expect, test } from 'vitest';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { postLimits } from './rate-limiter.ts';

test('each IP may post a hundred times in a minute that begins with its first post', () => {
  const clock = fakeClock();
  const { take } = postLimits(clock);
  clock.advance(59_000);
  const waits = Array.from({ length: 102 }, () => take('a'));
  expect(waits).toEqual([...Array(100).fill(undefined), 60, 60]);
  clock.advance(20_500);
  expect(take('b')).toBeUndefined();
  expect(take('a')).toBe(40);
  clock.jump(24 * 60 * 60_000);
  expect(take('a')).toBe(40);
  clock.advance(39_500);
  expect(take('a')).toBeUndefined();
});

test('tracks only the newest of a million IPs, and forgets expired ones', () => {
  const clock = fakeClock();
  const limiter = postLimits(clock, { max: 1, window: 60_000 });
  for (let ip = 0; ip < 1_000_000; ip += 1) {
    limiter.take(String(ip));
  }
  expect(limiter.size()).toBeLessThanOrEqual(50_000);
  expect(limiter.take('999999')).toBe(60);
  clock.advance(60_000);
  limiter.take('a');
  expect(limiter.size()).toBe(1);
});
