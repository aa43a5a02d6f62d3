import type { Client } from 'pg';
import * as v from 'valibot';
import type { DatabaseServer } from '../../connection-urls.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { expandRows, type Parameter, type Transaction } from '../transaction.ts';
import { assertUsable, type DatabaseState, isAboutOneCall, readState, toStoreError } from './errors.ts';
import { openPool } from './pool.ts';

/** What one transaction does, with the database's time. */
type Work<Result> = (client: Client, now: number) => Promise<Result>;

/** unique_violation (simultaneous posts with one key, equal new references) and deadlock_detected. */
const retryableErrors = ['23505', '40P01'];
const maxTries = 5;

/** In milliseconds. A shorter timeout cannot distinguish a hung database from a slow one. */
const hungThreshold = 2_000;

/** How long a connection may take to begin before another is tried: a firewall may have forgotten it. */
const beginLimit = (milliseconds: number) => Math.min(1_000, Math.ceil(milliseconds / 3));

/** Any number not used by another advisory lock in this database. */
const claimLock = 5_016_002;

/** Keeps no session state between transactions, because PgBouncer may sit in between. */
export function openTransactions(server: DatabaseServer, requireSync: boolean) {
  const pool = openPool(server, requireSync);

  return { perform, close: pool.close };

  /**
   * Does the work and commits. Throws StoreUnavailable unless the commit is certain, or the error of the data
   * that a statement refused. `statement_timeout` does not end a commit that waits for a standby, and
   * canceling the commit would make it report success. So at the deadline the connection is dropped, which
   * leaves the outcome to the database.
   */
  async function perform<Result>(milliseconds: number, work: Work<Result>): Promise<Result> {
    const deadline = AbortSignal.timeout(milliseconds);
    for (let tries = 1; ; tries += 1) {
      try {
        return await performOnce(deadline, milliseconds, work);
      } catch (error) {
        const { code } = Object(error) as { code?: string };
        if (tries === maxTries || !retryableErrors.includes(code ?? '')) {
          throw isAboutOneCall(error) ? error : toStoreError(error, server);
        }
      }
    }
  }

  async function performOnce<Result>(deadline: AbortSignal, milliseconds: number, work: Work<Result>) {
    const { client, now } = await begin(deadline, milliseconds);
    const late = rejectionAt(deadline);
    try {
      const result = await Promise.race([
        work(client, now).then((done) => commit(client, done)),
        late.rejects,
      ]);
      pool.release(client);
      return result;
    } catch (error) {
      const inTime = late.rejects.catch(() => false);
      if (leavesConnectionGood(error) && (await Promise.race([tryRollback(client), inTime]))) {
        pool.release(client);
      } else {
        pool.drop(client, { hung: deadline.aborted && milliseconds >= hungThreshold });
      }
      throw error;
    } finally {
      late.stop();
    }
  }

  /** Tries a second connection if the first stays silent. */
  async function begin(
    deadline: AbortSignal,
    milliseconds: number,
  ): Promise<{ client: Client; now: number }> {
    for (const isLast of [false, true]) {
      const client = await pool.acquire(deadline);
      const limit = AbortSignal.timeout(beginLimit(milliseconds));
      const late = rejectionAt(isLast ? deadline : AbortSignal.any([limit, deadline]));
      try {
        return { client, now: await Promise.race([beginOn(client, milliseconds), late.rejects]) };
      } catch (error) {
        const isSilent = !isLast && limit.aborted && !deadline.aborted;
        pool.drop(client, { hung: deadline.aborted && milliseconds >= hungThreshold, silent: isSilent });
        if (!isSilent) {
          throw error;
        }
      } finally {
        late.stop();
      }
    }
    throw new StoreUnavailable('PostgreSQL: no answer in time');
  }

  /**
   * Checks every time whether the database is writable and synchronous, because a failover can change both.
   */
  async function beginOn(client: Client, milliseconds: number): Promise<number> {
    const results: unknown = await client.query(`
      begin isolation level read committed;
      ${readState};
      set local synchronous_commit = on;
      set local statement_timeout = ${milliseconds};
      set local search_path = site_requests, pg_temp`);
    const [, { rows }] = results as [unknown, { rows: [DatabaseState] }];
    assertUsable(rows[0], requireSync);
    return rows[0].now;
  }
}

function rejectionAt(signal: AbortSignal) {
  const { promise, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(new StoreUnavailable('PostgreSQL: no answer in time'));
  promise.catch(() => undefined);
  signal.addEventListener('abort', giveUp, { once: true });
  return { rejects: promise, stop: () => signal.removeEventListener('abort', giveUp) };
}

/** What an operation of the store runs its statements with. */
export function storeTransaction(
  client: Client,
  context: Pick<Transaction, 'now' | 'wallClock' | 'hashKey' | 'routes'>,
): Transaction {
  return {
    ...context,
    isAlone: false,
    query: async (sql, parameters, row) => {
      const { rows } = await client.query(numbered(sql, parameters));
      return row ? v.parse(v.array(row), rows) : [];
    },
    lockClaims: async () => {
      await client.query('select pg_advisory_xact_lock($1)', [claimLock]);
    },
    textColumns: async () => {
      const { rows } = await client.query<{ attname: string }>(readTextColumns);
      return rows.map(({ attname }) => attname);
    },
  };
}

const readTextColumns = `
  select attname from pg_attribute
  where attrelid = 'requests'::regclass and atttypid = 'text'::regtype and attnum > 0 and not attisdropped`;

/** PostgreSQL numbers its parameters. */
function numbered(sql: string, parameters: Record<string, Parameter>) {
  const values: unknown[] = [];
  const places = new Map<string, number>();
  const expanded = expandRows(sql, (parameter, columns) => {
    const types = columns.map(({ name, type }) => `"${name}" ${type}`).join(', ');
    return `select * from json_to_recordset(:${parameter}) as given (${types})`;
  });
  const text = expanded.replace(/(?<!:):(\w+)/g, (_, name: string) => {
    if (!places.has(name)) {
      const value = parameters[name];
      values.push(typeof value === 'object' && value !== null ? JSON.stringify(value) : value);
      places.set(name, values.length);
    }
    return `$${places.get(name)}`;
  });
  return { text, values };
}

/** A class 01 warning means the wait for a standby was canceled: the commit is only on this node. */
async function commit<Result>(client: Client, result: Result): Promise<Result> {
  let warning: string | undefined;
  const listen = ({ code }: { code?: string | undefined }) => {
    warning ??= code?.startsWith('01') ? code : undefined;
  };
  client.on('notice', listen);
  const { command } = await client.query('commit').finally(() => client.off('notice', listen));
  if (warning !== undefined || command !== 'COMMIT') {
    throw new StoreUnavailable(`PostgreSQL: the commit ended with ${warning ?? command}`);
  }
  return result;
}

/** Only a statement failed, or our own code did. */
function leavesConnectionGood(error: unknown): boolean {
  const { severity, code = '' } = Object(error) as { severity?: string; code?: string };
  return (severity === 'ERROR' && !/^(57|25|XX|08)/.test(code)) || isAboutOneCall(error);
}

async function tryRollback(client: Client): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}
