/**
 * The thread that owns the database: `node:sqlite` blocks its thread, and pages must never wait for a disk.
 * Calls that gathered during one commit share the next.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type Call, performIn } from '../request-store.ts';
import { errorCode, isDamage, openDatabase, setAsideIfDamaged } from './database.ts';
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
let lastFailure: unknown;

port.on('message', async (first: WaitingCall) => {
  const calls: WaitingCall[] = [];
  // Calls that arrived during the last commit share the next one.
  for (let call: WaitingCall | undefined = first; call; call = receiveMessageOnPort(port)?.message) {
    if (call.expiresAt >= process.hrtime.bigint()) {
      calls.push(call);
    } else {
      // A claim that nobody waits for would keep its deliveries from everybody until the lease ends.
      port.postMessage({ id: call.id, fault: 'no answer in time' });
    }
  }
  const answers = calls.length > 0 ? await answersTo(calls) : [];
  for (const answer of answers) port.postMessage(answer);
});

/**
 * Performs the calls in one transaction. If one of them makes it fail, each is tried again in its own. This
 * also helps when a new reference equals an earlier one: the second try draws another.
 */
async function answersTo(calls: readonly WaitingCall[], isLastTry = false): Promise<Answer[]> {
  const { now, wallClock } = calls.at(-1) as WaitingCall;
  try {
    database ??= open();
    const results = await inStoreTransaction(database, { ...context, now, wallClock }, (transaction) =>
      Array.fromAsync(calls, (call) => performIn(transaction, call)),
    );
    return calls.map(({ id }, index) => ({ id, result: results[index] }));
  } catch (error) {
    if (database === undefined || !isAboutOneCall(error)) {
      // Assumes nothing about the file: the next call opens it again.
      database?.close();
      database = undefined;
      lastFailure = error;
      // SQLite's messages contain table and column names, never values.
      return calls.map(({ id }) => ({ id, fault: (error as Error).message }));
    } else if (isLastTry) {
      return calls.map(({ id }) => ({ id, fault: error as Error }));
    }
  }
  return (await Array.fromAsync(calls, (call) => answersTo([call], true))).flat();
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
