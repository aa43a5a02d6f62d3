import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type Clock, minute, second } from '../../server/clock.ts';
import { outboxTimings } from '../../server/queue/timings.ts';
import { StoreUnavailableError } from '../../server/queue/transaction.ts';
import type { RequestChannelData } from '../../server/requests/channel-data.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { createInProcessStore } from '../../tests/support/in-process-store.ts';
import { createIndexesSql, findNextClaims } from './next-due.ts';
import type { Random } from './random.ts';

/**
 * The disk's failure mode. On a full disk, each call fails before its commit. On a flaky disk, some fail after it, too.
 */
type StoreCondition = 'good' | 'full' | 'flaky';

interface FaultyStoreDependencies {
  folder: string;
  random: Random;
  channels: readonly RequestChannelData[];
  elapsed(): number;
}

/** A process's connection to the store. */
export interface Connection {
  /** Whether the process runs. A dead process no longer gets responses. */
  isAlive(): boolean;
  /** Whether no other process uses the store. */
  isOnlyServer(): boolean;
  /** Whether the process cannot reach the store at the moment. */
  isCutOff(): boolean;
}

const findSendingSql = "select 1 from deliveries where state = 'sending' limit 1";

/**
 * Runs the store's SQL on one file, with faults drawn from the seed. After a failed commit, the file is reopened,
 * as in the real store thread.
 */
export function createFaultyStore({ folder, random, channels, elapsed }: FaultyStoreDependencies) {
  let database = open();
  const statements = new Map<string, StatementSync>();
  let condition: StoreCondition = 'good';
  let changedAt = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** The store's time minus the elapsed time. The newest process sets it. */
  let clockOffset = 0;
  /** The latest store time of any earlier process. After a crash, a slow wall clock may set the store's time back. */
  let latestEarlierTime = 0;
  /** The cached inputs of `idleFor`, which stay valid until something is written. */
  let cached: { version: string; claimsAt: number[]; isSending: boolean } = {
    version: '',
    claimsAt: [],
    isSending: false,
  };

  return {
    condition: () => condition,
    setCondition(next: StoreCondition): void {
      condition = next;
      changedAt = elapsed();
    },
    /** Whether the store has worked for a minute. */
    isSettled: () => condition === 'good' && elapsed() - changedAt > minute,
    /** Returns when the store last began to fail or recovered. */
    changedAt: () => changedAt,
    /** Returns the store's time, which decides when deliveries are due. The newest process sets it. */
    now,
    /** Returns the latest time that any process has reached. */
    latestTime: () => Math.max(latestEarlierTime, now()),
    /** Returns how long senders will have nothing to claim or renew. `retry` is the interval for a failing service. */
    idleFor(retry: number, isPhoneFailing: boolean): number {
      const version = `${query('select total_changes() as changes')[0]?.changes} ${clockOffset} ${isPhoneFailing}`;
      if (version !== cached.version) {
        const isSending = query(findSendingSql).length > 0;
        const claimsAt = findNextClaims(query, { now: now(), claimedAt: lastClaim() }, isPhoneFailing);
        cached = { version, claimsAt, isSending };
      }
      const waits = cached.claimsAt.map((at) => (at > lastClaim() ? Math.max(at - now(), second) : retry));
      // Senders must renew their leases, which last a minute.
      return Math.min(...waits, cached.isSending ? 45 * second : 10 * minute);
    },
    reopen,
    /** Returns a new process's connection to the store. */
    createView(clock: Clock, { isAlive, isOnlyServer, isCutOff }: Connection): RequestStore {
      const onStarted = (time: number) => {
        latestEarlierTime = Math.max(latestEarlierTime, now());
        clockOffset = time;
      };
      const real = createInProcessStore(() => database, { clock, channels, isOnlyServer, onStarted });
      return new Proxy(real, {
        get: (_, name: keyof RequestStore) => {
          const operation = real[name] as (...parameters: unknown[]) => Promise<unknown>;
          return (...parameters: unknown[]) =>
            isAlive()
              ? runInOrder(() => operation(...parameters), isCutOff)
              : new Promise<never>(() => undefined);
        },
      });
    },
    query,
    close: () => database.close(),
  };

  function now(): number {
    return clockOffset + elapsed();
  }

  /** Returns when a sleeping sender last claimed: one claim interval ago, and 1 ms more because times are rounded. */
  function lastClaim(): number {
    return now() - outboxTimings.claimInterval - 1;
  }

  function query(sql: string, parameters: Record<string, string | number> = {}): Record<string, unknown>[] {
    return statements.getOrInsertComputed(sql, () => database.prepare(sql)).all(parameters);
  }

  function reopen(): void {
    database.close();
    statements.clear();
    cached.version = '';
    database = open();
  }

  /** Opens the file without locks or a journal file. Faults never interrupt a call, so they would only cost time. */
  function open(): DatabaseSync {
    const opened = openDatabase(folder);
    opened.exec(`pragma locking_mode = exclusive; pragma journal_mode = memory; ${createIndexesSql}`);
    return opened;
  }

  /** Runs calls one at a time, like the real store thread. A fault must not close the file during another call. */
  function runInOrder(call: () => Promise<unknown>, isCutOff: () => boolean): Promise<unknown> {
    const result = last.then(() => runWithFaults(call, isCutOff));
    last = result.catch(() => undefined);
    return result;
  }

  async function runWithFaults(call: () => Promise<unknown>, isCutOff: () => boolean): Promise<unknown> {
    if (isCutOff()) {
      throw new StoreUnavailableError('no connection');
    }
    if (condition === 'full' || (condition === 'flaky' && random.chance(0.2))) {
      throw new StoreUnavailableError('disk full');
    }
    const result = await call();
    if (condition === 'flaky' && random.chance(0.1)) {
      reopen();
      throw new StoreUnavailableError('the last fsync failed');
    }
    return result;
  }
}
