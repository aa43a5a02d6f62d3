/**
 * The thread that owns the database: `node:sqlite` blocks its thread, and pages must never wait for a disk.
 * Calls that gathered during one commit share the next.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type Call, performAll } from '../request-store.ts';
import { errorCode, isDamage, openDatabase, setAsideIfDamaged } from './database.ts';
import { type CallContext, inStoreTransaction } from './transaction.ts';

export interface WorkerOptions extends Pick<CallContext, 'isAlone' | 'routes'> {
  folder: string;
}

export type WaitingCall = Call & Pick<CallContext, 'now' | 'wallClock'> & { id: number; expiresAt: number };

/** What happened to a call. Anything but the store itself failing is a `fault`. */
export type Answer = { id: number } & ({ result: unknown } | { fault: Error } | { unavailable: string });

/** Maximum calls sharing a commit: more would delay each caller too long. */
const callsPerCommit = 500;

/** Milliseconds after a failed opening: constant integrity checks would use up a core. */
const pause = 1_000;

const { folder, ...context } = workerData as WorkerOptions;
const port = parentPort as MessagePort;
let database: DatabaseSync | undefined;
let openAgainAt = 0;
let lastFailure: unknown;

port.on('message', async (first: WaitingCall) => {
  const now = performance.timeOrigin + performance.now();
  const { wanted = [], expired = [] } = Object.groupBy([first, ...callsWaiting()], ({ expiresAt }) =>
    expiresAt > now ? 'wanted' : 'expired',
  );
  for (const answer of [...failed(expired, 'no answer in time'), ...(await answersTo(wanted))]) {
    port.postMessage(answer);
  }
});

/** Calls that arrived during the last commit share the next one. */
function* callsWaiting(): Generator<WaitingCall> {
  for (let count = 1; count < callsPerCommit; count += 1) {
    const waiting = receiveMessageOnPort(port);
    if (waiting === undefined) {
      return;
    }
    yield waiting.message;
  }
}

/**
 * Performs the calls in one transaction. If one of them makes it fail, each is tried again in its own. This
 * also helps when a new reference equals an earlier one: the second try draws another.
 */
async function answersTo(calls: readonly WaitingCall[], isLastTry = false): Promise<Answer[]> {
  const last = calls.at(-1);
  if (last === undefined) {
    return [];
  }
  try {
    database ??= open();
    const { now, wallClock } = last;
    const results = await inStoreTransaction(database, { ...context, now, wallClock }, (transaction) =>
      performAll(transaction, calls),
    );
    return calls.map(({ id }, index) => ({ id, result: results[index] }));
  } catch (error) {
    if (database === undefined || !isAboutOneCall(error)) {
      // Assumes nothing about the file: a later call opens it again.
      database?.close();
      database = undefined;
      lastFailure = error;
      // SQLite's messages contain table and column names, never values.
      return failed(calls, (error as Error).message);
    } else if (isLastTry) {
      return [{ id: last.id, fault: error as Error }];
    }
  }
  const answers: Answer[] = [];
  for (const call of calls) {
    answers.push(...(await answersTo([call], true)));
  }
  return answers;
}

function failed(calls: readonly WaitingCall[], unavailable: string): Answer[] {
  return calls.map(({ id }) => ({ id, unavailable }));
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
  if (performance.now() < openAgainAt) {
    throw lastFailure;
  }
  try {
    if (context.isAlone && isDamage(lastFailure)) {
      setAsideIfDamaged(folder);
    }
    return openDatabase(folder);
  } catch (error) {
    openAgainAt = isDamage(error) ? 0 : performance.now() + pause;
    throw error;
  }
}
