import { readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { failureLog } from '../failure-log.ts';
import {
  type Call,
  callsOf,
  type OperationName,
  type ParametersOf,
  type RequestStore,
} from '../request-store.ts';
import type { Route } from '../routes.ts';
import { SchemaError } from '../schema.ts';
import { StoreUnavailable } from '../store-unavailable.ts';
import { callsPerCommit as defaultCallsPerCommit, timeouts, waitingLimit, withTimeout } from '../timeouts.ts';
import { databaseFile } from './database.ts';
import type { Answer, Notice, WaitingCall, WorkerOptions } from './worker.ts';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface SqliteOptions {
  routes?: readonly Route[];
  callsPerCommit?: number;
  /** A server has this file open, so it is neither checked nor migrated here. */
  besideServer?: boolean;
  /** Whether this is the only server that uses the file. */
  isAlone?: boolean;
  clock?: Pick<Clock, 'now' | 'elapsed'>;
}

/**
 * The SQLite store, in its own thread. Opens the file on first use and again after an error: a broken store
 * never prevents serving pages.
 */
export function openSqliteStore(
  folder: string,
  log: Log,
  {
    routes = [],
    callsPerCommit = defaultCallsPerCommit,
    besideServer = false,
    isAlone = !besideServer,
    clock = systemClock,
  }: SqliteOptions = {},
): RequestStore {
  const startedAt = { wall: clock.now().getTime(), elapsed: clock.elapsed() };
  const waiting = new Map<number, Waiting>();
  const logChange = failureLog(log);
  let worker: Worker | undefined;
  let calls = 0;

  const store = callsOf(perform);
  return {
    ...store,
    status: async () => ({ ...(await store.status()), setAside: keptFiles(folder) }),
    close: async () => {
      await worker?.terminate();
    },
  };

  function perform<Result>(name: OperationName, ...parameters: ParametersOf<OperationName>): Promise<Result> {
    if (waiting.size >= waitingLimit) {
      return Promise.reject(new StoreUnavailable('too many calls are waiting'));
    }
    const id = calls++;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
    worker ??= startWorker();
    const milliseconds = timeouts[name] ?? Number.POSITIVE_INFINITY;
    worker.postMessage({
      ...({ name, parameters } as Call),
      id,
      // Due times do not jump with the wall clock.
      now: Math.round(startedAt.wall + clock.elapsed() - startedAt.elapsed),
      wallClock: clock.now().getTime(),
      expiresAt: performance.timeOrigin + performance.now() + milliseconds,
    } satisfies WaitingCall);
    return withTimeout(promise, milliseconds, () => waiting.delete(id));
  }

  function startWorker(): Worker {
    // Only data crosses to a thread: a channel also has functions.
    const plain = routes.map(({ name, recipients, emergenciesOnly = false }) => ({
      name,
      recipients,
      emergenciesOnly,
    }));
    const workerData: WorkerOptions = { folder, callsPerCommit, besideServer, isAlone, routes: plain };
    const started = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    started.on('message', onMessage);
    started.on('error', (error: Error) => logChange(error.name));
    started.on('exit', () => {
      worker = undefined;
      for (const { reject } of waiting.values()) {
        reject(new StoreUnavailable('the store thread ended'));
      }
      waiting.clear();
    });
    return started;
  }

  function onMessage(answer: Answer | Notice): void {
    if ('setAside' in answer) {
      log('store_set_aside', { file: answer.setAside });
      return;
    }
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('unavailable' in answer) {
      logChange(answer.unavailable);
      caller?.reject(new (answer.isSchema ? SchemaError : StoreUnavailable)(answer.unavailable));
      return;
    }
    logChange(undefined);
    if ('fault' in answer) {
      caller?.reject(answer.fault);
    } else {
      caller?.resolve(answer.result);
    }
  }
}

/** Files that are damaged, or hold what nobody has received: kept, and shown, until somebody removes them. */
function keptFiles(folder: string): string[] {
  return readdirSync(folder).filter((name) => keptNames.test(name));
}

const keptNames = new RegExp(`^${databaseFile}\\.(damaged|unsent)-.*Z$`);
