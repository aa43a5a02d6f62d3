import type { DatabaseSync } from 'node:sqlite';
import { checkStore } from './check-store.ts';
import { claimCollective } from './collective-mails.ts';
import { findExpired, purge } from './expired-requests.ts';
import { keepRequest } from './keep-request.ts';
import { claimMails, settleMail, settleMails } from './owed-mails.ts';
import { inTransaction } from './sqlite-database.ts';

/** What can be asked of the store: the calls of RequestStore that touch the database. */
const operations = {
  keep: keepRequest,
  claim: claimMails,
  claimCollective,
  settle: settleMail,
  settleAll: settleMails,
  check: checkStore,
  findExpired,
  purge,
} satisfies Record<string, (database: DatabaseSync, argument: never) => unknown>;

export type Operations = typeof operations;
export type Call = { id: number; operation: keyof Operations; argument: unknown };
export type Answer = { id: number; result: unknown } | { id: number; fault: string };

/**
 * Performs calls in one transaction, so that they share its fsyncs. One that fails is undone alone.
 * Throws when the database itself fails: then nothing of any of them is kept.
 */
export function performTogether(database: DatabaseSync, calls: readonly Call[]): Answer[] {
  return inTransaction(database, () => calls.map((call) => perform(database, call)));
}

function perform(database: DatabaseSync, { id, operation, argument }: Call): Answer {
  database.exec('savepoint one_call');
  try {
    const result = operations[operation](database, argument as never);
    database.exec('release one_call');
    return { id, result };
  } catch (error) {
    if (!isAboutOneRow(error)) {
      throw error;
    }
    database.exec('rollback to one_call; release one_call');
    return { id, fault: faultOf(error) };
  }
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH (https://sqlite.org/rescode.html), or a fault of ours. */
const rowFaults = [18, 19, 20];

/** Anything else is a fault of the disk, the memory or the file, and may have undone the neighbours too. */
function isAboutOneRow(error: unknown): boolean {
  const { errcode } = Object(error) as { errcode?: number };
  return errcode === undefined || rowFaults.includes(errcode & 0xff);
}

/** SQLite's messages name tables and columns, never values. */
export function faultOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
