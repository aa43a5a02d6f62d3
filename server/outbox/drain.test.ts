import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outboxBench } from '../../tests/support/outbox-bench.ts';
import type { AttemptOutcome } from './channel.ts';
import { drain, drainsInTurn } from './drain.ts';

const second = 1_000;

let bench: ReturnType<typeof outboxBench>;

beforeEach(() => {
  bench = outboxBench();
});
afterEach(() => bench.close());

/** Unlike the bench's own, it also ends when nothing waits for time to pass any more. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    await new Promise(setImmediate);
    bench.clock.advance(100);
  }
  await new Promise(setImmediate);
}

/** Whether a promise has resolved by now. */
function isOver(promise: Promise<void>): () => boolean {
  let over = false;
  promise.then(() => {
    over = true;
  });
  return () => over;
}

test('sends what is due, then ends before what is not due yet', async () => {
  const [deferred, ...others] = await bench.saveMany(6);
  const outcome = ({ reference }: { reference: string }) =>
    reference === deferred ? 'deferred' : ('accepted' as const);
  const ended = isOver(drain(bench.parts({ outcome })));
  await pass(second);
  expect(ended()).toBe(true);
  expect(bench.tried.map(({ reference }) => reference)).toEqual([deferred, ...others]);
  expect(bench.rows().map(({ state }) => state)).toEqual(['pending', ...others.map(() => 'sent')]);
});

test('begins nothing after 80 seconds, and ends 16 later, whatever hangs', async () => {
  await bench.saveMany(3);
  const claim = vi.fn(bench.store.claim);
  const hangs = () => new Promise<AttemptOutcome>(() => undefined);
  const ended = isOver(drain({ ...bench.parts({ outcome: hangs }), store: { ...bench.store, claim } }));
  await pass(81 * second);
  const claims = claim.mock.calls.length;
  await pass(14 * second);
  expect(ended()).toBe(false);
  expect(claim).toHaveBeenCalledTimes(claims);
  await pass(1.5 * second);
  expect(ended()).toBe(true);
});

test('drains one at a time', async () => {
  const first = Promise.withResolvers<AttemptOutcome>();
  const drainAgain = drainsInTurn(bench.parts({ outcome: () => first.promise }));
  await bench.save();
  const one = isOver(drainAgain());
  await expect.poll(() => bench.tried.length).toBe(1);
  await bench.save();
  const two = isOver(drainAgain());
  expect(one()).toBe(false);
  first.resolve('accepted');
  await pass(second);
  expect([one(), two()]).toEqual([true, true]);
  expect(bench.tried).toHaveLength(2);
  expect(await bench.allSent()).toBe(true);
});
