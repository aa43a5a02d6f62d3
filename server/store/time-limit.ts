import { StoreUnavailableError } from '../queue/transaction.ts';

export class StoreTimeoutError extends StoreUnavailableError {}

/** Waits for an answer. Throws a StoreTimeoutError if it takes longer than `timeout`. */
export async function withTimeout<Result>(answer: Promise<Result>, timeout: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StoreTimeoutError('no answer in time')), timeout);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
