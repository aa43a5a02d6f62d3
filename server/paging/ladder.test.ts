import { expect, test } from 'vitest';
import { pageTimes } from './ladder.ts';

const minute = 60_000;

test.each([
  [0, false, [0, 3, 6, 18, 28, 38]],
  [1, false, [9, 12, 15, 18, 28, 38]],
  // Pushover repeats by itself.
  [1, true, [9, 18, 28, 38]],
])('recipient %i of two is paged in turn, then with all for two hours', (position, repeatsItself, first) => {
  const times = pageTimes(position, 2, repeatsItself).map((time) => time / minute);
  expect(times.slice(0, first.length)).toEqual(first);
  expect(times.at(-1)).toBe(18 + 120);
});
