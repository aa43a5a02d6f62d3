import { StoreUnavailable } from './store-unavailable.ts';

/** How long callers with a visitor or a monitor behind them wait, in milliseconds, from when they ask. */
export const timeouts: Partial<Record<string, number>> = {
  save: 5_000,
  status: 2_000,
};

/** Calls that may wait at once; more are rejected, so that a hung disk or database cannot fill the memory. */
export const waitingLimit = 1_000;

/** Maximum calls sharing a commit: more would delay each caller too long. */
export const callsPerCommit = 500;

/** The call may still succeed: then the visitor's retry finds the request. */
export function withTimeout<Result>(
  answer: Promise<Result>,
  milliseconds: number,
  giveUp: () => void,
): Promise<Result> {
  if (milliseconds === Number.POSITIVE_INFINITY) {
    return answer;
  }
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const timer = setTimeout(() => {
    giveUp();
    reject(new StoreUnavailable('no answer in time'));
  }, milliseconds);
  answer.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}
