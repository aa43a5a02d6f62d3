import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../server/clock.ts';
import { type Call, callsOf, type OperationName, perform } from '../../server/store/operations.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { inStoreTransaction } from '../../server/store/sqlite/transaction.ts';

interface InProcessOptions {
  clock: Pick<Clock, 'now' | 'elapsed'>;
  /** The wall clock less the elapsed time, when the process began. */
  began: number;
  isAlone?: boolean;
}

/**
 * The store's own SQL without its thread: calls are performed one by one, so that tests control the order of
 * events.
 */
export function inProcessStore(
  database: () => DatabaseSync,
  { clock, began, isAlone = true }: InProcessOptions,
): RequestStore {
  let last: Promise<unknown> = Promise.resolve();

  return { ...callsOf(ask), close: async () => database().close() };

  function ask<Result>(name: OperationName, ...given: readonly unknown[]): Promise<Result> {
    const answer = last.then(async () => {
      const times = { now: Math.round(began + clock.elapsed()), wallClock: clock.now().getTime(), isAlone };
      const [result] = await inStoreTransaction(database(), times, (transaction) =>
        perform(transaction, [{ name, given } as Call]),
      );
      return result as Result;
    });
    last = answer.catch(() => undefined);
    return answer;
  }
}
