import { readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../../clock.ts';
import type { Log } from '../../log.ts';
import { failureLog } from '../failure-log.ts';
import { callsOf, type Given, type OperationName } from '../operations.ts';
import { type RequestStore, type StoreCheck, StoreUnavailable } from '../request-store.ts';
import { callsPerCommit as defaultCallsPerCommit, timeouts, waitingLimit, withTimeout } from '../timeouts.ts';
import { databaseFile } from './database.ts';
import type { Answer, Notice, WaitingCall, WorkerOptions } from './worker.ts';

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

interface SqliteOptions {
  callsPerCommit?: number;
  /** A server has this file open, so it is neither checked, repaired nor migrated here. */
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

  const asked = callsOf(ask);
  return {
    ...asked,
    check: async () => withDamage(folder, await asked.check()),
    close: async () => {
      await worker?.terminate();
    },
  };

  function ask<Result>(name: OperationName, ...given: Given<OperationName>): Promise<Result> {
    if (waiting.size >= waitingLimit) {
      return Promise.reject(new StoreUnavailable('too many calls are waiting'));
    }
    const id = calls++;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
    worker ??= startWorker();
    const milliseconds = timeouts[name] ?? Number.POSITIVE_INFINITY;
    worker.postMessage({
      ...({ name, given } as WaitingCall),
      id,
      // Due times do not jump with the wall clock.
      now: Math.round(startedAt.wall + clock.elapsed() - startedAt.elapsed),
      wallClock: clock.now().getTime(),
      expiresAt: performance.timeOrigin + performance.now() + milliseconds,
    } satisfies WaitingCall);
    return withTimeout(promise, milliseconds, () => waiting.delete(id));
  }

  function startWorker(): Worker {
    const workerData: WorkerOptions = { folder, callsPerCommit, besideServer, isAlone };
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
    if ('salvage' in answer) {
      log('store_salvaged', { ...answer.salvage });
      return;
    }
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('unavailable' in answer) {
      logChange(answer.unavailable);
      caller?.reject(new StoreUnavailable(answer.unavailable));
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

/** Removing the damaged copy acknowledges the damage (docs/running.md). */
function withDamage(folder: string, { unreadable, ...check }: StoreCheck): StoreCheck {
  const hasCopy =
    unreadable !== undefined &&
    readdirSync(folder).some((name) => name.startsWith(`${databaseFile}.damaged-`));
  return hasCopy ? { ...check, unreadable } : check;
}
