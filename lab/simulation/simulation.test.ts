import { describe, expect, test } from 'vitest';
import type { DeliveryResult, RequestStore } from '../../server/store/request-store.ts';
import { simulate } from './simulate.ts';

/** On two busy cores four simulated days take seconds. */
const timeout = 120_000;

test.each([21, 23])('seed %i: days of faults break no promise', { timeout }, async (seed) => {
  const { acknowledged, faults, emails } = await simulate({ seed, days: 4 });
  expect(acknowledged).toBeGreaterThan(20);
  expect(faults).toBeGreaterThan(3);
  expect(emails).toBeGreaterThan(20);
});

test('a seed replays exactly', { timeout }, async () => {
  const first = await simulate({ seed: 13, days: 3 });
  expect(await simulate({ seed: 13, days: 3 })).toEqual(first);
  expect((await simulate({ seed: 14, days: 3 })).trace).not.toBe(first.trace);
});

const asSent = (result: DeliveryResult): DeliveryResult => ({
  ...result,
  state: 'sent',
  remaining: [],
  deliveredAt: new Date(0),
});

describe('detects a broken promise:', () => {
  const brokenStores: Record<string, [(store: RequestStore) => RequestStore, RegExp]> = {
    'a request that is acknowledged and not saved': [
      (store) => ({
        ...store,
        save: async (posted) =>
          posted.idempotencyKey?.endsWith('7')
            ? { outcome: 'saved', reference: '222222' }
            : store.save(posted),
      }),
      /acknowledged but is not in the mailbox|another reference/,
    ],
    'a deferred message that counts as sent': [
      (store) => ({
        ...store,
        record: (result) => store.record(result.attempts > 0 ? asSent(result) : result),
      }),
      /acknowledged but is not in the mailbox/,
    ],
    'a duplicate that is not marked': [
      (store) => ({
        ...store,
        claim: async (options) => {
          const claimed = await store.claim(options);
          const requests = claimed.requests.map((request) => ({ ...request, possibleDuplicate: false }));
          return { ...claimed, requests };
        },
      }),
      /came twice, unmarked/,
    ],
    'a dead letter that is thrown away': [
      (store) => ({
        ...store,
        record: (result) => store.record(result.state === 'dead_lettered' ? asSent(result) : result),
      }),
      /refused for good, was not kept/,
    ],
  };

  test.each(Object.entries(brokenStores))('%s', { timeout }, async (_, [breakStore, violation]) => {
    await expect(simulate({ seed: 21, days: 4, breakStore })).rejects.toThrow(violation);
  });
});
