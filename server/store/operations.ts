import { claim, renew } from './claim.ts';
import { decide, find, list } from './list-requests.ts';
import { record } from './record.ts';
import type { RequestStore } from './request-store.ts';
import { findExpired, purge, sweep } from './retention.ts';
import { saveRequests } from './save-requests.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import type { Transaction } from './transaction.ts';

type Calls = Omit<RequestStore, 'close'>;
export type OperationName = keyof Calls;
export type ParametersOf<Name extends OperationName> = Parameters<Calls[Name]>;

/** The calls besides `save`, each written once for both engines. */
const operations: {
  [Name in Exclude<OperationName, 'save'>]: (
    transaction: Transaction,
    ...parameters: ParametersOf<Name>
  ) => ReturnType<Calls[Name]>;
} = { start, claim, renew, record, sweep, status, list, find, decide, findExpired, purge };

/** One call, as it waits for a transaction. */
export type Call = {
  [Name in OperationName]: { name: Name; parameters: ParametersOf<Name> };
}[OperationName];

type Perform = <Name extends OperationName>(
  name: Name,
  ...parameters: ParametersOf<Name>
) => Promise<Awaited<ReturnType<Calls[Name]>>>;

/** The store's calls, each passed on to `perform`. */
export function callsOf(perform: Perform): Calls {
  const others = Object.keys(operations) as Exclude<OperationName, 'save'>[];
  const calls = others.map((name) => [
    name,
    (...parameters: ParametersOf<typeof name>) => perform(name, ...parameters),
  ]);
  return { ...Object.fromEntries(calls), save: (posted) => perform('save', posted) };
}

/** Performs what has gathered, in one transaction: all saves together, then the other calls in order. */
export async function performAll(transaction: Transaction, calls: readonly Call[]): Promise<unknown[]> {
  const posted = calls.flatMap((call) => (call.name === 'save' ? call.parameters : []));
  const saved = posted.length > 0 ? await saveRequests(transaction, posted) : [];
  const results: unknown[] = [];
  for (const call of calls) {
    results.push(call.name === 'save' ? saved.shift() : await performOne(transaction, call));
  }
  return results;
}

function performOne<Name extends keyof typeof operations>(
  transaction: Transaction,
  { name, parameters }: { name: Name; parameters: ParametersOf<Name> },
): ReturnType<Calls[Name]> {
  return operations[name](transaction, ...parameters);
}

/**
 * Performs calls in one transaction, or each in one of its own if that fails because of one of them.
 * `inTransaction` throws StoreUnavailable when it is not about one call: then none is performed.
 */
export async function performBatch<Waiting extends Call>(
  calls: readonly Waiting[],
  inTransaction: (calls: readonly Waiting[]) => Promise<unknown[]>,
  isAboutOneCall: (error: unknown) => boolean,
): Promise<PromiseSettledResult<unknown>[]> {
  try {
    const results = await inTransaction(calls);
    return results.map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (!isAboutOneCall(reason)) {
      throw reason;
    } else if (calls.length === 1) {
      return [{ status: 'rejected', reason }];
    }
  }
  const results: PromiseSettledResult<unknown>[] = [];
  for (const call of calls) {
    results.push(...(await performBatch([call], inTransaction, isAboutOneCall)));
  }
  return results;
}
