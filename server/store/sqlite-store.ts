import { Worker } from 'node:worker_threads';
import type { Log } from '../log.ts';
import type { Answer, Call } from './group-commit.ts';
import { type RequestStore, StoreUnavailable } from './request-store.ts';
import type { StoreThread } from './sqlite-worker.ts';

/** Calls that may wait at once; more are turned away, so that a hanging disk cannot fill the memory. */
const waitingLimit = 1_000;

/** Commits are shared by what waits, but for so long only that an answer does not wait for strangers. */
const defaultCallsPerCommit = 500;

/** How long a caller waits, in milliseconds. Who sends mail has no visitor waiting. */
const patience = {
  keep: 5_000,
  check: 2_000,
  claim: Number.POSITIVE_INFINITY,
  claimCollective: Number.POSITIVE_INFINITY,
  settle: Number.POSITIVE_INFINITY,
  settleAll: Number.POSITIVE_INFINITY,
  findExpired: Number.POSITIVE_INFINITY,
  purge: Number.POSITIVE_INFINITY,
};

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/**
 * The store in SQLite, in a thread of its own. It opens the file at the first call, and again
 * after a fault: a store that cannot be opened never keeps the pages from being served.
 */
export function openSqliteStore(
  folder: string,
  log: Log,
  callsPerCommit = defaultCallsPerCommit,
): RequestStore {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let calls = 0;
  let faulty = false;

  return {
    keep: (posted) => ask('keep', posted),
    claim: (terms) => ask('claim', terms),
    claimCollective: (terms) => ask('claimCollective', terms),
    settle: (settlement) => ask('settle', settlement),
    settleAll: (settlements) => ask('settleAll', settlements),
    check: (now) => ask('check', now),
    findExpired: (terms) => ask('findExpired', terms),
    purge: (references) => ask('purge', references),
    close: async () => {
      await worker?.terminate();
    },
  };

  function ask<Result>(operation: Call['operation'], argument: unknown): Promise<Result> {
    if (waiting.size >= waitingLimit) {
      return Promise.reject(new StoreUnavailable('too many calls are waiting'));
    }
    const id = calls++;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.set(id, { resolve: resolve as Waiting['resolve'], reject });
    worker ??= startWorker();
    worker.postMessage({ id, operation, argument } satisfies Call);
    return withinPatience(promise, patience[operation]);
  }

  function startWorker(): Worker {
    const workerData: StoreThread = { folder, callsPerCommit };
    const started = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData });
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

  function hear(answer: Answer): void {
    const caller = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('fault' in answer) {
      note(answer.fault);
      caller?.reject(new StoreUnavailable(answer.fault));
    } else {
      note(undefined);
      caller?.resolve(answer.result);
    }
  }

  /** Only the changes are logged: a full disk must not be filled further by its own complaints. */
  function note(fault: string | undefined): void {
    if (fault !== undefined && !faulty) {
      log('store failed', { fault });
    } else if (fault === undefined && faulty) {
      log('store works again');
    }
    faulty = fault !== undefined;
  }
}

/** The call goes on in its thread: what it keeps late is found by the visitor's next try. */
function withinPatience<Result>(answer: Promise<Result>, milliseconds: number): Promise<Result> {
  if (milliseconds === Number.POSITIVE_INFINITY) {
    return answer;
  }
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => reject(new StoreUnavailable('no answer in time')), milliseconds);
  answer.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
