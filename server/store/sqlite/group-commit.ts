import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './database.ts';
import { claimDigest } from './digests.ts';
import { claimMessages, recordOutcomes, requeue } from './outbox-messages.ts';
import { checkStore, findExpired, oldestUnsent, purge, saveRequest } from './requests.ts';
import { decide, findRequest, listRequests } from './stored-requests.ts';

/** The RequestStore calls that use the database. */
const operations = {
  save: saveRequest,
  claim: claimMessages,
  claimDigest,
  recordOutcomes,
  requeue,
  check: checkStore,
  oldestUnsent,
  findExpired,
  purge,
  list: listRequests,
  find: findRequest,
  decide,
} satisfies Record<string, (database: DatabaseSync, ...given: never[]) => unknown>;

export type Operations = typeof operations;
type Operation = (database: DatabaseSync, ...given: readonly unknown[]) => unknown;
export type Call = { id: number; operation: keyof Operations; given: readonly unknown[] };
export type Answer = { id: number; result: unknown } | { id: number; error: string };

/**
 * Performs calls in one transaction, so that they share its fsyncs. A failing call is rolled back alone.
 * Throws when the database itself fails: then nothing is saved.
 */
export function performTogether(database: DatabaseSync, calls: readonly Call[]): Answer[] {
  return inTransaction(database, () => calls.map((call) => perform(database, call)));
}

function perform(database: DatabaseSync, { id, operation, given }: Call): Answer {
  database.exec('savepoint one_call');
  try {
    const result = (operations[operation] as Operation)(database, ...given);
    database.exec('release one_call');
    return { id, result };
  } catch (error) {
    if (!isAboutOneRow(error)) {
      throw error;
    }
    database.exec('rollback to one_call; release one_call');
    return { id, error: messageOf(error) };
  }
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH (https://sqlite.org/rescode.html). */
const rowErrors = [18, 19, 20];

/** Any other SQLite error concerns the disk, memory or file, and may have rolled back other calls too. */
function isAboutOneRow(error: unknown): boolean {
  const { errcode } = Object(error) as { errcode?: number };
  return errcode === undefined || rowErrors.includes(errcode & 0xff);
}

/** SQLite's messages contain table and column names, never values. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
