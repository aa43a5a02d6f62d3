import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { RequestTransaction } from '../../requests/channel-data.ts';
import { readHashKeySql } from '../schema.ts';

/** The values that a call gets from the main thread. */
export type CallContext = Pick<RequestTransaction, 'trustedTime' | 'wallTime' | 'isOnlyServer' | 'channels'>;

/**
 * Runs an operation in a transaction. Its statements block, so their promises resolve immediately. The operation may
 * await nothing else: during a real wait, the next call would begin inside this transaction.
 */
export async function runInTransaction<Result>(
  database: DatabaseSync,
  context: CallContext,
  work: (transaction: RequestTransaction) => Promise<Result>,
): Promise<Result> {
  database.exec('begin immediate');
  try {
    const result = await work({
      ...context,
      hashKey: String(prepareStatement(database, readHashKeySql).get()?.hash_key),
      query: async (sql, parameters) =>
        prepareStatement(database, sql).all(parameters).map(convertBigInts) as never[],
      lock: async () => {},
    });
    database.exec('commit');
    return result;
  } catch (error) {
    // A full disk may roll back automatically; a second rollback would hide the first error.
    if (database.isTransaction) {
      database.exec('rollback');
    }
    throw error;
  }
}

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

function prepareStatement(database: DatabaseSync, sql: string): StatementSync {
  const statements = prepared.getOrInsertComputed(database, () => new Map());
  return statements.getOrInsertComputed(sql, () => {
    const statement = database.prepare(sql);
    // Read integers as bigint. Otherwise, a single number beyond 2^53 in a file would make the whole statement throw.
    statement.setReadBigInts(true);
    // As with PostgreSQL, an operation may pass parameters that a statement doesn't use.
    statement.setAllowUnknownNamedParameters(true);
    return statement;
  });
}

/** Changes the row in place, because this runs for each row of each query. */
function convertBigInts(row: Record<string, unknown>): Record<string, unknown> {
  for (const name in row) {
    if (typeof row[name] === 'bigint') {
      row[name] = Number(row[name]);
    }
  }
  return row;
}
