import { requeue } from './mail-server.ts';
import { oldestUnsent } from './oldest-unsent.ts';
import { claim, record } from './outbox.ts';
import { recordOverview } from './overview.ts';
import type { RequestStore, SaveResult } from './request-store.ts';
import { check, decide, find, findExpired, list, purge, sweep } from './requests.ts';
import { saveRequests } from './save-requests.ts';
import type { Transaction } from './transaction.ts';

/** What a call is given, and what it answers. */
type Calls = Omit<RequestStore, 'close'>;
export type OperationName = keyof Calls;
export type Given<Name extends OperationName> = Parameters<Calls[Name]>;

/** The calls besides `save`, each written once for both engines. */
const operations: {
  [Name in Exclude<OperationName, 'save'>]: (
    transaction: Transaction,
    ...given: Given<Name>
  ) => ReturnType<Calls[Name]>;
} = {
  claim,
  record,
  recordOverview,
  requeue,
  sweep,
  check,
  oldestUnsent,
  findExpired,
  purge,
  list,
  find,
  decide,
};

/** One call, as it waits for a transaction. */
export type Call = { [Name in OperationName]: { name: Name; given: Given<Name> } }[OperationName];

type Ask = <Name extends OperationName>(
  name: Name,
  ...given: Given<Name>
) => Promise<Awaited<ReturnType<Calls[Name]>>>;

/** The store's calls, each passed on to `ask`. */
export function callsOf(ask: Ask): Calls {
  const others = Object.keys(operations) as Exclude<OperationName, 'save'>[];
  const calls = others.map((name) => [name, (...given: Given<typeof name>) => ask(name, ...given)]);
  return { ...Object.fromEntries(calls), save: (posted) => ask('save', posted) };
}

/** Performs what has gathered, in one transaction: all saves together, then the other calls in order. */
export async function perform(transaction: Transaction, calls: readonly Call[]): Promise<unknown[]> {
  const posted = calls.flatMap((call) => (call.name === 'save' ? call.given : []));
  const saved: SaveResult[] = posted.length > 0 ? await saveRequests(transaction, posted) : [];
  const answers: unknown[] = [];
  for (const call of calls) {
    answers.push(call.name === 'save' ? saved.shift() : await performOne(transaction, call));
  }
  return answers;
}

function performOne<Name extends keyof typeof operations>(
  transaction: Transaction,
  { name, given }: { name: Name; given: Given<Name> },
): ReturnType<Calls[Name]> {
  return operations[name](transaction, ...given);
}

/**
 * Performs calls in one transaction. If that fails because of one of them, tries halves, each in a transaction
 * of its own, until that one has failed alone. `inTransaction` throws StoreUnavailable when it is not about
 * one call: then none is performed.
 */
export async function performFlight<Flown extends Call>(
  calls: readonly Flown[],
  inTransaction: (calls: readonly Flown[]) => Promise<unknown[]>,
  isAboutOneCall: (error: unknown) => boolean,
): Promise<PromiseSettledResult<unknown>[]> {
  try {
    const answers = await inTransaction(calls);
    return answers.map((value) => ({ status: 'fulfilled', value }));
  } catch (reason) {
    if (!isAboutOneCall(reason)) {
      throw reason;
    } else if (calls.length === 1) {
      return [{ status: 'rejected', reason }];
    }
  }
  const middle = Math.ceil(calls.length / 2);
  const first = await performFlight(calls.slice(0, middle), inTransaction, isAboutOneCall);
  return [...first, ...(await performFlight(calls.slice(middle), inTransaction, isAboutOneCall))];
}
