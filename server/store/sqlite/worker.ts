/** The thread that owns the database: `node:sqlite` blocks its thread, and pages must never wait for a disk. */
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { type Call, performIn } from '../request-store.ts';
import { errorCode, isDamage, openDatabase, readResumedTime, setAsideIfDamaged } from './database.ts';
import { type CallContext, inStoreTransaction } from './transaction.ts';

export interface WorkerOptions extends Pick<CallContext, 'isAlone' | 'routes'> {
  folder: string;
}

/** `expiresAt`: when its caller gives up, in nanoseconds of `process.hrtime`, which all threads share. */
export type WaitingCall = Call & Pick<CallContext, 'now' | 'wallClock'> & { id: number; expiresAt: bigint };

/** `fault`: why the call failed, or why the store did, as a text: classes do not cross to another thread. */
export type Answer = { id: number; result?: unknown; fault?: Error | string };

const { folder, ...context } = workerData as WorkerOptions;
const port = parentPort as MessagePort;
let database: DatabaseSync | undefined;
/** What the time for due times is ahead of its callers': it goes on where the process before had it. */
let offset: number | undefined;
let lastFailure: unknown;

port.on('message', async (call: WaitingCall) => {
  // A claim that nobody waits for would keep its deliveries from everybody until the lease ends.
  const isLate = call.expiresAt < process.hrtime.bigint();
  port.postMessage({ id: call.id, ...(isLate ? { fault: 'no answer in time' } : await answerTo(call)) });
});

async function answerTo({ now, wallClock, ...call }: WaitingCall): Promise<Omit<Answer, 'id'>> {
  try {
    database ??= open();
    offset ??= readResumedTime(database, wallClock) - now;
    const times = { now: now + offset, wallClock };
    const result = await inStoreTransaction(database, { ...context, ...times }, (transaction) =>
      performIn(transaction, call),
    );
    return { result };
  } catch (error) {
    if (database !== undefined && isAboutOneCall(error)) {
      return { fault: error as Error };
    }
    // Assumes nothing about the file: the next call opens it again.
    database?.close();
    database = undefined;
    lastFailure = error;
    // SQLite's messages contain table and column names, never values.
    return { fault: (error as Error).message };
  }
}

/** SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH (https://sqlite.org/rescode.html). */
const rowErrors = [18, 19, 20];

/** Any other SQLite error concerns the disk, memory or file. An error without a code is a bug. */
function isAboutOneCall(error: unknown): boolean {
  const code = errorCode(error);
  return code === undefined || rowErrors.includes(code & 0xff);
}

/** A file that no other server uses is set aside after an integrity check has failed. */
function open(): DatabaseSync {
  if (context.isAlone && isDamage(lastFailure)) {
    setAsideIfDamaged(folder);
  }
  return openDatabase(folder);
}
