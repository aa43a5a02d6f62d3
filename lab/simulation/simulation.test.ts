import { describe, expect, test } from 'vitest';
import type { DeliveryResult } from '../../server/store/record.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { simulate } from './simulate.ts';

test.each([21, 23])('seed %i: days of faults break no promise', async (seed) => {
  const { acknowledged, faults, emails } = await simulate({ seed, days: 4 });
  expect(acknowledged).toBeGreaterThan(20);
  expect(faults).toBeGreaterThan(3);
  expect(emails).toBeGreaterThan(20);
});

test('a seed replays exactly', async () => {
  const first = await simulate({ seed: 13, days: 2 });
  expect(await simulate({ seed: 13, days: 2 })).toEqual(first);
  expect((await simulate({ seed: 14, days: 2 })).trace).not.toBe(first.trace);
});

const asSent = (result: DeliveryResult): DeliveryResult => ({ ...result, state: 'sent' });

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
      /acknowledged but is not in the mailbox|another reference|not emailed promptly/,
    ],
    'a deferred delivery that counts as sent': [
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
          const { deliveries, isHeldBack } = await store.claim(options);
          return {
            deliveries: deliveries.map((one) => ({ ...one, possibleDuplicate: false })),
            isHeldBack,
          };
        },
      }),
      /came twice, unmarked/,
    ],
    'a refused delivery that is thrown away': [
      (store) => ({
        ...store,
        record: (result) => store.record(result.state === 'refused' ? asSent(result) : result),
      }),
      /refused for good, was not kept/,
    ],
  };

  test.each(Object.entries(brokenStores))('%s', async (_, [breakStore, violation]) => {
    await expect(simulate({ seed: 21, days: 8, breakStore })).rejects.toThrow(violation);
  });
});
