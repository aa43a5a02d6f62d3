/**
 * The thread that owns the database: `node:sqlite` blocks the thread it runs on, and a page must
 * never wait for a disk. Calls come in order and are answered in order.
 */
import type { DatabaseSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { type Answer, type Call, faultOf, performTogether } from './group-commit.ts';
import { openDatabase } from './sqlite-database.ts';

export interface StoreThread {
  folder: string;
  /** How many waiting calls share a commit at most. */
  callsPerCommit: number;
}

const { folder, callsPerCommit } = workerData as StoreThread;
const port = parentPort as MessagePort;
let database: DatabaseSync | undefined;

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
  try {
    database ??= openDatabase(folder);
    return performTogether(database, calls);
  } catch (error) {
    reopenLater();
    return calls.map(({ id }) => ({ id, fault: faultOf(error) }));
  }
}

/** After a fault nothing is taken for granted: the next call opens the file anew, and checks it. */
function reopenLater(): void {
  try {
    database?.close();
  } finally {
    database = undefined;
  }
}
