import type { Client } from 'pg';
import { StoreUnavailable } from '../request-store.ts';
import type { DatabaseServer } from './database-url.ts';
import { assertUsable, type DatabaseState, explain, readState } from './explain.ts';
import { openPool } from './pool.ts';

export interface Transaction {
  query<Row>(sql: string, values?: readonly unknown[]): Promise<{ rows: Row[]; changes: number }>;
  /** The database's time in milliseconds since 1970: servers whose clocks differ share it. */
  now: number;
}

export type Work<Result> = (transaction: Transaction) => Promise<Result>;
export type Transactions = ReturnType<typeof openTransactions>;

/** Two posts of one key at once, two new references that are alike, two that wait for each other. */
const worthAnotherTry = ['23505', '40P01'];
const mostTries = 5;

/** Who waits less, in milliseconds, cannot tell a hanging database from a slow one. */
const slowest = 2_000;

/** Nothing of a connection is relied on from one transaction to the next: PgBouncer may stand between. */
export function openTransactions(server: DatabaseServer, requireSync: boolean) {
  const pool = openPool(server, requireSync);

  return { perform, close: pool.close };

  /**
   * Does the work and commits. Throws a StoreUnavailable unless the commit is certain. A commit that
   * waits for a standby is not ended by `statement_timeout`, and cancelling it would make it succeed:
   * when the time is up, the connection is dropped and the outcome left to the database.
   */
  async function perform<Result>(milliseconds: number, work: Work<Result>): Promise<Result> {
    const deadline = AbortSignal.timeout(milliseconds);
    for (let tries = 1; ; tries += 1) {
      try {
        return await performOnce(deadline, milliseconds, work);
      } catch (error) {
        const { code } = Object(error) as { code?: string };
        if (tries === mostTries || !worthAnotherTry.includes(code ?? '')) {
          throw explain(error, server);
        }
      }
    }
  }

  async function performOnce<Result>(deadline: AbortSignal, milliseconds: number, work: Work<Result>) {
    const client = await pool.acquire(deadline);
    const late = Promise.withResolvers<never>();
    const giveUp = () => late.reject(new StoreUnavailable('PostgreSQL: no answer in time'));
    deadline.addEventListener('abort', giveUp, { once: true });
    try {
      const result = await Promise.race([runAll(client, milliseconds, work), late.promise]);
      pool.release(client);
      return result;
    } catch (error) {
      const inTime = late.promise.catch(() => false);
      if (isOneStatement(error) && (await Promise.race([rolledBack(client), inTime]))) {
        pool.release(client);
      } else {
        pool.drop(client, { hung: deadline.aborted && milliseconds >= slowest });
      }
      throw error;
    } finally {
      deadline.removeEventListener('abort', giveUp);
    }
  }

  async function runAll<Result>(client: Client, milliseconds: number, work: Work<Result>): Promise<Result> {
    const { now } = await begin(client, milliseconds);
    const query = async <Row>(sql: string, values: readonly unknown[] = []) => {
      const { rows, rowCount } = await client.query(sql, [...values]);
      return { rows: rows as Row[], changes: rowCount ?? 0 };
    };
    const result = await work({ now, query });
    await commit(client);
    return result;
  }

  /** Asks each time whether this may be written to, and how safely: a failover changes both. */
  async function begin(client: Client, milliseconds: number): Promise<DatabaseState> {
    const results: unknown = await client.query(`
      begin;
      ${readState};
      set local synchronous_commit = on;
      set local statement_timeout = ${milliseconds};
      set local search_path = site_requests, pg_temp`);
    const [, { rows }] = results as [unknown, { rows: [DatabaseState] }];
    assertUsable(rows[0], requireSync);
    return rows[0];
  }
}

/** A notice of class 01 says that somebody ended the wait for a standby: the commit is on this node alone. */
async function commit(client: Client): Promise<void> {
  let warning: string | undefined;
  const listen = ({ code }: { code?: string | undefined }) => {
    warning ??= code?.startsWith('01') ? code : undefined;
  };
  client.on('notice', listen);
  const { command } = await client.query('commit').finally(() => client.off('notice', listen));
  if (warning !== undefined || command !== 'COMMIT') {
    throw new StoreUnavailable(`PostgreSQL: the commit ended with ${warning ?? command}`);
  }
}

/** PostgreSQL refused a statement: the connection is as good as before. */
function isOneStatement(error: unknown): boolean {
  const { severity, code = '' } = Object(error) as { severity?: string; code?: string };
  return severity === 'ERROR' && !/^(57|25|XX|08)/.test(code);
}

async function rolledBack(client: Client): Promise<boolean> {
  try {
    await client.query('rollback');
    return true;
  } catch {
    return false;
  }
}
