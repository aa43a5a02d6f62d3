import { expect, test } from 'vitest';
import { type Call, performFlight } from './operations.ts';
import { StoreUnavailable } from './request-store.ts';

const calls = ['a', 'b', 'c', 'd', 'e'].map((reference): Call => ({ name: 'find', given: [reference] }));
const referencesOf = (flight: readonly Call[]) => flight.map(({ given: [reference] }) => String(reference));

/** A transaction that fails as a whole when it has a call that `fails`. */
function transactions(fails: (reference: string) => Error | undefined) {
  const tried: string[] = [];
  const inTransaction = async (flight: readonly Call[]) => {
    const references = referencesOf(flight);
    tried.push(references.join(''));
    const error = references.map(fails).find((found) => found !== undefined);
    if (error) throw error;
    return references.map((reference) => `found ${reference}`);
  };
  const isAboutOneCall = (error: unknown) => !(error instanceof StoreUnavailable);
  return { tried, perform: () => performFlight(calls, inTransaction, isAboutOneCall) };
}

test('calls that gathered are performed in one transaction, and answered in order', async () => {
  const { tried, perform } = transactions(() => undefined);
  const answers = await perform();
  expect(tried).toEqual(['abcde']);
  expect(answers).toEqual(
    ['a', 'b', 'c', 'd', 'e'].map((name) => ({ status: 'fulfilled', value: `found ${name}` })),
  );
});

test('a call that fails alone takes no other with it', async () => {
  const bug = new TypeError('bug');
  const { tried, perform } = transactions((reference) => (reference === 'd' ? bug : undefined));
  expect((await perform()).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(tried).toEqual(['abcde', 'abc', 'de', 'd', 'e']);
  expect((await perform())[3]).toEqual({ status: 'rejected', reason: bug });
});

test('nothing is tried again while the store is unavailable', async () => {
  const { tried, perform } = transactions(() => new StoreUnavailable('full'));
  await expect(perform()).rejects.toThrow(StoreUnavailable);
  expect(tried).toEqual(['abcde']);
});
