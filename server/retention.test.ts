import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fakeClock } from '../tests/support/fake-clock.ts';
import { memoryFolder } from '../tests/support/memory-folder.ts';
import type { LogAttributes } from './log.ts';
import { mailFolder } from './mail/files.ts';
import { daysOf, purgeOnSchedule } from './retention.ts';
import type { RequestStore } from './store/request-store.ts';
import type { ExpiryOptions } from './store/retention.ts';

const day = 24 * 60 * 60_000;

/** A store that records what was purged. */
function start(expired: string[][], fail = false) {
  const clock = fakeClock();
  const stopping = new AbortController();
  const asked: ExpiryOptions[] = [];
  const done: string[] = [];
  const logged: { event: string; facts: LogAttributes | undefined }[] = [];
  const store: Pick<RequestStore, 'findExpired' | 'purge'> = {
    findExpired: async (options) => {
      asked.push(options);
      if (fail) {
        throw new Error('full');
      }
      return expired.shift() ?? [];
    },
    purge: async (references) => void done.push(...references.map((reference) => `row ${reference}`)),
  };
  const finished = purgeOnSchedule({
    store: store as RequestStore,
    days: 30,
    clock,
    log: (event, facts) => void logged.push({ event, facts }),
    stopping: stopping.signal,
  });
  return { clock, stopping, asked, done, logged, finished };
}

test('purges what was delivered almost 23 days ago at startup: backups keep it for 7 more', async () => {
  const { asked, done } = start([['A', 'B']]);
  await expect.poll(() => done).toEqual(['row A', 'row B']);
  expect(asked[0]?.deliveredFor).toBe(22.75 * day);
});

const batch = Array.from({ length: 100 }, (_, index) => `A${index}`);

test("purges more than one transaction's worth, batch by batch", async () => {
  const { clock, asked, done } = start([batch, ['last']]);
  await expect.poll(() => clock.isAwaited()).toBe(true);
  clock.advance(250);
  await expect.poll(() => done.at(-1)).toBe('row last');
  expect(asked).toHaveLength(2);
  expect(done).toHaveLength(101);
});

test('stops between two batches', async () => {
  const { clock, stopping, asked, finished } = start([batch, ['last']]);
  await expect.poll(() => clock.isAwaited()).toBe(true);
  stopping.abort();
  clock.advance(250);
  await finished;
  expect(asked).toHaveLength(1);
});

test('a failing store does not stop the loop', async () => {
  const { clock, asked, logged } = start([], true);
  await expect.poll(() => clock.isAwaited()).toBe(true);
  expect(logged.map(({ event }) => event)).toEqual(['retention_failed']);
  clock.advance(60 * 60_000);
  await expect.poll(() => asked.length).toBe(2);
});

test.each([
  [1, { store: 1, backups: 0 }],
  [7, { store: 4, backups: 3 }],
  [30, { store: 23, backups: 7 }],
  [365, { store: 358, backups: 7 }],
])('of %i days, the store and then the backups have their part', (days, expected) => {
  expect(daysOf(days)).toEqual(expected);
});

test('removes every copy outside the store in time, but what may be the only one', async () => {
  const folder = memoryFolder('copies');
  mkdirSync(mailFolder(folder));
  const gone = ['before-restore-1', 'moved-1', 'copying-1', 'restoring-1'];
  const kept = ['damaged-1', 'unsent-1'];
  for (const end of [...gone, ...kept]) {
    writeFileSync(join(folder, `requests.sqlite.${end}`), '');
  }
  // A restore has removed the request of one from the store.
  for (const reference of ['LOSTXX', 'STORED']) {
    writeFileSync(join(mailFolder(folder), `${reference}.eml`), '');
  }
  const clock = fakeClock(new Date());
  const store = {
    findExpired: async () => [],
    purge: async () => undefined,
    find: async (reference: string) => (reference === 'STORED' ? {} : undefined),
  } as unknown as RequestStore;
  const { signal } = new AbortController();
  purgeOnSchedule({
    store,
    copies: { data: folder, mail: mailFolder(folder) },
    days: 30,
    clock,
    log: () => undefined,
    stopping: signal,
  });
  await expect.poll(() => clock.isAwaited()).toBe(true);
  const left = () => [...readdirSync(folder), ...readdirSync(mailFolder(folder))].toSorted();
  expect(left()).toHaveLength(9);
  clock.advance(7 * day);
  await expect
    .poll(left)
    .toEqual(['STORED.eml', 'mail', ...kept.map((end) => `requests.sqlite.${end}`)].toSorted());
});
