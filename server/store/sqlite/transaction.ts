import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import * as v from 'valibot';
import { readHashKey } from '../schema.ts';
import { expandRows, type Parameter, type Transaction } from '../transaction.ts';
import { errorCode, rollBack } from './database.ts';

/** What a call brings from the server's thread. */
export type CallContext = Pick<Transaction, 'now' | 'wallClock' | 'isAlone' | 'routes'>;

/** SQLITE_CONSTRAINT_UNIQUE: a new reference equals an earlier one. The next try draws another. */
const equalReference = 2067;
const maxTries = 5;

/** Runs an operation's statements in a transaction. They block, so what they return resolves at once. */
export async function inStoreTransaction<Result>(
  database: DatabaseSync,
  context: CallContext,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    database.exec('begin immediate');
    try {
      const result = await work({
        ...context,
        hashKey: String(database.prepare(readHashKey).get()?.hash_key),
        query: queryOf(database),
        lockClaims: async () => {},
        textColumns: async () => [],
      });
      database.exec('commit');
      return result;
    } catch (error) {
      rollBack(database);
      if (tries === maxTries || errorCode(error) !== equalReference) {
        throw error;
      }
    }
  }
}

function queryOf(database: DatabaseSync): Transaction['query'] {
  return async (sql, parameters, row) => {
    const rows = statementOf(database, sql).all(bound(parameters));
    return row ? v.parse(v.array(row), rows.map(withNumbers)) : [];
  };
}

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

function statementOf(database: DatabaseSync, sql: string): StatementSync {
  const statements = prepared.get(database) ?? new Map<string, StatementSync>();
  prepared.set(database, statements);
  let statement = statements.get(sql);
  if (statement === undefined) {
    const expanded = expandRows(sql, (parameter, columns) => {
      const values = columns.map(({ name }) => `value ->> '${name}' as "${name}"`);
      return `select ${values.join(', ')} from json_each(:${parameter})`;
    });
    statement = database.prepare(expanded);
    // Without this, a single number beyond 2^53 in a file would make the whole statement throw.
    statement.setReadBigInts(true);
    statements.set(sql, statement);
  }
  return statement;
}

function withNumbers(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
  );
}

function bound(parameters: Record<string, Parameter>): Record<string, SQLInputValue> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? JSON.stringify(value) : value,
    ]),
  );
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH (https://sqlite.org/rescode.html). */
const rowErrors = [18, 19, 20];

/** Any other SQLite error concerns the disk, memory or file. An error without a code is a bug. */
export function isAboutOneCall(error: unknown): boolean {
  const code = errorCode(error);
  return code === undefined || rowErrors.includes(code & 0xff);
}
