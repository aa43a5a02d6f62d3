import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import * as v from 'valibot';
import { readHashKey } from '../schema.ts';
import { expandRows, type Parameter, type Transaction } from '../transaction.ts';
import { rollBack } from './database.ts';

/** The times of a call, as the server's thread measured them. */
export type Times = Pick<Transaction, 'now' | 'wallClock'>;

/** SQLITE_CONSTRAINT_UNIQUE: a new reference equals an earlier one. The next try draws another. */
const equalReference = 2067;
const maxTries = 5;

/** Runs an operation's statements in a transaction. They block, so what they return resolves at once. */
export async function inStoreTransaction<Result>(
  database: DatabaseSync,
  given: Times & Pick<Transaction, 'isAlone'>,
  work: (transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    database.exec('begin immediate');
    try {
      const hashKey = String(database.prepare(readHashKey).get()?.hash_key);
      const transaction = { ...given, hashKey, query: queryOf(database), lockClaims: async () => {} };
      const result = await work(transaction);
      database.exec('commit');
      return result;
    } catch (error) {
      rollBack(database);
      if (tries === maxTries || codeOf(error) !== equalReference) {
        throw error;
      }
    }
  }
}

function queryOf(database: DatabaseSync): Transaction['query'] {
  return async (sql, parameters, row) => {
    const rows = statementOf(database, sql).all(bound(parameters));
    return row ? v.parse(v.array(row), rows) : [];
  };
}

const prepared = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

function statementOf(database: DatabaseSync, sql: string): StatementSync {
  const statements = prepared.get(database) ?? new Map<string, StatementSync>();
  prepared.set(database, statements);
  const statement =
    statements.get(sql) ??
    database.prepare(
      expandRows(
        sql,
        (parameter, columns) =>
          `select ${columns.map(({ name }) => `value ->> '${name}' as "${name}"`).join(', ')} from json_each(:${parameter})`,
      ),
    );
  statements.set(sql, statement);
  return statement;
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
  const code = codeOf(error);
  return code === undefined || rowErrors.includes(code & 0xff);
}

function codeOf(error: unknown): number | undefined {
  return (Object(error) as { errcode?: number }).errcode;
}
