import type { ClientBase } from 'pg';
import { type Parameter, StoreUnavailableError } from '../../queue/transaction.ts';
import type { RequestTransaction } from '../../requests/channel-data.ts';
import type { DatabaseServer } from '../../settings/connection-urls.ts';
import { StoreTimeoutError, withTimeout } from '../time-limit.ts';
import { isAboutOneCall, toStoreError } from './errors.ts';
import { openPools, rollBack } from './pool.ts';

/** The work of one transaction. `now` is the database's time. */
type Work<Result> = (client: ClientBase, now: number) => Promise<Result>;

/** unique_violation (simultaneous posts with one key, equal new references) and deadlock_detected. */
const retryableErrors = ['23505', '40P01'];
const maxTries = 5;

/** Opens pools of connections, and returns a function that runs a transaction on one of them. */
export function createTransactionRunner(server: DatabaseServer, requireSync: boolean) {
  const hosts = openPools(server, requireSync);

  return { runInTransaction, close: hosts.close };

  /**
   * Does the work and commits. Returns only if the commit is certain. Rethrows an error that concerns only this call.
   * Otherwise, it throws StoreUnavailableError.
   */
  async function runInTransaction<Result>(timeout: number, work: Work<Result>): Promise<Result> {
    const deadline = performance.now() + timeout;
    for (let tries = 1; ; tries += 1) {
      const { client, now } = await hosts.begin(timeout);
      try {
        const committed = work(client, now).then((result) => commit(client, result));
        const result = await withTimeout(committed, Math.max(1, deadline - performance.now()));
        client.release();
        return result;
      } catch (error) {
        if (error instanceof StoreTimeoutError) {
          // Give up the connection, which leaves the outcome to the database. It closes once the database answers.
          // `statement_timeout` (pool.ts) isn't enough, because it doesn't end a commit that waits for a standby. Don't
          // cancel the commit: a canceled commit reports success.
          client.release(true);
        } else {
          rollBack(client);
        }
        const { code } = Object(error) as { code?: string };
        if (tries === maxTries || !retryableErrors.includes(code ?? '')) {
          throw isAboutOneCall(error) ? error : toStoreError(error, server);
        }
      }
    }
  }
}

/**
 * Commits, and throws unless the commit succeeded. A class 01 warning means that the wait for a standby was
 * canceled, so perhaps only this node has the commit.
 */
async function commit<Result>(client: ClientBase, result: Result): Promise<Result> {
  let warning: string | undefined;
  const listen = ({ code }: { code?: string | undefined }) => {
    warning ??= code?.startsWith('01') ? code : undefined;
  };
  client.on('notice', listen);
  const { command } = await client.query('commit').finally(() => client.off('notice', listen));
  if (warning !== undefined || command !== 'COMMIT') {
    throw new StoreUnavailableError(`PostgreSQL: the commit ended with ${warning ?? command}`);
  }
  return result;
}

/** Creates the transaction for an operation of the store. */
export function createTransaction(
  client: ClientBase,
  context: Pick<RequestTransaction, 'trustedTime' | 'wallTime' | 'hashKey' | 'channels'>,
): RequestTransaction {
  return {
    ...context,
    isOnlyServer: false,
    query: async (sql, parameters) => (await client.query(numberParameters(sql, parameters))).rows,
    lock: async (name) => {
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    },
  };
}

/**
 * Converts a statement for PostgreSQL, which has numbered parameters and another name for SQLite's json_each. A colon
 * before a word always means a parameter, so a statement can't contain a cast like `::text`.
 */
function numberParameters(sql: string, parameters: Record<string, Parameter>) {
  const names = [...new Set(Array.from(sql.matchAll(/:(\w+)/g), ([, name = '']) => name))];
  const text = sql
    .replace(/:(\w+)/g, (_, name: string) => `$${names.indexOf(name) + 1}`)
    .replaceAll('json_each', 'jsonb_array_elements');
  return { text, values: names.map((name) => parameters[name]) };
}
