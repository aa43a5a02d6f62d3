import type { Client } from 'pg';
import type { Clock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { failureLog } from '../failure-log.ts';
import { type Call, callsOf, type Given, type OperationName, perform, performFlight } from '../operations.ts';
import { type RequestStore, StoreUnavailable } from '../request-store.ts';
import { readHashKey } from '../schema.ts';
import { callsPerCommit, timeouts, waitingLimit, withTimeout } from '../timeouts.ts';
import type { DatabaseServer } from './database-url.ts';
import { isAboutOneCall } from './errors.ts';
import { migrate } from './migrate.ts';
import { openTransactions, storeTransaction } from './transaction.ts';

/** How long the outbox, retention and the owner wait, in milliseconds. */
const othersWait = 20_000;

export interface PostgresOptions {
  server: DatabaseServer;
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
export function openPostgresStore({
  server,
  requireSync = false,
  log,
  clock,
}: PostgresOptions): RequestStore {
  const transactions = openTransactions(server, requireSync);
  const logChange = failureLog(log);
  const saves: WaitingSave[] = [];
  let hashKey: string | undefined;
  let waiting = 0;
  let isFlying = false;

  return { ...callsOf(ask), close: () => transactions.close() };

  async function ask<Result>(name: OperationName, ...given: Given<OperationName>): Promise<Result> {
    if (waiting >= waitingLimit) {
      throw new StoreUnavailable('too many calls are waiting');
    }
    waiting += 1;
    const milliseconds = timeouts[name] ?? othersWait;
    const call = { name, given } as Call;
    try {
      const answer = name === 'save' ? save(call, milliseconds) : inOneTransaction([call], milliseconds);
      const result = await withTimeout(answer, milliseconds, () => undefined);
      logChange(undefined);
      return (name === 'save' ? result : (result as unknown[])[0]) as Result;
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
    if (!isFlying) {
      isFlying = true;
      fly().finally(() => {
        isFlying = false;
      });
    }
    return promise;
  }

  async function fly(): Promise<void> {
    while (saves.length > 0) {
      const now = performance.now();
      const flight = saves.splice(0, callsPerCommit).filter(({ expiresAt }) => expiresAt > now);
      const last = Math.max(...flight.map(({ expiresAt }) => expiresAt));
      try {
        const results = await performFlight(
          flight.map(({ call }) => call),
          (calls) => inOneTransaction(calls, Math.max(1, Math.round(last - performance.now()))),
          isAboutOneCall,
        );
        results.forEach((result, index) => {
          if (result.status === 'fulfilled') {
            flight[index]?.resolve(result.value);
          } else {
            flight[index]?.reject(result.reason);
          }
        });
      } catch (error) {
        for (const { reject } of flight) {
          reject(error);
        }
      }
    }
  }

  async function inOneTransaction(calls: readonly Call[], milliseconds: number): Promise<unknown[]> {
    try {
      const { answers, key } = await transactions.perform(milliseconds, async (client, databaseTime) => {
        const key = hashKey ?? (await prepare(client));
        const now = clock?.now().getTime() ?? databaseTime;
        const transaction = storeTransaction(client, { now, wallClock: now, hashKey: key });
        return { answers: await perform(transaction, calls), key };
      });
      hashKey = key; // Not before the commit: until then the schema may be missing for others.
      return answers;
    } catch (error) {
      hashKey = undefined; // The next call may reach a different database.
      throw error;
    }
  }
}

/** Brings the schema up to date and returns the key of its hashes. */
export async function prepare(client: Client): Promise<string> {
  await migrate(client);
  const { rows } = await client.query<{ hash_key: string }>(readHashKey);
  return rows[0]?.hash_key ?? '';
}
