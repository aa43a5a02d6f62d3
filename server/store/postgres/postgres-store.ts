import { randomUUID } from 'node:crypto';
import type { Log } from '../../log.ts';
import { type RequestStore, StoreUnavailable } from '../request-store.ts';
import type { DatabaseServer } from './database-url.ts';
import { claimDigest } from './digests.ts';
import { migrate } from './migrate.ts';
import { claimMessages, recordOutcomes, requeue } from './outbox-messages.ts';
import { checkStore, findExpired, oldestUnsent, purge, saveRequest } from './requests.ts';
import { postgresSharedState } from './shared-state.ts';
import { decide, findRequest, listRequests } from './stored-requests.ts';
import { openTransactions, type Transaction, type Work } from './transaction.ts';

/** Calls that may wait at once; more are rejected, so that a hung database cannot fill the memory. */
const waitingLimit = 1_000;

/** How long a caller waits, in milliseconds. The outbox has no visitor waiting, and retries. */
const timeouts = { save: 5_000, check: 2_000, outbox: 20_000 };

export interface PostgresOptions {
  server: DatabaseServer;
  /** Whether to fail unless commits wait for a standby. */
  requireSync?: boolean;
  log: Log;
  /** Whose time counts: servers share the database's clock; tests pass their own. */
  clock?: 'database' | 'caller';
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
  const owner = randomUUID();
  let hashKey: Promise<Uint8Array> | undefined;
  let waiting = 0;
  let isFailing = false;

  const { shared, close } = postgresSharedState(async (milliseconds, work) => {
    await withTimeout(ready(), milliseconds);
    return transactions.perform(milliseconds, work);
  });

  return {
    shared,
    save: (posted) => ask(timeouts.save, posted.receivedAt, (at, key) => saveRequest(at, posted, key)),
    claim: (options) => ask(timeouts.outbox, options.now, (at) => claimMessages(at, options, owner)),
    claimDigest: (options) =>
      ask(timeouts.outbox, options.now, (at) => claimDigest(at, { ...options, owner })),
    recordOutcomes: (results) => ask(timeouts.outbox, results[0]?.at, (at) => recordOutcomes(at, results)),
    requeue: (what, now) => ask(timeouts.outbox, now, (at) => requeue(at, what)),
    check: (now) => ask(timeouts.check, now, checkStore),
    oldestUnsent: () => ask(timeouts.check, undefined, oldestUnsent),
    findExpired: (options) => ask(timeouts.outbox, undefined, (at) => findExpired(at, options)),
    purge: (references) => ask(timeouts.outbox, undefined, (at) => purge(at, references)),
    list: (options) => ask(timeouts.outbox, undefined, (at) => listRequests(at, options)),
    find: (reference) => ask(timeouts.outbox, undefined, (at) => findRequest(at, reference)),
    decide: (reference, decision, now) => ask(timeouts.outbox, now, (at) => decide(at, reference, decision)),
    close: () => {
      close();
      return transactions.close();
    },
  };

  async function ask<Result>(
    milliseconds: number,
    callersTime: Date | undefined,
    work: (transaction: Transaction, key: Uint8Array) => Promise<Result>,
  ): Promise<Result> {
    if (waiting >= waitingLimit) {
      throw new StoreUnavailable('too many calls are waiting');
    }
    waiting += 1;
    try {
      const began = performance.now();
      const key = await withTimeout(ready(), milliseconds);
      const left = Math.max(1, Math.round(milliseconds - (performance.now() - began)));
      const now = clock === 'caller' ? callersTime?.getTime() : undefined;
      const result = await transactions.perform(left, (transaction) =>
        work(now === undefined ? transaction : { ...transaction, now }, key),
      );
      logChange(undefined);
      return result;
    } catch (error) {
      hashKey = undefined; // The next call may reach a different database.
      logChange(error as Error);
      throw error;
    } finally {
      waiting -= 1;
    }
  }

  /** Checks the schema once, and again after each failure. Returns the hash key. */
  function ready(): Promise<Uint8Array> {
    hashKey ??= transactions.perform(timeouts.save, prepare);
    return hashKey;
  }

  /** Logs only changes, not each failing call. */
  function logChange(error: Error | undefined): void {
    if (error !== undefined && !isFailing) {
      log('store_failed', { error: error.message });
    } else if (error === undefined && isFailing) {
      log('store_recovered');
    }
    isFailing = error !== undefined;
  }
}

export const prepare: Work<Uint8Array> = async (transaction) => {
  await migrate(transaction);
  const { rows } = await transaction.query<{ key: Uint8Array }>('select hash_key as key from installation');
  return (rows[0] as { key: Uint8Array }).key;
};

function withTimeout<Result>(answer: Promise<Result>, milliseconds: number): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new StoreUnavailable('PostgreSQL: no answer in time')), milliseconds);
  answer.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
