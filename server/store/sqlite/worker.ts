/**
 * The thread that owns the database: `node:sqlite` blocks the thread it runs on, and a page must
 * never wait for a disk. Calls come in order and are answered in order.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { openBesideServer } from './database.ts';
import { type Answer, type Call, messageOf, performTogether } from './group-commit.ts';
import { openOrSalvage, type Salvage } from './salvage.ts';

export interface StoreThread {
  folder: string;
  /** How many waiting calls share a commit at most. */
  callsPerCommit: number;
  besideServer: boolean;
}

/** What the thread says without being asked. */
export type Notice = { salvage: Salvage };

/** Pauses between openings that fail, in milliseconds: checking a large file over and over would take a core. */
const pauses = [0, 100, 200, 400, 800, 1_600, 2_000];

const { folder, callsPerCommit, besideServer } = workerData as StoreThread;
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

/** What came in while the last commit was being written shares the next one. */
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

/** After an error nothing is taken for granted: a later call opens the file anew, and checks it. */
function reopenLater(): void {
  openAgainAt = performance.now() + (pauses[Math.min(failures, pauses.length - 1)] ?? 0);
  failures += 1;
  try {
    database?.close();
  } finally {
    database = undefined;
  }
}
