import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Clock } from '../../server/clock.ts';
import { outboxTimings } from '../../server/queue/timings.ts';
import { StoreUnavailable } from '../../server/queue/transaction.ts';
import type { DeliveryRoute } from '../../server/requests/routes.ts';
import type { RequestStore } from '../../server/store/request-store.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { inProcessStore } from '../../tests/support/in-process-store.ts';
import { indexes, nextClaims } from './next-due.ts';
import type { Random } from './random.ts';
import { minute, second } from './timetable.ts';

/** The disk's current failure mode: calls fail before their commit, or after it without reporting it. */
type StoreCondition = 'good' | 'full' | 'flaky';

interface FaultyStoreParts {
  folder: string;
  random: Random;
  routes: readonly DeliveryRoute[];
  elapsed(): number;
}

/** How a process reaches the store. */
export interface Connection {
  /** A dead process no longer gets responses. */
  isAlive(): boolean;
  /** Whether no other process uses the store. */
  isAlone(): boolean;
  /** Whether the process cannot reach the store at the moment. */
  isCutOff(): boolean;
}

const findSending = "select 1 from deliveries where state = 'sending' limit 1";

/**
 * The store's own SQL on one file, with faults drawn from the seed. Reopens the file after a commit that failed,
 * like the real thread.
 */
export function faultyStore({ folder, random, routes, elapsed }: FaultyStoreParts) {
  let database = open();
  const statements = new Map<string, StatementSync>();
  let condition: StoreCondition = 'good';
  let changedAt = 0;
  let last: Promise<unknown> = Promise.resolve();
  /** See the store's `now`. */
  let began = 0;
  /** The latest time of an earlier process. After a crash, a slow wall clock makes the next one resume before it. */
  let reached = 0;
  /** The answers of `idleFor`, which stay true until something is written. */
  let known: { seen: string; claimsAt: number[]; isSending: boolean } = {
    seen: '',
    claimsAt: [],
    isSending: false,
  };

  return {
    condition: () => condition,
    setCondition(next: StoreCondition): void {
      condition = next;
      changedAt = elapsed();
    },
    /** Whether no call of the last minute failed. */
    isSettled: () => condition === 'good' && elapsed() - changedAt > minute,
    /** When it last began to fail, or to work again. */
    changedAt: () => changedAt,
    /** The time by which deliveries are due, of the process that began last. */
    now,
    /** The latest time that any process has reached. */
    latestTime: () => Math.max(reached, now()),
    /** How long no sender has anything to claim or to renew. `retry`: how often to try a service that fails. */
    idleFor(retry: number, isPhoneFailing: boolean): number {
      const seen = `${query('select total_changes() as changes')[0]?.changes} ${began} ${isPhoneFailing}`;
      if (seen !== known.seen) {
        const isSending = query(findSending).length > 0;
        const claimsAt = nextClaims(query, { now: now(), claimedAt: lastClaim() }, isPhoneFailing);
        known = { seen, claimsAt, isSending };
      }
      const waits = known.claimsAt.map((at) => (at > lastClaim() ? Math.max(at - now(), second) : retry));
      // Leases last for a minute.
      return Math.min(...waits, known.isSending ? 45 * second : 10 * minute);
    },
    reopen,
    /** A process's view of it, from its start on. */
    viewOf(clock: Clock, { isAlive, isAlone, isCutOff }: Connection): RequestStore {
      const onBegun = (time: number) => {
        reached = Math.max(reached, now());
        began = time;
      };
      const real = inProcessStore(() => database, { clock, routes, isAlone, onBegun });
      return new Proxy(real, {
        get: (_, name: keyof RequestStore) => {
          const operation = real[name] as (...parameters: unknown[]) => Promise<unknown>;
          return (...parameters: unknown[]) =>
            isAlive()
              ? perform(() => operation(...parameters), isCutOff)
              : new Promise<never>(() => undefined);
        },
      });
    },
    query,
    close: () => database.close(),
  };

  function now(): number {
    return began + elapsed();
  }

  /** A sender that sleeps has just waited for the least time between two claims. Times are rounded. */
  function lastClaim(): number {
    return now() - outboxTimings.claimInterval - 1;
  }

  function query(sql: string, parameters: Record<string, string | number> = {}): Record<string, unknown>[] {
    return statements.getOrInsertComputed(sql, () => database.prepare(sql)).all(parameters);
  }

  function reopen(): void {
    database.close();
    statements.clear();
    known.seen = '';
    database = open();
  }

  /** No fault comes within a call, so locks and a journal file would only cost time. */
  function open(): DatabaseSync {
    const opened = openDatabase(folder);
    opened.exec(`pragma locking_mode = exclusive; pragma journal_mode = memory; ${indexes}`);
    return opened;
  }

  /** One after the other, as in the real thread: none sees its file closed by another's fault. */
  function perform(call: () => Promise<unknown>, isCutOff: () => boolean): Promise<unknown> {
    const answer = last.then(() => performNow(call, isCutOff));
    last = answer.catch(() => undefined);
    return answer;
  }

  async function performNow(call: () => Promise<unknown>, isCutOff: () => boolean): Promise<unknown> {
    if (isCutOff()) {
      throw new StoreUnavailable('no connection');
    }
    if (condition === 'full' || (condition === 'flaky' && random.chance(0.2))) {
      throw new StoreUnavailable('disk full');
    }
    const result = await call();
    if (condition === 'flaky' && random.chance(0.1)) {
      reopen();
      throw new StoreUnavailable('the last fsync failed');
    }
    return result;
  }
}
