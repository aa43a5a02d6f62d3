/**
 * The thread that owns the database: `node:sqlite` blocks its thread, and pages must never wait for a disk.
 * Calls that gathered during one commit share the next.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type Call, perform, performFlight } from '../operations.ts';
import { checkBeside } from './check-beside.ts';
import { isDamage, openBesideServer } from './database.ts';
import { openOrSalvage, type Salvage, salvage } from './salvage.ts';
import { inStoreTransaction, isAboutOneCall, type Times } from './transaction.ts';

export interface WorkerOptions {
  folder: string;
  /** Maximum number of calls sharing a commit. */
  callsPerCommit: number;
  besideServer: boolean;
  /** Whether no other server uses the file. */
  isAlone: boolean;
}

export type WaitingCall = Call & Times & { id: number; expiresAt: number };

/** What happened to a call. Anything but the store itself failing is a `fault`. */
export type Answer = { id: number } & ({ result: unknown } | { fault: Error } | { unavailable: string });

/** An unsolicited message from the thread. */
export type Notice = { salvage: Salvage };

/**
 * Pauses between failed openings, in milliseconds: constant integrity checks of a large file would use up a
 * core.
 */
const pauses = [0, 100, 200, 400, 800, 1_600, 2_000];

const { folder, callsPerCommit, besideServer, isAlone } = workerData as WorkerOptions;
const port = parentPort as MessagePort;
let database: DatabaseSync | undefined;
let failures = 0;
let lastError = '';
let openAgainAt = 0;

port.on('message', async (first: WaitingCall) => {
  const calls = [first, ...callsWaiting()];
  const now = performance.timeOrigin + performance.now();
  // Nobody waits for the others any more.
  const wanted = calls.filter(({ expiresAt }) => expiresAt > now);
  for (const answer of await answersTo(wanted)) {
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
    return calls.map(({ id }) => ({ id, unavailable: lastError }));
  }
  try {
    const opened = database ?? open();
    database = opened;
    const flown = (flight: readonly WaitingCall[]) =>
      inStoreTransaction(opened, { ...timesOf(flight), isAlone }, (transaction) =>
        perform(transaction, flight),
      );
    const results = calls.length > 0 ? await performFlight(calls, flown, isAboutOneCall) : [];
    failures = 0;
    return results.map((result, index) => answerOf(calls[index] as WaitingCall, result));
  } catch (error) {
    reopenLater(error);
    return calls.map(({ id }) => ({ id, unavailable: lastError }));
  }
}

function timesOf(calls: readonly WaitingCall[]): Times {
  const { now, wallClock } = calls.at(-1) as WaitingCall;
  return { now, wallClock };
}

function answerOf({ id }: WaitingCall, result: PromiseSettledResult<unknown>): Answer {
  return result.status === 'fulfilled' ? { id, result: result.value } : { id, fault: result.reason };
}

function open(): DatabaseSync {
  if (besideServer) {
    return openBesideServer(folder);
  }
  const opened = openOrSalvage(folder, notifySalvage);
  checkBeside(opened, () => database === opened, onFoundDamaged);
  return opened;
}

function notifySalvage(salvaged: Salvage): void {
  port.postMessage({ salvage: salvaged } satisfies Notice);
}

/** The check beside the calls found damage: what can be read goes to a new file at once. */
function onFoundDamaged(error: unknown): void {
  reopenLater(error);
  if (isDamage(error)) {
    notifySalvage(salvage(folder));
  }
}

/** After an error, assumes nothing: a later call reopens and rechecks the file. */
function reopenLater(error: unknown): void {
  // SQLite's messages contain table and column names, never values.
  lastError = error instanceof Error ? error.message : 'unknown';
  openAgainAt = performance.now() + (pauses[Math.min(failures, pauses.length - 1)] ?? 0);
  failures += 1;
  try {
    database?.close();
  } finally {
    database = undefined;
  }
}
