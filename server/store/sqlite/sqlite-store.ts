import { Worker } from 'node:worker_threads';
import type { Log } from '../../log.ts';
import { type RequestStore, StoreUnavailable } from '../request-store.ts';
import type { Answer, Call } from './group-commit.ts';
import type { Notice, StoreThread } from './worker.ts';

/** Calls that may wait at once; more are turned away, so that a hanging disk cannot fill the memory. */
const waitingLimit = 1_000;

/** Commits are shared by what waits, but for so long only that an answer does not wait for strangers. */
const defaultCallsPerCommit = 500;

/** How long a caller waits, in milliseconds. The outbox and the retention have no visitor waiting. */
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
  /** Another process serves this file: it is neither checked, repaired nor brought up to date here. */
  besideServer?: boolean;
}

/**
 * The store in SQLite, in a thread of its own. It opens the file at the first call, and again
 * after a fault: a store that cannot be opened never keeps the pages from being served.
 */
export function openSqliteStore(
  folder: string,
  log: Log,
  { callsPerCommit = defaultCallsPerCommit, besideServer = false }: SqliteOptions = {},
): RequestStore {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let calls = 0;
  let faulty = false;

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
    const workerData: StoreThread = { folder, callsPerCommit, besideServer };
    const started = new Worker(new URL('./worker.ts', import.meta.url), { workerData });
    started.on('message', hear);
    started.on('error', (error: Error) => note(error.name));
    started.on('exit', () => {
      worker = undefined;
      for (const { reject } of waiting.values()) {
        reject(new StoreUnavailable('the store thread ended'));
      }
      waiting.clear();
    });
    return started;
  }

  function hear(answer: Answer | Notice): void {
    if ('salvage' in answer) {
      log('store_salvaged', { ...answer.salvage });
      return;
    }
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) {
      note(answer.error);
      caller?.reject(new StoreUnavailable(answer.error));
    } else {
      note(undefined);
      caller?.resolve(answer.result);
    }
  }

  /** Only the changes are logged: a full disk must not be filled further by its own complaints. */
  function note(error: string | undefined): void {
    if (error !== undefined && !faulty) {
      log('store_failed', { error });
    } else if (error === undefined && faulty) {
      log('store_recovered');
    }
    faulty = error !== undefined;
  }
}

/** The call goes on in its thread: what it saves late is found by the visitor's next try. */
function withTimeout<Result>(answer: Promise<Result>, milliseconds: number): Promise<Result> {
  if (milliseconds === Number.POSITIVE_INFINITY) {
    return answer;
  }
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new StoreUnavailable('no answer in time')), milliseconds);
  answer.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
