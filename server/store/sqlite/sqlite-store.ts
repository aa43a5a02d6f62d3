import { readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../../clock.ts';
import type { Log } from '../../log/log.ts';
import { StoreUnavailableError } from '../../queue/transaction.ts';
import type { RequestChannelData } from '../../requests/channel-data.ts';
import { createOperations, type RequestStore, type StoreCall } from '../request-store.ts';
import { databaseFile } from './database.ts';
import type { Reply, WaitingCall, WorkerOptions } from './worker.ts';

interface SqliteOptions {
  channels?: readonly RequestChannelData[];
  /** Whether this process is the only server that uses the file. False for a command. */
  isOnlyServer?: boolean;
  clock?: Pick<Clock, 'wallTime' | 'elapsed'>;
}

/**
 * The SQLite store, which runs in its own thread. Opens the file on first use and again after an error, so a broken
 * store never prevents serving pages.
 */
export function openSqliteStore(
  folder: string,
  log: Log,
  { channels = [], isOnlyServer = true, clock = systemClock }: SqliteOptions = {},
): RequestStore {
  const startedAt = { wall: clock.wallTime().getTime(), elapsed: clock.elapsed() };
  let thread: Thread | undefined;
  let lastId = 0;
  let isClosing = false;

  // Closing the store makes the waiting calls fail, which is not worth logging.
  const store = createOperations(sendCall, (event, attributes) => isClosing || log(event, attributes));
  return {
    ...store,
    probeStatus: async () => ({
      ...(await store.probeStatus()),
      setAside: readdirSync(folder).filter((name) => setAsideNames.test(name)),
    }),
    close: async () => {
      isClosing = true;
      await thread?.worker.terminate();
    },
  };

  function sendCall(call: StoreCall, timeout: number): Promise<unknown> {
    lastId += 1;
    const pending = Promise.withResolvers<unknown>();
    thread ??= startThread();
    thread.waiting.set(lastId, pending);
    thread.worker.postMessage({
      ...call,
      id: lastId,
      expiresAtNanoseconds: process.hrtime.bigint() + BigInt(timeout) * 1_000_000n,
      // Compute the time from elapsed time, so that due times don't jump with the wall clock.
      trustedTime: Math.round(startedAt.wall + clock.elapsed() - startedAt.elapsed),
      wallTime: clock.wallTime().getTime(),
    } satisfies WaitingCall);
    return pending.promise;
  }

  function startThread(): Thread {
    // Threads can receive only data. Converting to JSON and back removes the functions of channels.
    const workerData: WorkerOptions = {
      folder,
      isOnlyServer,
      channels: JSON.parse(JSON.stringify(channels)),
    };
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    const started: Thread = { worker, waiting: new Map() };
    worker.on('message', (reply: Reply) => settle(started, reply));
    worker.on('error', (error: Error) => rejectWaitingCalls(started, error.name));
    worker.on('exit', () => rejectWaitingCalls(started, 'the store thread ended'));
    return started;
  }

  /** Rejects the calls of a thread that has ended. Called twice if a thread fails, because 'exit' follows 'error'. */
  function rejectWaitingCalls(ended: Thread, reason: string): void {
    if (thread === ended) {
      thread = undefined;
    }
    for (const { reject } of ended.waiting.values()) {
      reject(new StoreUnavailableError(reason));
    }
    ended.waiting.clear();
  }
}

/** A thread, and the calls that it hasn't answered yet, by ID. */
interface Thread {
  worker: Worker;
  waiting: Map<number, PromiseWithResolvers<unknown>>;
}

function settle({ waiting }: Thread, { id, result, fault }: Reply): void {
  const pending = waiting.get(id);
  waiting.delete(id);
  if (fault === undefined) {
    pending?.resolve(result);
  } else {
    pending?.reject(typeof fault === 'string' ? new StoreUnavailableError(fault) : fault);
  }
}

/**
 * Names of files that are damaged or may contain undelivered requests. The server never deletes them. Until somebody
 * does, /healthz and an alert mention them.
 */
const setAsideNames = new RegExp(`^${databaseFile}\\.(damaged|unsent)-.*Z$`);
