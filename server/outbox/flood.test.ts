import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { outboxBench } from '../../tests/support/outbox-bench.ts';

const second = 1_000;
const minute = 60 * second;
const emergency = { ...exampleRequest, service: 'emergency' as const };

let bench: ReturnType<typeof outboxBench>;

beforeEach(() => {
  bench = outboxBench();
});
afterEach(() => bench.close());

const overviews = () => bench.tried.filter(({ isOverview }) => isOverview);
const singles = () => bench.tried.filter(({ isOverview }) => !isOverview);
const pass = (milliseconds: number, step = 5 * second) => bench.pass(milliseconds, step);

/** The most emails in any ten minutes. */
function mostInWindow(): number {
  const counts = bench.tried.map(
    ({ minute: from }) => bench.tried.filter(({ minute: at }) => at >= from && at < from + 10).length,
  );
  return Math.max(0, ...counts);
}

test('below thirty emails in ten minutes, each request gets its own and there is no overview', async () => {
  bench.start({ budget: true });
  const references = await bench.saveMany(29);
  await pass(20 * minute);
  expect(bench.tried.map(({ name }) => name)).toEqual(references);
});

test('sends thirty emails, an overview of the others a minute later, and those ten minutes later', async () => {
  bench.start({ budget: true });
  const references = await bench.saveMany(50);
  await pass(minute - 10 * second);
  expect(bench.tried).toHaveLength(30);
  await pass(minute);
  expect(overviews()).toMatchObject([{ more: 0, isPlain: false }]);
  expect(bench.logged).toContainEqual({
    event: 'overview',
    outcome: 'accepted',
    resultCode: 'test',
    requests: 20,
    more: 0,
  });
  expect(new Set(bench.tried.flatMap((email) => email.references))).toEqual(new Set(references));
  await pass(8 * minute);
  expect(bench.tried).toHaveLength(31);
  await pass(4 * minute);
  expect(await bench.allSent()).toBe(true);
  expect(
    singles()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(references.toSorted());
});

test('an email that may have arrived counts as one', async () => {
  bench.start({ budget: true, outcome: () => 'ambiguous' });
  await bench.saveMany(40);
  await pass(9 * minute);
  expect(singles()).toHaveLength(30);
});

test('honeypot requests come one by one, after all others', async () => {
  bench.start({ budget: true });
  const spam = await bench.saveMany(3, { honeypotFilled: true });
  const references = await bench.saveMany(3);
  await pass(5 * second);
  // What has waited longest may go first, but never more than three.
  expect(
    singles()
      .slice(3)
      .map(({ name }) => name),
  ).toEqual(references);
  expect(
    singles()
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual([...spam, ...references].toSorted());
});

test('ten thousand posts in ten minutes: at most 31 emails in any ten minutes, and each honest one in hand', async () => {
  bench.start({ budget: true });
  const honest = new Map<string, number>();
  const flood: string[] = [];
  for (let burst = 0; burst < 100; burst += 1) {
    for (let index = 0; index < 100; index += 1) {
      const clientIp = `198.51.${index % 10}.${Math.floor(burst / 10) + 20 * Math.floor(index / 10)}`;
      flood.push(
        await bench.save({
          fields: { ...emergency, message: `${burst} ${index}` },
          clientIp,
          idempotencyKey: `f${burst} ${index}`,
        }),
      );
    }
    if (burst % 10 === 0) {
      const reference = await bench.save({ clientIp: `203.0.${burst}.7` });
      honest.set(reference, bench.clock.elapsed() / minute);
    }
    await pass(6 * second, 6 * second);
  }
  await pass(25 * minute);
  for (const [reference, postedAt] of honest) {
    const inHand = bench.tried.find(({ references }) => references.includes(reference))?.minute ?? Infinity;
    expect(inHand - postedAt).toBeLessThanOrEqual(20);
  }
  expect(mostInWindow()).toBeLessThanOrEqual(31);
});

test('an overview that may have arrived, or was deferred, is followed by another', async () => {
  const outcomes = ['deferred', 'ambiguous', 'accepted'] as const;
  bench.start({
    budget: true,
    outcome: ({ isOverview }) => (isOverview ? (outcomes[overviews().length - 1] ?? 'accepted') : 'accepted'),
  });
  await bench.saveMany(90);
  await pass(14 * minute);
  const [first, next, third] = overviews();
  expect((next?.minute ?? 0) - (first?.minute ?? 0)).toBeCloseTo(1, 0);
  expect((third?.minute ?? 0) - (next?.minute ?? 0)).toBeCloseTo(10, 0);
  expect(mostInWindow()).toBeLessThanOrEqual(32);
});

test('after a refused overview, a plain one comes at once', async () => {
  bench.start({
    budget: true,
    outcome: ({ isOverview, isPlain }) => (isOverview && !isPlain ? 'refused' : 'accepted'),
  });
  await bench.saveMany(40);
  await pass(2 * minute);
  expect(overviews().map(({ isPlain }) => isPlain)).toEqual([false, true]);
});

test('a restart keeps the budget', async () => {
  const outbox = bench.start({ budget: true });
  await bench.saveMany(50);
  await pass(30 * second);
  await outbox.stop(0);
  bench.restart();
  bench.start({ budget: true });
  await pass(8 * minute);
  expect(singles()).toHaveLength(30);
});

test('writes files at once: they flood nobody', async () => {
  bench.start({ budget: true, outcome: () => 'filed', delivers: false });
  await bench.saveMany(40);
  await bench.saveMany(2, { honeypotFilled: true });
  await pass(minute);
  expect(bench.tried).toHaveLength(42);
});
