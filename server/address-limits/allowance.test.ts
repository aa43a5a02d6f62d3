import { expect, test } from 'vitest';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { allowance } from './allowance.ts';

const terms = { most: 2, within: 60_000 };

test('so many are allowed, and the next is told when', () => {
  const clock = fakeClock();
  const posts = allowance(terms, clock);
  expect([posts.take('a'), posts.take('a')]).toEqual([undefined, undefined]);
  clock.advance(20_500);
  expect(posts.take('a')).toBe(40);
  clock.advance(39_500);
  expect(posts.take('a')).toBeUndefined();
});

test('each address has its own', () => {
  const posts = allowance({ ...terms, most: 1 }, fakeClock());
  expect([posts.take('a'), posts.take('b'), posts.take('a')]).toEqual([undefined, undefined, 60]);
});

test('being refused does not make it longer', () => {
  const clock = fakeClock();
  const posts = allowance({ ...terms, most: 1 }, clock);
  posts.take('a');
  clock.advance(59_999);
  expect(posts.take('a')).toBe(1);
  clock.advance(1);
  expect(posts.take('a')).toBeUndefined();
});

test('what is given back is free again', () => {
  const posts = allowance({ ...terms, most: 1 }, fakeClock());
  posts.take('a');
  posts.giveBack('a');
  expect(posts.take('a')).toBeUndefined();
  posts.giveBack('never seen');
});

test('an administrator who sets the time of day changes nothing', () => {
  const clock = fakeClock();
  const posts = allowance({ ...terms, most: 1 }, clock);
  posts.take('a');
  clock.jump(24 * 60 * 60_000);
  expect(posts.take('a')).toBe(60);
});

test('a million addresses are not remembered all at once, and the newest still are', () => {
  const clock = fakeClock();
  const posts = allowance({ ...terms, most: 1 }, clock);
  for (let address = 0; address < 1_000_000; address += 1) {
    posts.take(String(address));
  }
  expect(posts.size).toBeLessThanOrEqual(50_000);
  expect(posts.take('999999')).toBe(60);
});

test('what is over is forgotten', () => {
  const clock = fakeClock();
  const posts = allowance(terms, clock);
  for (const address of ['a', 'b', 'c', 'd', 'e']) {
    posts.take(address);
    clock.advance(60_000);
  }
  expect(posts.size).toBeLessThanOrEqual(2);
});

test('a window outlives the change of generations', () => {
  const clock = fakeClock();
  const posts = allowance({ ...terms, most: 1 }, clock);
  posts.take('first');
  clock.advance(59_000);
  posts.take('a');
  clock.advance(1_000);
  expect(posts.take('b')).toBeUndefined();
  expect(posts.take('a')).toBe(59);
  clock.advance(59_000);
  expect(posts.take('a')).toBeUndefined();
});
