/**
 * The thread that owns the database: `node:sqlite` blocks its thread, and pages must never wait for a disk.
 * Calls are answered in order.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openBesideServer } from './database.ts';
import { type Answer, type Call, messageOf, performTogether } from './group-commit.ts';
import { openOrSalvage, type Salvage } from './salvage.ts';

export interface WorkerOptions {
  folder: string;
  /** Maximum number of calls sharing a commit. */
  callsPerCommit: number;
  besideServer: boolean;
}

/** An unsolicited message from the thread. */
export type Notice = { salvage: Salvage };

/**
 * Pauses between failed openings, in milliseconds: constant integrity checks of a large file would use up a
 * core.
 */
const pauses = [0, 100, 200, 400, 800, 1_600, 2_000];

const { folder, callsPerCommit, besideServer } = workerData as WorkerOptions;
const port = parentPort as MessagePort;
let database: DatabaseSync | undefined;
let failures = 0;
let lastError = '';
let openAgainAt = 0;

port.on('message', (first: Call) => {
  for (const answer of answersTo([first, ...callsWaiting()])) {
    port.postMessage(answer);
  }
});

/** Calls that arrived during the last commit share the next one. */
function* callsWaiting(): Generator<Call> {
  for (let count = 1; count < callsPerCommit; count += 1) {
    const waiting = receiveMessageOnPort(port);
    if (waiting === undefined) {
      return;
    }
    yield waiting.message;
  }
}

function answersTo(calls: Call[]): Answer[] {
  if (database === undefined && performance.now() < openAgainAt) {
    return calls.map(({ id }) => ({ id, error: lastError }));
  }
  try {
    database ??= open();
    const answers = performTogether(database, calls);
    failures = 0;
    return answers;
  } catch (error) {
    lastError = messageOf(error);
    reopenLater();
    return calls.map(({ id }) => ({ id, error: lastError }));
  }
}

function open(): DatabaseSync {
  return besideServer
    ? openBesideServer(folder)
    : openOrSalvage(folder, (salvage) => port.postMessage({ salvage } satisfies Notice));
}

/** After an error, assumes nothing: a later call reopens and rechecks the file. */
function reopenLater(): void {
  openAgainAt = performance.now() + (pauses[Math.min(failures, pauses.length - 1)] ?? 0);
  failures += 1;
  try {
    database?.close();
  } finally {
    database = undefined;
  }
}
