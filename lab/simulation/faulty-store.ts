import { type RequestStore, StoreUnavailable } from '../../server/store/request-store.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { inProcessStore } from '../../tests/support/in-process-store.ts';
import type { Random } from './random.ts';

/** The disk's current failure mode: calls fail before their commit, or after it without reporting it. */
export type StoreCondition = 'good' | 'full' | 'flaky';

/**
 * The store's own SQL on one file, with faults drawn from the seed. Reopens the file after each error, like
 * the real thread.
 */
export function faultyStore(folder: string, random: Random) {
  let database = openDatabase(folder);
  let condition: StoreCondition = 'good';

  const reopen = () => {
    database.close();
    database = openDatabase(folder);
  };

  return {
    become(next: StoreCondition): void {
      condition = next;
    },
    reopen,
    /** This process's view of it. A dead process no longer gets responses. */
    viewOf(isAlive: () => boolean): RequestStore {
      const call =
        <
          Name extends
            | 'save'
            | 'claim'
            | 'claimDigest'
            | 'recordOutcomes'
            | 'requeue'
            | 'findExpired'
            | 'purge',
        >(
          name: Name,
        ) =>
        (...given: unknown[]) =>
          isAlive() ? perform(name, given) : new Promise<never>(() => undefined);
      return {
        save: call('save'),
        claim: call('claim'),
        claimDigest: call('claimDigest'),
        recordOutcomes: call('recordOutcomes'),
        requeue: call('requeue'),
        findExpired: call('findExpired'),
        purge: call('purge'),
        check: (now) => inProcessStore(database).check(now),
        oldestUnsent: () => inProcessStore(database).oldestUnsent(),
        close: async () => undefined,
      } as RequestStore;
    },
    query: (sql: string) => database.prepare(sql).all(),
    close: () => database.close(),
  };

  async function perform(name: keyof RequestStore, given: unknown[]): Promise<unknown> {
    if (condition === 'full' || (condition === 'flaky' && random.chance(0.2))) {
      reopen();
      throw new StoreUnavailable('disk full');
    }
    const operation = inProcessStore(database)[name] as (...given: unknown[]) => Promise<unknown>;
    const result = await operation(...given);
    if (condition === 'flaky' && random.chance(0.1)) {
      reopen();
      throw new StoreUnavailable('the last fsync failed');
    }
    return result;
  }
}
