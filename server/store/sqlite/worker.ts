/** The thread that owns the database. `node:sqlite` blocks its thread, and pages must never wait for a disk. */
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { runOperation, type StoreCall } from '../request-store.ts';
import {
  getErrorCode,
  isCorruptionError,
  isFullDisk,
  openDatabase,
  readResumedTime,
  setAsideIfDamaged,
} from './database.ts';
import { type CallContext, runInTransaction } from './transaction.ts';

export interface WorkerOptions extends Pick<CallContext, 'isOnlyServer' | 'channels'> {
  folder: string;
}

/** `expiresAtNanoseconds` is when the caller gives up, by `process.hrtime`, which all threads share. */
export type WaitingCall = StoreCall &
  Pick<CallContext, 'trustedTime' | 'wallTime'> & { id: number; expiresAtNanoseconds: bigint };

/**
 * The answer to a call. If only this call failed, `fault` is the error. If the store failed, `fault` is a string,
 * because our own error classes don't survive the message to another thread.
 */
export type Reply = { id: number; result?: unknown; fault?: Error | string };

const { folder, ...context } = workerData as WorkerOptions;
const port = parentPort as MessagePort;
let database: DatabaseSync | undefined;
/**
 * The difference between the store's clock, which decides when deliveries are due, and the callers' clock. With this
 * offset, the store's clock continues from the previous process's time.
 */
let offset: number | undefined;
let lastFailure: unknown;

port.on('message', async (call: WaitingCall) => {
  // An abandoned claim would block its deliveries until the lease ends.
  const isLate = call.expiresAtNanoseconds < process.hrtime.bigint();
  port.postMessage({ id: call.id, ...(isLate ? { fault: 'no answer in time' } : await answerCall(call)) });
});

async function answerCall({ trustedTime, wallTime, ...call }: WaitingCall): Promise<Omit<Reply, 'id'>> {
  try {
    database ??= open();
    offset ??= readResumedTime(database, wallTime) - trustedTime;
    const times = { trustedTime: trustedTime + offset, wallTime };
    const result = await runInTransaction(database, { ...context, ...times }, (transaction) =>
      runOperation(transaction, call),
    );
    return { result };
  } catch (error) {
    if (database !== undefined && isAboutOneCall(error)) {
      return { fault: error as Error };
    }
    // On a full disk, SQLite has rolled back, and the file can still be read. After other errors, the file's state is
    // unknown, so the next call opens the file again.
    if (!isFullDisk(error)) {
      database?.close();
      database = undefined;
    }
    lastFailure = error;
    // SQLite's messages may be logged, because they may contain table and column names, but never values.
    return { fault: (error as Error).message };
  }
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH (https://sqlite.org/rescode.html). */
const rowErrors = [18, 19, 20];

/**
 * Whether only this call failed: its row was invalid, or our code has a bug (an error without an SQLite code). Other
 * errors may be about the disk, the memory, the file, or its locks, so the file is opened again.
 */
function isAboutOneCall(error: unknown): boolean {
  const code = getErrorCode(error);
  return code === undefined || rowErrors.includes(code & 0xff);
}

/**
 * Opens the file. If the last call found damage, checks the file first and sets a damaged file aside, unless
 * another server may use it.
 */
function open(): DatabaseSync {
  if (context.isOnlyServer && isCorruptionError(lastFailure)) {
    setAsideIfDamaged(folder);
  }
  return openDatabase(folder);
}
