import type { Clock } from '../../clock.ts';
import type { DatabaseServer } from '../../connection-urls.ts';
import type { Log } from '../../log.ts';
import { failureLog } from '../failure-log.ts';
import {
  type Call,
  callsOf,
  type OperationName,
  type ParametersOf,
  performAll,
  performBatch,
  type RequestStore,
} from '../request-store.ts';
import type { Route } from '../routes.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { callsPerCommit, timeouts, waitingLimit, withTimeout } from '../timeouts.ts';
import { isAboutOneCall } from './errors.ts';
import { migrate } from './migrate.ts';
import { openTransactions, storeTransaction } from './transaction.ts';

/** How long the outbox, retention and the owner wait, in milliseconds. */
const othersWait = 20_000;

export interface PostgresOptions {
  server: DatabaseServer;
  routes?: readonly Route[];
  /** Whether to fail unless commits wait for a standby. */
  requireSync?: boolean;
  log: Log;
  /** Replaces the database's clock, in tests. */
  clock?: Pick<Clock, 'now'>;
}

interface WaitingSave {
  call: Call;
  expiresAt: number;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * The PostgreSQL store, shared by any number of servers. Connects on first use and again after a failure: an
 * unreachable database never prevents serving pages.
 */
export function openPostgresStore(options: PostgresOptions): RequestStore {
  const { server, routes = [], requireSync = false, log, clock } = options;
  const transactions = openTransactions(server, requireSync);
  const logChange = failureLog(log);
  const saves: WaitingSave[] = [];
  let hashKey: string | undefined;
  let waiting = 0;
  let isSaving = false;

  return { ...callsOf(perform), close: () => transactions.close() };

  async function perform<Result>(
    name: OperationName,
    ...parameters: ParametersOf<OperationName>
  ): Promise<Result> {
    if (waiting >= waitingLimit) {
      throw new StoreUnavailable('too many calls are waiting');
    }
    waiting += 1;
    const milliseconds = timeouts[name] ?? othersWait;
    const call = { name, parameters } as Call;
    try {
      const answer =
        name === 'save'
          ? save(call, milliseconds)
          : inOneTransaction([call], milliseconds).then(([result]) => result);
      const result = await withTimeout(answer, milliseconds, () => undefined);
      logChange(undefined);
      return result as Result;
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        logChange(error.message);
      }
      throw error;
    } finally {
      waiting -= 1;
    }
  }

  /** Saves that gather while others are being committed share the next commit. */
  function save(call: Call, milliseconds: number): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    saves.push({ call, expiresAt: performance.now() + milliseconds, resolve, reject });
    if (!isSaving) {
      isSaving = true;
      saveAll().finally(() => {
        isSaving = false;
      });
    }
    return promise;
  }

  async function saveAll(): Promise<void> {
    while (saves.length > 0) {
      const now = performance.now();
      const batch = saves.splice(0, callsPerCommit).filter(({ expiresAt }) => expiresAt > now);
      const last = Math.max(...batch.map(({ expiresAt }) => expiresAt));
      const inTime = (calls: readonly Call[]) =>
        inOneTransaction(calls, Math.max(1, Math.round(last - performance.now())));
      const calls = batch.map(({ call }) => call);
      const results = await performBatch(calls, inTime, isAboutOneCall).catch((reason: unknown) =>
        batch.map(() => ({ status: 'rejected' as const, reason })),
      );
      results.forEach((result, index) => {
        if (result.status === 'fulfilled') {
          batch[index]?.resolve(result.value);
        } else {
          batch[index]?.reject(result.reason);
        }
      });
    }
  }

  async function inOneTransaction(calls: readonly Call[], milliseconds: number): Promise<unknown[]> {
    try {
      const { results, key } = await transactions.perform(milliseconds, async (client, databaseTime) => {
        const key = hashKey ?? (await migrate(client));
        const now = clock?.now().getTime() ?? databaseTime;
        const transaction = storeTransaction(client, { now, wallClock: now, hashKey: key, routes });
        return { results: await performAll(transaction, calls), key };
      });
      hashKey = key; // Not before the commit: until then the schema may be missing for others.
      return results;
    } catch (error) {
      hashKey = undefined; // The next call may reach a different database.
      throw error;
    }
  }
}
