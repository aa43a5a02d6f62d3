import { expect, test } from 'vitest';
import { fakeClock } from '../tests/support/fake-clock.ts';
import { keepToRetention } from './retention.ts';
import type { ExpiryTerms, RequestStore } from './store/request-store.ts';

const day = 24 * 60 * 60_000;

/** A store that remembers what it was told to purge. */
function start(expired: string[][], fail = false) {
  const clock = fakeClock();
  const stopping = new AbortController();
  const asked: ExpiryTerms[] = [];
  const done: string[] = [];
  const store: Pick<RequestStore, 'findExpired' | 'purge'> = {
    findExpired: async (terms) => {
      asked.push(terms);
      if (fail) {
        throw new Error('full');
      }
      return expired.shift() ?? [];
    },
    purge: async (references) => void done.push(...references.map((reference) => `row ${reference}`)),
  };
  keepToRetention({
    store: store as RequestStore,
    removeCopies: async (references) => void done.push(...references.map((reference) => `file ${reference}`)),
    days: 30,
    clock,
    log: () => undefined,
    stopping: stopping.signal,
  });
  return { clock, stopping, asked, done };
}

test('what was delivered 30 days ago goes at the start, its files first', async () => {
  const { clock, asked, done } = start([['A', 'B']]);
  await expect.poll(() => done).toEqual(['file A', 'file B', 'row A', 'row B']);
  expect(asked[0]?.deliveredBefore).toEqual(new Date(clock.now().getTime() - 30 * day));
});

test('it looks again each hour, whatever the time of day does', async () => {
  const { clock, stopping, asked } = start([]);
  await expect.poll(() => clock.isAwaited()).toBe(true);
  clock.jump(10 * 365 * day);
  await new Promise(setImmediate);
  expect(asked).toHaveLength(1);
  clock.advance(60 * 60_000);
  await expect.poll(() => asked.length).toBe(2);
  stopping.abort();
});

test('a store that fails ends nothing', async () => {
  const { clock, asked } = start([], true);
  await expect.poll(() => clock.isAwaited()).toBe(true);
  clock.advance(60 * 60_000);
  await expect.poll(() => asked.length).toBe(2);
});
