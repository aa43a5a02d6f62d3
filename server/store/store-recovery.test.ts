import { beforeEach, expect, test } from 'vitest';
import { StoreUnavailableError } from '../queue/transaction.ts';
import { createOperations } from './request-store.ts';

let logged: string[];
/** The calls in progress, in order. */
let inProgress: PromiseWithResolvers<unknown>[];
let operations: ReturnType<typeof createOperations>;

beforeEach(() => {
  logged = [];
  inProgress = [];
  operations = createOperations(
    () => {
      const call = Promise.withResolvers<unknown>();
      inProgress.push(call);
      return call.promise;
    },
    (event) => logged.push(event),
  );
});

async function fail(call: Promise<unknown>): Promise<void> {
  inProgress.pop()?.reject(new StoreUnavailableError('the disk is full'));
  await expect(call).rejects.toThrow('the disk is full');
}

async function succeed(call: Promise<unknown>, result?: unknown): Promise<void> {
  inProgress.pop()?.resolve(result);
  await call;
}

test('a store has recovered once a later call has committed a write', async () => {
  await fail(operations.checkClock());
  await fail(operations.checkClock());
  await succeed(operations.checkClock());
  expect(logged).toEqual(['store_failed', 'store_recovered']);
});

test('a call that may only read does not show that a store has recovered', async () => {
  await fail(operations.checkClock());
  await succeed(operations.readOwnerChanges());
  expect(logged).toEqual(['store_failed']);
});

test('a write that began before the failure does not show that a store has recovered', async () => {
  const earlier = operations.checkClock();
  const [began] = inProgress;
  await fail(operations.saveAll([]));
  began?.resolve(undefined);
  await earlier;
  expect(logged).toEqual(['store_failed']);
});

test('after a failed save, only a save shows that a store has recovered', async () => {
  await fail(operations.saveAll([]));
  await succeed(operations.checkClock());
  expect(logged).toEqual(['store_failed']);
  await succeed(operations.saveAll([]), [{ outcome: 'limited', retryAfterSeconds: 60 }]);
  expect(logged).toEqual(['store_failed']);
  await succeed(operations.saveAll([]), [{ outcome: 'mismatch' }]);
  expect(logged).toEqual(['store_failed', 'store_recovered']);
});
