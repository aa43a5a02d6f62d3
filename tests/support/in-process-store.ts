import type { DatabaseSync } from 'node:sqlite';
import { type RequestStore, StoreUnavailable } from '../../server/store/request-store.ts';
import { type Call, performTogether } from '../../server/store/sqlite/group-commit.ts';

/**
 * The store's own SQL without its thread: calls are synchronous, so that tests control the order of events.
 */
export function inProcessStore(database: DatabaseSync): RequestStore {
  return {
    save: (posted) => ask('save', posted),
    claim: (options) => ask('claim', options),
    claimDigest: (options) => ask('claimDigest', options),
    recordOutcomes: (results) => ask('recordOutcomes', results),
    requeue: (what, now) => ask('requeue', what, now),
    check: (now) => ask('check', now),
    oldestUnsent: () => ask('oldestUnsent'),
    findExpired: (options) => ask('findExpired', options),
    purge: (references) => ask('purge', references),
    list: (options) => ask('list', options),
    find: (reference) => ask('find', reference),
    decide: (reference, decision, now) => ask('decide', reference, decision, now),
    close: async () => database.close(),
  };

  async function ask<Result>(operation: Call['operation'], ...given: readonly unknown[]): Promise<Result> {
    const [answer] = performTogether(database, [{ id: 0, operation, given }]);
    if (answer === undefined || 'error' in answer) {
      throw new StoreUnavailable(answer?.error);
    }
    return answer.result as Result;
  }
}
