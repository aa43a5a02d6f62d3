import type { DatabaseSync } from 'node:sqlite';
import { type RequestStore, StoreUnavailable } from '../../server/store/request-store.ts';
import { type Call, performTogether } from '../../server/store/sqlite/group-commit.ts';
import { storeCalls } from '../../server/store/sqlite/sqlite-store.ts';

/**
 * The store's own SQL without its thread: calls are synchronous, so that tests control the order of events.
 */
export function inProcessStore(database: DatabaseSync): RequestStore {
  return {
    ...storeCalls(ask),
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
