import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { outboxBench } from '../../tests/support/outbox-bench.ts';
import { digestMode } from './digest-mode.ts';

const second = 1_000;
const minute = 60 * second;
const emergency = { ...exampleRequest, service: 'emergency' as const };

let bench: ReturnType<typeof outboxBench>;

beforeEach(() => {
  bench = outboxBench();
});
afterEach(() => bench.close());

const digests = () => bench.tried.filter(({ references }) => references.length > 1);
const pass = (milliseconds: number, step = 5 * second) => bench.pass(milliseconds, step);

describe('the mode', () => {
  const flood = (began: [requests: number, waiting: number]) => {
    const clock = fakeClock();
    const mode = digestMode(clock);
    for (let count = 0; count < 30; count += 1) {
      mode.arrived();
    }
    expect(mode.isOn()).toBe(true);
    clock.advance(10 * minute);
    mode.began(...began);
    return mode.isOn();
  };

  test.each<[string, [number, number], boolean]>([
    ['ends with a digest small enough for single emails', [30, 0], false],
    ['continues after a digest too large for that', [31, 0], true],
    ['continues while requests wait for the next digest', [1, 1], true],
    ['ends when nothing arrived', [0, 0], false],
  ])('%s', (_, began, isOn) => {
    expect(flood(began)).toBe(isOn);
  });
});

test('has room for thirty emails and one digest, less what is on its way', () => {
  const mode = digestMode(fakeClock());
  expect(mode.capacity(0)).toEqual({ singles: 30, digests: 31 });
  for (let count = 0; count < 28; count += 1) mode.arrived();
  expect(mode.capacity(2)).toEqual({ singles: 0, digests: 1 });
  expect(mode.capacity(3)).toEqual({ singles: -1, digests: 0 });
});

test('takes only honeypot requests into a digest while emails go out individually', () => {
  const clock = fakeClock();
  const mode = digestMode(clock);
  expect(mode.assemble().assemble).toBe('nothing');
  clock.advance(10 * minute);
  expect(mode.assemble().assemble).toBe('honeypot');
  for (let count = 0; count < 30; count += 1) mode.arrived();
  expect(mode.assemble().assemble).toBe('nothing');
  clock.advance(10 * minute);
  expect(mode.assemble().assemble).toBe('all');
});

test('sends no summaries after one was refused, until no request waits', () => {
  const mode = digestMode(fakeClock());
  for (let count = 0; count < 30; count += 1) mode.arrived();
  mode.summariesRefused();
  expect(mode.assemble()).toEqual({ assemble: 'all', summaries: false });
  mode.began(100, 5);
  expect(mode.assemble()).toEqual({ assemble: 'all', summaries: false });
  mode.began(5, 0);
  expect(mode.assemble()).toEqual({ assemble: 'nothing', summaries: true });
});

test('an email that may have arrived counts as one', async () => {
  bench.start({ digests: true, outcome: () => 'ambiguous' });
  await bench.saveMany(40);
  await pass(9 * minute);
  expect(bench.tried).toHaveLength(30);
});

test('while the flood lasts, no new request is emailed individually', async () => {
  bench.start({ digests: true });
  await bench.saveMany(130);
  await pass(11 * minute);
  expect(digests()).toMatchObject([{ remaining: 0 }]);
  expect(bench.logged.filter(({ together }) => together === 100)).toHaveLength(100);
  await bench.save();
  await pass(8 * minute);
  expect(bench.tried).toHaveLength(31);
  await pass(2 * minute);
  expect(await bench.allSent()).toBe(true);
});

test('sends thirty emails individually, and the rest in a digest ten minutes later', async () => {
  bench.start({ digests: true });
  const references = await bench.saveMany(50);
  await pass(9 * minute);
  expect(bench.tried).toHaveLength(30);
  await pass(2 * minute);
  expect(bench.tried).toHaveLength(31);
  expect(digests()).toMatchObject([{ remaining: 0, summaries: [], honeypots: 0 }]);
  expect(new Set(bench.tried.flatMap((email) => email.references))).toEqual(new Set(references));
  expect(await bench.allSent()).toBe(true);
});

test('after the flood, requests are emailed individually again', async () => {
  bench.start({ digests: true });
  await bench.saveMany(50);
  await pass(21 * minute);
  const reference = await bench.save();
  await pass(5 * second);
  expect(bench.tried.at(-1)).toMatchObject({ name: reference, references: [reference] });
});

test('honeypot requests wait for their own digest and delay nobody else', async () => {
  bench.start({ digests: true });
  const spam = await bench.saveMany(3, { honeypotFilled: true });
  const reference = await bench.save();
  await pass(9 * minute);
  expect(bench.tried.map(({ name }) => name)).toEqual([reference]);
  await pass(2 * minute);
  expect(bench.tried.at(-1)).toMatchObject({ honeypots: 3, remaining: 0 });
  expect(bench.tried.at(-1)?.references.toSorted()).toEqual(spam.toSorted());
  await pass(30 * minute);
  expect(bench.tried).toHaveLength(2);
});

test('ten thousand posts in ten minutes: at most 31 emails in any ten minutes, and no request is lost', async () => {
  bench.start({ digests: true });
  const references: string[] = [];
  for (let burst = 0; burst < 100; burst += 1) {
    references.push(...(await bench.saveMany(100, { honeypotFilled: burst % 2 === 0 })));
    await pass(6 * second, 6 * second);
  }
  expect(bench.tried.length).toBeLessThanOrEqual(31);
  for (let waited = 0; waited < 300 && !(await bench.allSent()); waited += 10) {
    await pass(10 * minute, minute);
  }
  expect(await bench.allSent()).toBe(true);
  for (const { minute: from } of bench.tried) {
    const within = bench.tried.filter(({ minute: at }) => at >= from && at < from + 10);
    expect(within.length).toBeLessThanOrEqual(31);
  }
  const mailed = bench.tried.flatMap((email) => email.references);
  expect(mailed).toHaveLength(references.length);
  expect(new Set(mailed)).toEqual(new Set(references));
  expect(digests()[0]?.remaining).toBeGreaterThan(0);
}, 120_000);

test('a full digest still names every waiting request, and is fair between networks', async () => {
  bench.start({ digests: true });
  await bench.saveMany(30);
  await pass(5 * second);
  const message = 'x'.repeat(4_900);
  const flood: string[] = [];
  for (let index = 0; index < 300; index += 1) {
    const fields = { ...emergency, message: `${index}${message}` };
    flood.push(await bench.save({ fields, clientIp: `198.51.100.${index % 10}` }));
  }
  const honest = await bench.save({ clientIp: '203.0.113.4' });
  const urgent = await bench.save({ clientIp: '192.0.2.1', fields: emergency });
  const spam = await bench.saveMany(2, { honeypotFilled: true });
  await pass(11 * minute);
  const [first] = digests();
  expect(first?.references.slice(0, 3)).toEqual([flood[0], urgent, honest]);
  const named = [...(first?.references ?? []), ...(first?.summaries ?? [])];
  expect(new Set(named)).toEqual(new Set([...flood, honest, urgent, ...spam]));
  await pass(40 * minute);
  expect(await bench.allSent()).toBe(true);
});

test('a digest that may have arrived is resent unchanged, marked as a possible duplicate', async () => {
  let broken = true;
  bench.start({
    digests: true,
    outcome: ({ references }) => (references.length > 1 && broken ? 'ambiguous' : 'accepted'),
  });
  await bench.saveMany(40);
  await pass(10 * minute + 5 * second);
  broken = false;
  await bench.save();
  await pass(minute);
  const [first, again] = digests();
  expect(again).toMatchObject({ name: first?.name, references: first?.references, possibleDuplicates: 10 });
});

test('an individual email that may have arrived is resent individually, even in digest mode', async () => {
  const [lost = ''] = await bench.saveMany(60);
  bench.start({
    digests: true,
    outcome: ({ name, possibleDuplicates }) =>
      name === lost && possibleDuplicates === 0 ? 'ambiguous' : 'accepted',
  });
  await pass(30 * minute);
  const holding = bench.tried.filter(({ references }) => references.includes(lost));
  expect(holding.map(({ name }) => name)).toEqual([lost, lost]);
  expect(holding.map(({ possibleDuplicates }) => possibleDuplicates)).toEqual([0, 1]);
  expect(await bench.allSent()).toBe(true);
});

test('an unreachable mail server gets the same digest again at least every minute', async () => {
  let up = true;
  bench.start({ digests: true, outcome: () => (up ? 'accepted' : 'unreachable') });
  await bench.saveMany(40);
  await pass(9 * minute);
  up = false;
  await pass(5 * minute);
  const tries = digests();
  expect(tries.length).toBeGreaterThanOrEqual(3);
  expect(new Set(tries.map(({ name }) => name)).size).toBe(1);
  up = true;
  await pass(2 * minute);
  expect(await bench.allSent()).toBe(true);
});

test('bisects a refused digest immediately, so one bad text does not delay the others', async () => {
  let refused = '';
  bench.start({
    digests: true,
    outcome: ({ references }) => (references.includes(refused) ? 'refused' : 'accepted'),
  });
  await bench.saveMany(30);
  await pass(5 * second);
  [, , refused = ''] = await bench.saveMany(64);
  await pass(10 * minute + 10 * second);
  expect(bench.rows().filter(({ state }) => state !== 'sent')).toMatchObject([{ state: 'dead_lettered' }]);
  // 64, then six rounds of halves.
  expect(bench.tried.length - 30).toBe(1 + 2 * 6);
});

test('isolates a refused text that a digest only summarizes', async () => {
  let refused = '';
  bench.start({
    digests: true,
    outcome: ({ references, summaries }) =>
      references.includes(refused) || summaries.includes(refused) ? 'refused' : 'accepted',
  });
  await bench.saveMany(30);
  await pass(5 * second);
  const fields = { ...exampleRequest, service: 'fleet' as const, message: 'x'.repeat(4_900) };
  const flood = await bench.saveMany(300, { fields });
  refused = flood.at(-1) ?? '';
  await pass(20 * minute);
  expect(bench.rows().filter(({ state }) => state !== 'sent')).toMatchObject([{ state: 'dead_lettered' }]);
});

test('refused honeypot requests are dead-lettered', async () => {
  bench.start({ digests: true, outcome: ({ honeypots }) => (honeypots > 0 ? 'refused' : 'accepted') });
  await bench.saveMany(5, { honeypotFilled: true });
  await bench.saveMany(5);
  await pass(21 * minute);
  expect((await bench.store.check(bench.clock.now())).deadLettered).toBe(5);
});

test('writes files individually: they flood nobody', async () => {
  bench.start({ digests: true, outcome: () => 'filed', delivers: false });
  await bench.saveMany(40);
  await bench.saveMany(2, { honeypotFilled: true });
  await pass(minute);
  expect(bench.tried).toHaveLength(42);
});
