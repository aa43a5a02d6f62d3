import { afterEach, beforeEach, expect, test } from 'vitest';
import { outboxBench } from '../../tests/support/outbox-bench.ts';
import type { Outcome } from '../mail/transport.ts';
import type { RequestStore } from '../store/request-store.ts';
import { backOff, options } from './options.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

let bench: ReturnType<typeof outboxBench>;

beforeEach(() => {
  bench = outboxBench();
});
afterEach(() => bench.close());

test('sends a pending message once', async () => {
  const reference = await bench.save();
  bench.start();
  await bench.pass(10 * minute);
  expect(bench.tried).toMatchObject([{ name: reference, possibleDuplicates: 0, minute: 0 }]);
  expect(bench.rows()).toEqual([{ state: 'sent', deferrals: 0, smtpCode: 'test' }]);
});

test('sends a new request without waiting for the next poll', async () => {
  const outbox = bench.start();
  await bench.idle();
  const reference = await bench.save();
  outbox.wake();
  await expect.poll(() => bench.tried).toMatchObject([{ name: reference, minute: 0 }]);
});

test('backs off from five seconds to 15 minutes after each deferral, and never gives up', async () => {
  await bench.save();
  bench.start({ outcome: () => 'deferred' });
  await bench.pass(60 * minute, 5 * second);
  const pauses = bench.tried
    .slice(1)
    .map((email, index) => (email.minute - (bench.tried[index]?.minute ?? 0)) * 60);
  expect(pauses.map(Math.round)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
});

test('adds up to a fifth of jitter to each pause', () => {
  expect(backOff(options.deferral, 1, 0)).toBe(5_000);
  expect(backOff(options.deferral, 1, 0.5)).toBe(5_500);
  expect(backOff(options.deferral, 1, 1)).toBe(6_000);
  expect(backOff(options.deferral, 20, 1)).toBe(1.2 * options.deferral.longest);
});

test('one deferred email does not delay others', async () => {
  const [deferred, other] = await bench.saveMany(2);
  bench.start({ outcome: ({ name }) => (name === deferred ? 'deferred' : 'accepted') });
  await bench.pass(3 * second);
  expect(bench.tried.slice(0, 2).map(({ name }) => name)).toEqual([deferred, other]);
  expect(bench.rows()).toMatchObject([{ state: 'pending' }, { state: 'sent' }]);
});

test('sends all deferred emails as soon as the mail server accepts one again', async () => {
  await bench.saveMany(20);
  let full = true;
  bench.start({ outcome: () => (full ? 'deferred' : 'accepted') });
  await bench.pass(2 * hour, 5 * second);
  full = false;
  await bench.save();
  await bench.pass(30 * second);
  expect(await bench.allSent()).toBe(true);
});

test('does not retry a deferred email each time the mail server accepts another', async () => {
  const deferred = await bench.save();
  bench.start({ outcome: ({ name }) => (name === deferred ? 'deferred' : 'accepted') });
  await bench.pass(hour, 5 * second);
  const before = bench.tried.length;
  for (let count = 0; count < 100; count += 1) {
    await bench.save();
    await bench.pass(3 * second);
  }
  const again = bench.tried.slice(before).filter(({ name }) => name === deferred);
  expect(again.length).toBeLessThanOrEqual(6);
});

test('retries a permanently refused email a day later and at the next start', async () => {
  await bench.save();
  bench.start({ outcome: () => 'refused' });
  await bench.pass(23 * hour, minute);
  expect(bench.tried).toHaveLength(1);
  expect(bench.rows()).toEqual([{ state: 'dead_lettered', deferrals: 0, smtpCode: 'test' }]);
  await bench.pass(2 * hour, minute);
  expect(bench.tried).toHaveLength(2);
  bench.start();
  await bench.pass(2 * second);
  expect(bench.rows()).toMatchObject([{ state: 'sent' }]);
});

test.each([-10, 10])(
  'a clock that jumps by %i years does not cause repeated retries of a dead letter',
  async (years) => {
    await bench.save();
    bench.start({ outcome: () => 'refused' });
    await bench.pass(10 * second);
    bench.clock.jump(years * 365 * 24 * hour);
    await bench.pass(hour, 10 * second);
    expect(bench.tried.length).toBeLessThanOrEqual(2);
  },
);

test('resends what may have arrived, marked as a possible duplicate', async () => {
  const reference = await bench.save();
  bench.start({ outcome: () => (bench.tried.length === 1 ? 'ambiguous' : 'accepted') });
  await bench.pass(10 * second);
  expect(bench.tried).toMatchObject([
    { name: reference, possibleDuplicates: 0 },
    { name: reference, possibleDuplicates: 1 },
  ]);
});

test('stays marked as a possible duplicate until it is sent', async () => {
  await bench.save();
  const outcomes: Outcome[] = ['ambiguous', 'deferred', 'accepted'];
  bench.start({ outcome: () => outcomes[bench.tried.length - 1] ?? 'accepted' });
  await bench.pass(minute, 5 * second);
  expect(bench.tried.map(({ possibleDuplicates }) => possibleDuplicates)).toEqual([0, 1, 1]);
});

test('a bug that one email runs into defers it, and is logged', async () => {
  const reference = await bench.save();
  bench.start({
    outcome: () => {
      if (bench.tried.length === 1) throw new Error('bug');
      return 'accepted';
    },
  });
  await bench.pass(second);
  expect(bench.rows()).toEqual([{ state: 'pending', deferrals: 1, smtpCode: 'error' }]);
  expect(bench.logged).toContainEqual(expect.objectContaining({ event: 'mail_failed', reference }));
  await bench.pass(10 * second);
  expect(bench.rows()).toMatchObject([{ state: 'sent' }]);
});

test('claims for longer than an attempt may take', async () => {
  await bench.save();
  const leases: number[] = [];
  const store: RequestStore = {
    ...bench.store,
    claim: (given) => {
      leases.push(given.leaseEndsAt.getTime() - given.now.getTime());
      return bench.store.claim(given);
    },
  };
  bench.start({ store });
  await bench.pass(second);
  expect(new Set(leases)).toEqual(new Set([options.lease]));
  expect(options.lease).toBeGreaterThan(options.sendTimeout);
});

test('probes an unreachable server with one email at least every minute, then sends all', async () => {
  await bench.saveMany(10);
  let up = false;
  bench.start({ outcome: () => (up ? 'accepted' : 'unreachable') });
  await bench.pass(2 * hour, 5 * second);
  const tries = bench.tried.map((email) => email.minute);
  expect(Math.max(...tries.slice(1).map((time, index) => time - (tries[index] ?? 0)))).toBeLessThanOrEqual(1);
  expect(tries.length).toBeLessThan(160);
  expect(bench.rows().every(({ state, deferrals }) => state === 'pending' && deferrals === 0)).toBe(true);

  up = true;
  const before = bench.tried.length;
  await bench.pass(minute, 5 * second);
  expect(bench.tried.length - before).toBe(10);
  expect(await bench.allSent()).toBe(true);
});

test('retries a refused login every ten minutes', async () => {
  await bench.saveMany(5);
  let locked = true;
  bench.start({ outcome: () => (locked ? 'login refused' : 'accepted') });
  await bench.pass(hour, 5 * second);
  expect(bench.tried.length).toBeLessThanOrEqual(4 + 6);
  locked = false;
  await bench.pass(11 * minute, 5 * second);
  expect(await bench.allSent()).toBe(true);
});

test('a file is not a delivery: filed messages are sent once there is a mail server', async () => {
  await bench.save();
  const files = bench.start({ outcome: () => 'filed', delivers: false });
  await bench.pass(10 * minute, 5 * second);
  expect(bench.tried).toHaveLength(1);
  expect(bench.rows()).toMatchObject([{ state: 'filed' }]);
  await files.stop(0);
  bench.start();
  await bench.pass(second);
  expect(bench.rows()).toMatchObject([{ state: 'sent' }]);
});

test("resends a dead process's message, marked, after its lease expires", async () => {
  await bench.save();
  const now = bench.clock.now();
  const leaseEndsAt = new Date(now.getTime() + minute);
  await bench.store.claim({ now, leaseEndsAt, limit: 1, which: 'everything' });
  bench.restart();
  bench.start();
  await bench.pass(59 * second);
  expect(bench.tried).toEqual([]);
  await bench.pass(2 * second);
  expect(bench.tried).toMatchObject([{ possibleDuplicates: 1 }]);
});

/** The real store, failing to record outcomes while `broken()`. */
const failing = (broken: () => boolean): RequestStore => ({
  ...bench.store,
  recordOutcomes: (results) =>
    broken() ? Promise.reject(new Error('full')) : bench.store.recordOutcomes(results),
});

test('failing to record an outcome causes no duplicate', async () => {
  await bench.save();
  let broken = true;
  bench.start({ store: failing(() => broken) });
  await bench.pass(10 * minute, 5 * second);
  broken = false;
  await bench.pass(minute);
  expect(bench.tried).toHaveLength(1);
  expect(bench.rows()).toMatchObject([{ state: 'sent' }]);
});

test('aborts an email after 45 seconds, or when the grace period of a stop ends', async () => {
  await bench.save();
  const hangs = (_: unknown, signal: AbortSignal) =>
    new Promise<Outcome>((resolve) => signal.addEventListener('abort', () => resolve('ambiguous')));
  const outbox = bench.start({ outcome: hangs });
  await bench.pass(44 * second);
  expect(bench.rows()).toMatchObject([{ state: 'sending' }]);
  await bench.pass(2 * second);
  expect(bench.rows()).toMatchObject([{ state: 'pending', deferrals: 1 }]);
  await bench.pass(5 * second);
  expect(bench.tried).toHaveLength(2);

  const stopped = outbox.stop(8 * second);
  bench.clock.advance(8 * second);
  await stopped;
  expect(bench.rows()).toMatchObject([{ state: 'pending', deferrals: 2 }]);
});

test('a hung store does not block a stop', async () => {
  await bench.save();
  const hangs = { ...bench.store, recordOutcomes: () => new Promise<number>(() => undefined) };
  const outbox = bench.start({ store: hangs });
  await bench.pass(second);
  const stopped = outbox.stop(8 * second);
  bench.clock.advance(9 * second);
  await stopped;
});

test.each([-10, 10])('a clock that jumps by %i years loses no email and sends none twice', async (years) => {
  await bench.save();
  bench.start({ outcome: () => (bench.tried.length === 2 ? 'deferred' : 'accepted') });
  await bench.pass(second);
  await bench.save();
  await bench.pass(second);
  bench.clock.jump(years * 365 * 24 * hour);
  await bench.save();
  await bench.pass(minute);
  expect(bench.rows().map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  expect(bench.tried).toHaveLength(4);
});

test('a clock that jumps ahead while an email is being sent does not send it twice', async () => {
  await bench.save();
  const sent = Promise.withResolvers<Outcome>();
  bench.start({ outcome: () => sent.promise });
  await expect.poll(() => bench.tried.length).toBe(1);
  bench.clock.jump(hour);
  await bench.pass(5 * second);
  sent.resolve('accepted');
  await bench.pass(5 * second);
  expect(bench.tried).toHaveLength(1);
  expect(bench.rows()).toMatchObject([{ state: 'sent' }]);
});
