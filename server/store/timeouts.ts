import type { OperationName } from './operations.ts';
import { StoreUnavailable } from './request-store.ts';

/** How long callers with a visitor or a monitor behind them wait, in milliseconds, from when they ask. */
const timeouts: Partial<Record<OperationName, number>> = { save: 5_000, check: 2_000, oldestUnsent: 2_000 };

/** Milliseconds. The outbox, retention and the owner have no visitor waiting: `others` is what they wait. */
export function timeoutOf(name: OperationName, others: number): number {
  return timeouts[name] ?? others;
}

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
