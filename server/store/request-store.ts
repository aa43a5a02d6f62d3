import { claim, renew } from './claim.ts';
import { decide, find, list } from './list-requests.ts';
import { record } from './record.ts';
import { findExpired, purge, sweep } from './retention.ts';
import { save, saveRequests } from './save-requests.ts';
import { start } from './start.ts';
import { status } from './status.ts';
import type { Transaction } from './transaction.ts';

/** What a store can do, each written once for both engines: the comments are at the functions. */
const operations = {
  save,
  start,
  claim,
  renew,
  record,
  sweep,
  status,
  list,
  find,
  decide,
  findExpired,
  purge,
};

type Operations = typeof operations;
export type OperationName = keyof Operations;
export type ParametersOf<Name extends OperationName> = Operations[Name] extends (
  transaction: Transaction,
  ...parameters: infer Given
) => unknown
  ? Given
  : never;

/**
 * Stores each request together with its deliveries: in a file, or in a database shared by several servers.
 * Each call is atomic. It throws StoreUnavailable if it cannot be completed right now; any other error is a
 * bug, or concerns only this call's own data.
 */
export type RequestStore = {
  [Name in OperationName]: (...parameters: ParametersOf<Name>) => ReturnType<Operations[Name]>;
} & { close(): Promise<void> };

/** One call, as it waits for a transaction. */
export type Call = {
  [Name in OperationName]: { name: Name; parameters: ParametersOf<Name> };
}[OperationName];

/** The store's calls, each passed on to `perform`. */
export function callsOf(
  perform: (name: OperationName, ...parameters: ParametersOf<OperationName>) => Promise<unknown>,
): Omit<RequestStore, 'close'> {
  const names = Object.keys(operations) as OperationName[];
  const calls = names.map((name) => [
    name,
    (...parameters: ParametersOf<OperationName>) => perform(name, ...parameters),
  ]);
  return Object.fromEntries(calls);
}

/** Performs what has gathered, in one transaction: all saves together, then the other calls in order. */
export async function performAll(transaction: Transaction, calls: readonly Call[]): Promise<unknown[]> {
  const posted = calls.flatMap((call) => (call.name === 'save' ? call.parameters : []));
  const saved = posted.length > 0 ? await saveRequests(transaction, posted) : [];
  const results: unknown[] = [];
  for (const { name, parameters } of calls) {
    const operation = operations[name] as (...given: unknown[]) => Promise<unknown>;
    results.push(name === 'save' ? saved.shift() : await operation(transaction, ...parameters));
  }
  return results;
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
