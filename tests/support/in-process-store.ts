import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../server/clock.ts';
import type { DeliveryRoute } from '../../server/requests/routes.ts';
import { callsOf, performIn, type RequestStore } from '../../server/store/request-store.ts';
import { readResumedTime } from '../../server/store/sqlite/database.ts';
import { inStoreTransaction } from '../../server/store/sqlite/transaction.ts';

/** One mailbox. */
export const exampleRoutes: readonly DeliveryRoute[] = [{ name: 'email', recipients: ['owner@example.com'] }];

const withoutSyncs = new WeakSet<DatabaseSync>();

/** A slow disk must not matter. */
function ignoreSyncs(database: DatabaseSync): void {
  if (!withoutSyncs.has(database)) {
    database.exec('pragma synchronous = off');
    withoutSyncs.add(database);
  }
}

interface InProcessOptions {
  clock: Pick<Clock, 'now' | 'elapsed'>;
  routes?: readonly DeliveryRoute[];
  /** Whether no other server uses the database. Default: always. */
  isAlone?: () => boolean;
  /** Called with the time for due times less the elapsed time. */
  onBegun?: (began: number) => void;
}

/**
 * The store's own SQL without its thread: calls are performed one by one, so that tests control the order of
 * events.
 */
export function inProcessStore(
  database: () => DatabaseSync,
  { clock, routes = exampleRoutes, isAlone = () => true, onBegun }: InProcessOptions,
): RequestStore {
  let began: number | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const calls = callsOf(
    (call) => {
      const answer = last.then(() => {
        ignoreSyncs(database());
        const wallClock = clock.now().getTime();
        if (began === undefined) {
          began = readResumedTime(database(), wallClock) - clock.elapsed();
          onBegun?.(began);
        }
        const now = Math.round(began + clock.elapsed());
        const context = { now, wallClock, isAlone: isAlone(), routes };
        return inStoreTransaction(database(), context, (transaction) => performIn(transaction, call));
      });
      last = answer.catch(() => undefined);
      return answer;
    },
    () => undefined,
  );
  return { ...calls, close: async () => database()[Symbol.dispose]() };
}
