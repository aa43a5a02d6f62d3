import { readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../../clock.ts';
import type { Log } from '../../log/log.ts';
import { StoreUnavailableError } from '../../queue/transaction.ts';
import type { Destination } from '../../requests/destinations.ts';
import { createCalls, type RequestStore, type StoreCall } from '../request-store.ts';
import { databaseFile } from './database.ts';
import type { Answer, WaitingCall, WorkerOptions } from './worker.ts';

interface SqliteOptions {
  destinations?: readonly Destination[];
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
  { destinations = [], isOnlyServer = true, clock = systemClock }: SqliteOptions = {},
): RequestStore {
  const startedAt = { wall: clock.wallTime().getTime(), elapsed: clock.elapsed() };
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let worker: Worker | undefined;
  let lastId = 0;
  let isClosing = false;

  // Closing the store makes the waiting calls fail, which is not worth logging.
  const store = createCalls(perform, (event, facts) => isClosing || log(event, facts));
  return {
    ...store,
    readStatus: async () => ({
      ...(await store.readStatus()),
      setAside: readdirSync(folder).filter((name) => setAsideNames.test(name)),
    }),
    close: async () => {
      isClosing = true;
      await worker?.terminate();
    },
  };

  function perform(call: StoreCall, milliseconds: number): Promise<unknown> {
    lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(lastId, answer);
    worker ??= startWorker();
    worker.postMessage({
      ...call,
      id: lastId,
      expiresAt: process.hrtime.bigint() + BigInt(milliseconds) * 1_000_000n,
      // Compute the time from elapsed time, so that due times don't jump with the wall clock.
      trustedTime: Math.round(startedAt.wall + clock.elapsed() - startedAt.elapsed),
      wallTime: clock.wallTime().getTime(),
    } satisfies WaitingCall);
    return answer.promise;
  }

  function startWorker(): Worker {
    // Threads can receive only data. Converting to JSON and back removes the functions of channels.
    const workerData: WorkerOptions = {
      folder,
      isOnlyServer,
      destinations: JSON.parse(JSON.stringify(destinations)),
    };
    const started = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    started.on('message', onMessage);
    started.on('error', (error: Error) => end(error.name));
    started.on('exit', () => end('the store thread ended'));
    return started;
  }

  function end(reason: string): void {
    worker = undefined;
    for (const { reject } of waiting.values()) {
      reject(new StoreUnavailableError(reason));
    }
    waiting.clear();
  }

  function onMessage({ id, result, fault }: Answer): void {
    const answer = waiting.get(id);
    waiting.delete(id);
    if (fault === undefined) {
      answer?.resolve(result);
    } else {
      answer?.reject(typeof fault === 'string' ? new StoreUnavailableError(fault) : fault);
    }
  }
}

/**
 * Names of files that are damaged or may contain undelivered requests. These files are kept, and shown until somebody
 * removes them.
 */
const setAsideNames = new RegExp(`^${databaseFile}\\.(damaged|unsent)-.*Z$`);
