/**
 * The thread that owns the database: `node:sqlite` blocks the thread it runs on, and a page must
 * never wait for a disk. Calls come in order and are answered in order.
 */
import type { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { checkStore } from './check-store.ts';
import { keepRequest } from './keep-request.ts';
import { claimMail, settleMail } from './owed-mails.ts';
import { inTransaction, openDatabase } from './sqlite-database.ts';

/** What can be asked of the thread, each a transaction: the calls of RequestStore that touch the database. */
const operations = {
  keep: keepRequest,
  claim: claimMail,
  settle: settleMail,
  check: checkStore,
} satisfies Record<string, (database: DatabaseSync, argument: never) => unknown>;

export type Operations = typeof operations;
export type Call = { id: number; operation: keyof Operations; argument: unknown };
export type Answer = { id: number; result: unknown } | { id: number; fault: string };

const port = parentPort;
let database: DatabaseSync | undefined;

port?.on('message', ({ id, operation, argument }: Call) => {
  try {
    database ??= openDatabase(workerData.folder);
    const result = perform(database, operation, argument);
    port.postMessage({ id, result } satisfies Answer);
  } catch (error) {
    reopenLater();
    port.postMessage({ id, fault: faultOf(error) } satisfies Answer);
  }
});

function perform(open: DatabaseSync, operation: keyof Operations, argument: unknown): unknown {
  return inTransaction(open, () => operations[operation](open, argument as never));
}

/** After a fault nothing is taken for granted: the next call opens the file anew. */
function reopenLater(): void {
  try {
    database?.close();
  } finally {
    database = undefined;
  }
}

/** SQLite's messages name tables and columns, never values. */
function faultOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown';
}
