import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { day, hour } from '../clock.ts';
import { getMailFolder } from '../mail/file-transport.ts';
import type { RequestWithDeliveries } from './listed-requests.ts';
import { divideRetention, getMaxCopyAge, sweepInterval, sweepOnSchedule } from './retention.ts';

/** Starts the sweep with a store that finds these numbers of expired requests, or throws, and then finds none. */
function start(
  found: (number | Error)[],
  copyFolders?: { data: string; mail: string },
  isSteady = () => true,
) {
  const clock = createFakeClock(new Date());
  const stopping = new AbortController();
  const logged: unknown[] = [];
  const sweep = vi.fn(async (_?: number) => {
    const requests = found.shift() ?? 0;
    if (requests instanceof Error) {
      throw requests;
    }
    return requests;
  });
  const findWithDeliveries = async (reference: string) =>
    reference === 'STORED' ? ({} as RequestWithDeliveries) : undefined;
  const finished = sweepOnSchedule({
    store: { sweep, findWithDeliveries, checkClock: async () => isSteady() },
    ...(copyFolders && { copyFolders }),
    retentionDays: 30,
    clock,
    log: (event, attributes) => void logged.push([event, attributes?.requests]),
    stopping: stopping.signal,
  });
  return { clock, stopping, sweep, logged, finished };
}

test('purges delivered requests after almost 22 days, because backups keep them for 7 more', async () => {
  const { clock, sweep, logged, stopping, finished } = start([100, 100, 1]);
  await expect.poll(() => clock.isAwaited()).toBe(true);
  expect(logged).toEqual([['purged', 100]]);
  clock.advance(sweepInterval);
  await expect.poll(() => logged).toHaveLength(2);
  expect(sweep.mock.calls).toEqual(Array(2).fill([21.75 * day]));
  stopping.abort();
  await finished;
  expect(sweep).toHaveBeenCalledTimes(2);
});

test('the sweep keeps running after the store fails', async () => {
  const { clock, sweep, logged, stopping, finished } = start([new Error('full'), new Error('closed')]);
  await expect.poll(() => clock.isAwaited()).toBe(true);
  sweep.mockImplementationOnce(async () => {
    stopping.abort();
    throw new Error('closed');
  });
  clock.advance(sweepInterval);
  await finished;
  expect(sweep).toHaveBeenCalledTimes(2);
  expect(logged).toEqual([['retention_failed', undefined]]);
});

test.each([
  [1, { store: 1, backups: 0 }],
  [2, { store: 1, backups: 0 }],
  [7, { store: 3, backups: 3 }],
  [30, { store: 22, backups: 7 }],
  [365, { store: 357, backups: 7 }],
])('%i days of retention are divided between the store and the backups', (days, expected) => {
  expect(divideRetention(days)).toEqual(expected);
});

test('copies are kept for an hour even with two days of retention', () => {
  expect(getMaxCopyAge(2)).toBe(hour);
});

test('docs/privacy.md has the correct days for the server and the backups', () => {
  const text = readFileSync('docs/privacy.md', 'utf8');
  const example =
    /If `retentionDays` is (\d+), the server deletes a request after about (\d+) days, and its backups expire about (\d+) days later\. If `retentionDays` is under (\d+)/;
  const [days = 0, store, backups, halved = 0] = example.exec(text)?.slice(1).map(Number) ?? [];
  expect(divideRetention(days)).toEqual({ store, backups });
  expect(divideRetention(halved).backups).toBe(backups);
  expect(divideRetention(halved - 1).backups).toBeLessThan(backups ?? 0);
  const { store: shorter, backups: half } = divideRetention(halved - 4);
  expect(Math.abs(shorter - half)).toBeLessThanOrEqual(1);
});

test('deletes no requests or files until the clock is steady', async () => {
  const data = createMemoryFolder('copies');
  writeFileSync(join(data, 'requests.sqlite.moved-1'), '');
  const mail = getMailFolder(data);
  mkdirSync(mail);
  let isSteady = true;
  const { clock, sweep, logged } = start([], { data, mail }, () => isSteady);
  await expect.poll(() => clock.isAwaited()).toBe(true);
  isSteady = false;
  for (let hours = 0; hours < 3; hours += 1) {
    clock.advance(7 * day);
    await expect.poll(() => clock.isAwaited()).toBe(true);
  }
  expect(sweep.mock.lastCall).toEqual([undefined]);
  expect(readdirSync(data)).toContain('requests.sqlite.moved-1');
  expect(logged).toEqual([['clock_jumped', undefined]]);
});

// tests/retention.test.ts shows that the other copies in the data folder are deleted.
test('keeps emails of stored requests and files that may be the only copy', async () => {
  const data = createMemoryFolder('copies');
  const mail = getMailFolder(data);
  mkdirSync(mail);
  const remaining = [
    'requests.sqlite.damaged-1',
    'requests.sqlite.unsent-1',
    'mail/STORED.eml',
    'mail/STORED-canceled.eml',
  ];
  for (const name of [...remaining, 'mail/LOSTXX.eml', 'mail/LOSTXX-canceled.eml']) {
    writeFileSync(join(data, name), '');
  }
  const { clock } = start([], { data, mail });
  await expect.poll(() => clock.isAwaited()).toBe(true);
  clock.advance(7 * day);
  await expect
    .poll(() => readdirSync(data, { recursive: true }).toSorted())
    .toEqual(['mail', ...remaining].toSorted());
});
