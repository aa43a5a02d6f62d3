/**
 * The thread that owns the database: `node:sqlite` blocks its thread, and pages must never wait for a disk.
 * Calls that gathered during one commit share the next.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type Call, performAll, performBatch } from '../request-store.ts';
import { SchemaError } from '../schema.ts';
import { isDamage, openBesideServer, openDatabase, setAsideIfDamaged } from './database.ts';
import { type CallContext, inStoreTransaction, isAboutOneCall } from './transaction.ts';

export interface WorkerOptions extends Pick<CallContext, 'isAlone' | 'routes'> {
  folder: string;
  /** Maximum number of calls sharing a commit. */
  callsPerCommit: number;
  besideServer: boolean;
}

export type WaitingCall = Call & Pick<CallContext, 'now' | 'wallClock'> & { id: number; expiresAt: number };

/** What happened to a call. Anything but the store itself failing is a `fault`. */
export type Answer = { id: number } & (
  | { result: unknown }
  | { fault: Error }
  | { unavailable: string; isSchema: boolean }
);

/** An unsolicited message from the thread. */
export type Notice = { setAside: string };

/** Pauses between failed openings, in milliseconds: constant integrity checks would use up a core. */
const pauses = [0, 100, 200, 400, 800, 1_600, 2_000];

const { callsPerCommit, besideServer, folder, ...context } = workerData as WorkerOptions;
const port = parentPort as MessagePort;
let database: DatabaseSync | undefined;
let failures = 0;
let lastFailure = { unavailable: '', isSchema: false };
let openAgainAt = 0;
let mayBeDamaged = false;

port.on('message', async (first: WaitingCall) => {
  const now = performance.timeOrigin + performance.now();
  // Nobody waits for the others any more.
  const calls = [first, ...callsWaiting()].filter(({ expiresAt }) => expiresAt > now);
  for (const answer of await answersTo(calls)) {
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

async function answersTo(calls: WaitingCall[]): Promise<Answer[]> {
  if (database === undefined && performance.now() < openAgainAt) {
    return calls.map(({ id }) => ({ id, ...lastFailure }));
  }
  try {
    const opened = database ?? open();
    database = opened;
    const results = await performBatch(calls, (batch) => inOneTransaction(opened, batch), isAboutOneCall);
    failures = 0;
    return results.map((result, index) => {
      const { id } = calls[index] as WaitingCall;
      return result.status === 'fulfilled' ? { id, result: result.value } : { id, fault: result.reason };
    });
  } catch (error) {
    reopenLater(error);
    return calls.map(({ id }) => ({ id, ...lastFailure }));
  }
}

async function inOneTransaction(opened: DatabaseSync, calls: readonly WaitingCall[]): Promise<unknown[]> {
  const last = calls.at(-1);
  return last === undefined
    ? []
    : inStoreTransaction(opened, { ...context, now: last.now, wallClock: last.wallClock }, (transaction) =>
        performAll(transaction, calls),
      );
}

/** A file that may be damaged is set aside only after an integrity check has failed. */
function open(): DatabaseSync {
  if (besideServer) {
    return openBesideServer(folder);
  }
  if (mayBeDamaged) {
    const setAside = setAsideIfDamaged(folder);
    mayBeDamaged = false;
    if (setAside !== undefined) {
      port.postMessage({ setAside } satisfies Notice);
    }
  }
  return openDatabase(folder);
}

/** After an error, assumes nothing: a later call reopens and rechecks the file. */
function reopenLater(error: unknown): void {
  // SQLite's messages contain table and column names, never values.
  const unavailable = error instanceof Error ? error.message : 'unknown';
  lastFailure = { unavailable, isSchema: error instanceof SchemaError };
  mayBeDamaged ||= isDamage(error);
  openAgainAt = performance.now() + (pauses[Math.min(failures, pauses.length - 1)] ?? 0);
  failures += 1;
  try {
    database?.close();
  } finally {
    database = undefined;
  }
}
