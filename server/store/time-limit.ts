import { StoreUnavailableError } from '../queue/transaction.ts';

export class StoreTimeoutError extends StoreUnavailableError {}

/** Waits for an answer. Throws a StoreTimeoutError if it takes too long. */
export async function withTimeout<Result>(answer: Promise<Result>, milliseconds: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new StoreTimeoutError('no answer in time')), milliseconds);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
