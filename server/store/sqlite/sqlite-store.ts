import { Worker } from 'node:worker_threads';
import type { Log } from '../../log.ts';
import { type RequestStore, StoreUnavailable } from '../request-store.ts';
import type { Answer, Call } from './group-commit.ts';
import type { Notice, WorkerOptions } from './worker.ts';

/** Calls that may wait at once; more are rejected, so that a hung disk cannot fill the memory. */
const waitingLimit = 1_000;

/** Maximum calls sharing a commit: more would delay each caller too long. */
const defaultCallsPerCommit = 500;

/** How long a caller waits, in milliseconds. Visitors never wait for the outbox, retention or the owner. */
const timeouts: Record<Call['operation'], number> = {
  save: 5_000,
  check: 2_000,
  oldestUnsent: 2_000,
  claim: Number.POSITIVE_INFINITY,
  claimDigest: Number.POSITIVE_INFINITY,
  recordOutcomes: Number.POSITIVE_INFINITY,
  requeue: Number.POSITIVE_INFINITY,
  findExpired: Number.POSITIVE_INFINITY,
  purge: Number.POSITIVE_INFINITY,
  list: Number.POSITIVE_INFINITY,
  find: Number.POSITIVE_INFINITY,
  decide: Number.POSITIVE_INFINITY,
};

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

export interface SqliteOptions {
  callsPerCommit?: number;
  /** A server has this file open, so it is neither checked, repaired nor migrated here. */
  besideServer?: boolean;
}

type Ask = <Result>(operation: Call['operation'], ...given: readonly unknown[]) => Promise<Result>;

/** Every operation of the store, forwarded by name. */
export function storeCalls(ask: Ask): Omit<RequestStore, 'close'> {
  return {
    save: (posted) => ask('save', posted),
    claim: (options) => ask('claim', options),
    claimDigest: (options) => ask('claimDigest', options),
    recordOutcomes: (results) => ask('recordOutcomes', results),
    requeue: (what, now) => ask('requeue', what, now),
    check: (now) => ask('check', now),
    oldestUnsent: () => ask('oldestUnsent'),
    findExpired: (options) => ask('findExpired', options),
    purge: (references) => ask('purge', references),
    list: (options) => ask('list', options),
    find: (reference) => ask('find', reference),
    decide: (reference, decision, now) => ask('decide', reference, decision, now),
  };
}

/**
 * The SQLite store, in its own thread. Opens the file on first use and again after an error: a broken store
 * never prevents serving pages.
 */
export function openSqliteStore(
  folder: string,
  log: Log,
  { callsPerCommit = defaultCallsPerCommit, besideServer = false }: SqliteOptions = {},
): RequestStore {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let calls = 0;
  let isFailing = false;

  return {
    ...storeCalls(ask),
    close: async () => {
      await worker?.terminate();
    },
  };

  function ask<Result>(operation: Call['operation'], ...given: readonly unknown[]): Promise<Result> {
    if (waiting.size >= waitingLimit) {
      return Promise.reject(new StoreUnavailable('too many calls are waiting'));
    }
    const id = calls++;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
    worker ??= startWorker();
    worker.postMessage({ id, operation, given } satisfies Call);
    return withTimeout(promise, timeouts[operation]);
  }

  function startWorker(): Worker {
    const workerData: WorkerOptions = { folder, callsPerCommit, besideServer };
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
    if ('error' in answer) {
      logChange(answer.error);
      caller?.reject(new StoreUnavailable(answer.error));
    } else {
      logChange(undefined);
      caller?.resolve(answer.result);
    }
  }

  /** Logs only changes: a full disk must not be filled further by log lines about it. */
  function logChange(error: string | undefined): void {
    if (error !== undefined && !isFailing) {
      log('store_failed', { error });
    } else if (error === undefined && isFailing) {
      log('store_recovered');
    }
    isFailing = error !== undefined;
  }
}

/** The call continues in its thread: if it saves late, the visitor's retry finds the request. */
function withTimeout<Result>(answer: Promise<Result>, milliseconds: number): Promise<Result> {
  if (milliseconds === Number.POSITIVE_INFINITY) {
    return answer;
  }
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new StoreUnavailable('no answer in time')), milliseconds);
  answer.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
