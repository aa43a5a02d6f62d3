import type { DatabaseSync } from 'node:sqlite';
import type { Clock } from '../../server/clock.ts';
import type { RequestChannelData } from '../../server/requests/channel-data.ts';
import { createOperations, type RequestStore, runOperation } from '../../server/store/request-store.ts';
import { readResumedTime } from '../../server/store/sqlite/database.ts';
import { runInTransaction } from '../../server/store/sqlite/transaction.ts';

/** An email channel with one mailbox. */
export const exampleChannels: readonly RequestChannelData[] = [
  { name: 'email', recipients: ['owner@example.com'] },
];

const withoutSyncs = new WeakSet<DatabaseSync>();

/** Turns off syncs, so tests don't depend on the disk's speed. */
function ignoreSyncs(database: DatabaseSync): void {
  if (!withoutSyncs.has(database)) {
    database.exec('pragma synchronous = off');
    withoutSyncs.add(database);
  }
}

interface InProcessOptions {
  clock: Pick<Clock, 'wallTime' | 'elapsed'>;
  channels?: readonly RequestChannelData[];
  /** Whether no other server uses the database. True by default. */
  isOnlyServer?: () => boolean;
  /** Called with the store's time minus the elapsed time. */
  onStarted?: (clockOffset: number) => void;
}

/**
 * Runs the store's SQL without its thread. Calls run one after another, so tests control the order of events.
 */
export function createInProcessStore(
  database: () => DatabaseSync,
  { clock, channels = exampleChannels, isOnlyServer = () => true, onStarted }: InProcessOptions,
): RequestStore {
  let clockOffset: number | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const operations = createOperations(
    (call) => {
      const answer = last.then(() => {
        ignoreSyncs(database());
        const wallTime = clock.wallTime().getTime();
        if (clockOffset === undefined) {
          clockOffset = readResumedTime(database(), wallTime) - clock.elapsed();
          onStarted?.(clockOffset);
        }
        const trustedTime = Math.round(clockOffset + clock.elapsed());
        const context = { trustedTime, wallTime, isOnlyServer: isOnlyServer(), channels };
        return runInTransaction(database(), context, (transaction) => runOperation(transaction, call));
      });
      last = answer.catch(() => undefined);
      return answer;
    },
    () => undefined,
  );
  return { ...operations, close: async () => database()[Symbol.dispose]() };
}
