import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { outboxBench } from '../../tests/support/outbox-bench.ts';
import type { AttemptOutcome } from '../mail/transport.ts';
import { type RequestStore, StoreUnavailable } from '../store/request-store.ts';
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
  expect(bench.tried).toMatchObject([{ name: reference, possibleDuplicate: false, minute: 0 }]);
  expect(bench.rows()).toEqual([{ state: 'sent', attempts: 0, code: 'test' }]);
});

test('sends a new request without waiting for the next poll', async () => {
  const outbox = bench.start();
  await bench.idle();
  const reference = await bench.save();
  outbox.wake();
  bench.clock.advance(options.claimInterval);
  await expect.poll(() => bench.tried).toMatchObject([{ name: reference }]);
  expect(bench.clock.elapsed()).toBeLessThan(options.poll);
});

test('backs off from five seconds to 15 minutes after each deferral, and never gives up', async () => {
  await bench.save();
  bench.start({ outcome: () => 'deferred' });
  await bench.pass(60 * minute, 5 * second);
  const pauses = bench.tried
    .slice(1)
    .map((email, index) => (email.minute - (bench.tried[index]?.minute ?? 0)) * 60);
  const expected = [5, 10, 20, 40, 80, 160, 320, 640, 900, 900];
  expect(pauses).toHaveLength(expected.length);
  for (const [index, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(expected[index] ?? 0);
    expect(pause).toBeLessThan((expected[index] ?? 0) + 5.1);
  }
});

test('adds up to a fifth of jitter to each pause', () => {
  expect(backOff(options.deferral, 1, 0)).toBe(5_000);
  expect(backOff(options.deferral, 1, 0.5)).toBe(5_500);
  expect(backOff(options.deferral, 1, 1)).toBe(6_000);
  expect(backOff(options.deferral, 20, 1)).toBe(1.2 * options.deferral.longest);
});

test('sends at most four at a time, and the next as soon as one has ended', async () => {
  await bench.saveMany(12);
  const ends: (() => void)[] = [];
  bench.start({
    outcome: () => new Promise<AttemptOutcome>((resolve) => ends.push(() => resolve('accepted'))),
  });
  await bench.pass(10 * second);
  expect(bench.tried).toHaveLength(4);
  ends.shift()?.();
  await expect.poll(() => bench.tried.length).toBe(5);
  for (let turn = 0; turn < 12; turn += 1) {
    await bench.idle();
    ends.shift()?.();
  }
  await expect.poll(() => bench.allSent()).toBe(true);
  expect(bench.clock.elapsed()).toBe(10 * second);
});

/** The real store, counting how often it is asked for what is due. */
function countingClaims() {
  let claims = 0;
  const store: RequestStore = {
    ...bench.store,
    claim: (given) => {
      claims += 1;
      return bench.store.claim(given);
    },
  };
  return { store, claims: () => claims };
}

test('claims at most every 100 ms, however often it is woken', async () => {
  const { store, claims } = countingClaims();
  const outbox = bench.start({ store });
  for (let passed = 0; passed < 2 * second; passed += 10) {
    outbox.wake();
    await bench.pass(10, 10);
  }
  expect(claims()).toBeGreaterThan(15);
  expect(claims()).toBeLessThanOrEqual(21);
});

test('without limits even a flood is emailed at once', async () => {
  await bench.saveMany(40);
  bench.start();
  await bench.pass(2 * second);
  expect(bench.tried).toHaveLength(40);
});

test('clears what the store keeps only for minutes, at the start and every minute', async () => {
  const sweptAt: number[] = [];
  bench.start({
    store: {
      ...bench.store,
      sweep: () => {
        sweptAt.push(Math.round(bench.clock.elapsed() / minute));
        return bench.store.sweep();
      },
    },
  });
  await bench.pass(3.5 * minute);
  expect(sweptAt).toEqual([0, 1, 2, 3]);
});

test('logs each attempt, and what the mail server refuses for good', async () => {
  const [accepted, refused] = await bench.saveMany(2);
  bench.start({ outcome: ({ name }) => (name === refused ? 'refused' : 'accepted') });
  await bench.pass(second);
  expect(bench.logged).toEqual([
    { event: 'mail', reference: accepted, outcome: 'accepted', resultCode: 'test' },
    { event: 'mail', reference: refused, outcome: 'refused', resultCode: 'test' },
    { event: 'mail_dead_lettered', reference: refused, resultCode: 'test' },
  ]);
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
  const outbox = bench.start({ outcome: () => 'refused' });
  await bench.pass(23 * hour, minute);
  expect(bench.tried).toHaveLength(1);
  expect(bench.rows()).toEqual([{ state: 'dead_lettered', attempts: 0, code: 'test' }]);
  await bench.pass(3 * hour, minute);
  expect(bench.tried).toHaveLength(2);
  await outbox.stop(0);
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
    { name: reference, possibleDuplicate: false },
    { name: reference, possibleDuplicate: true },
  ]);
});

test('stays marked as a possible duplicate until it is sent', async () => {
  await bench.save();
  const outcomes: AttemptOutcome[] = ['ambiguous', 'deferred', 'accepted'];
  bench.start({ outcome: () => outcomes[bench.tried.length - 1] ?? 'accepted' });
  await bench.pass(minute, 5 * second);
  expect(bench.tried.map(({ possibleDuplicate }) => possibleDuplicate)).toEqual([false, true, true]);
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
  expect(bench.rows()).toEqual([{ state: 'pending', attempts: 1, code: 'error' }]);
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
      leases.push(given.lease);
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
  expect(tries.length).toBeLessThan(260);
  expect(bench.rows().every(({ state, attempts }) => state === 'pending' && attempts === 0)).toBe(true);

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

test("resends a dead process's message at once, marked", async () => {
  await bench.save();
  await bench.store.claim({ limit: 1, inFlight: [], lease: options.lease });
  bench.restart();
  bench.start();
  await bench.pass(second);
  expect(bench.tried).toMatchObject([{ possibleDuplicate: true }]);
});

/** The real store, failing to record outcomes while `broken()`. */
const failing = (broken: () => boolean): RequestStore => ({
  ...bench.store,
  record: (result) => (broken() ? Promise.reject(new StoreUnavailable('full')) : bench.store.record(result)),
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
  // The store logs that itself.
  expect(bench.logged.map(({ event }) => event)).toEqual(['mail']);
});

test('sends nothing while an outcome cannot be recorded', async () => {
  await bench.save();
  let broken = true;
  bench.start({ store: failing(() => broken) });
  await bench.pass(second);
  await bench.save();
  await bench.pass(minute);
  expect(bench.tried).toHaveLength(1);
  broken = false;
  await bench.pass(3 * second);
  expect(bench.tried).toHaveLength(2);
  expect(await bench.allSent()).toBe(true);
});

test('aborts an email after 45 seconds, or when the grace period of a stop ends', async () => {
  await bench.save();
  const hangs = (_: unknown, signal: AbortSignal) =>
    new Promise<AttemptOutcome>((resolve) => signal.addEventListener('abort', () => resolve('ambiguous')));
  const outbox = bench.start({ outcome: hangs });
  await bench.pass(44 * second);
  expect(bench.rows()).toMatchObject([{ state: 'sending' }]);
  await bench.pass(2 * second);
  expect(bench.rows()).toMatchObject([{ state: 'pending', attempts: 1 }]);
  await bench.pass(5 * second);
  expect(bench.tried).toHaveLength(2);

  const stopped = outbox.stop(8 * second);
  bench.clock.advance(8 * second);
  await stopped;
  expect(bench.rows()).toMatchObject([{ state: 'pending', attempts: 2 }]);
});

test('a hung store does not block a stop', async () => {
  await bench.save();
  const hangs = { ...bench.store, record: () => new Promise<boolean>(() => undefined) };
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
  const sent = Promise.withResolvers<AttemptOutcome>();
  bench.start({ outcome: () => sent.promise });
  await expect.poll(() => bench.tried.length).toBe(1);
  bench.clock.jump(hour);
  await bench.pass(5 * second);
  sent.resolve('accepted');
  await bench.pass(5 * second);
  expect(bench.tried).toHaveLength(1);
  expect(bench.rows()).toMatchObject([{ state: 'sent' }]);
});

test('a bug in a call of the store is logged with its place, and ends nothing', async () => {
  let broken = true;
  const store: RequestStore = {
    ...bench.store,
    claim: (given) => (broken ? Promise.reject(new TypeError('bug')) : bench.store.claim(given)),
  };
  const reference = await bench.save();
  bench.start({ store });
  await bench.pass(5 * second);
  expect(bench.logged).toContainEqual(
    expect.objectContaining({ event: 'outbox_failed', error: 'TypeError' }),
  );
  broken = false;
  await bench.pass(5 * second);
  expect(bench.tried).toMatchObject([{ name: reference }]);
});

test('is not woken by new requests while nothing may be sent', async () => {
  const { store, claims } = countingClaims();
  await bench.save();
  const outbox = bench.start({ store, outcome: () => 'login refused' });
  await bench.pass(2 * second);
  const before = claims();
  for (let count = 0; count < 50; count += 1) {
    outbox.wake();
    await bench.pass(100);
  }
  expect(claims() - before).toBeLessThanOrEqual(6);
});

describe('several addresses', () => {
  const mailTo = ['owner@example.com', 'dispatch@example.com', 'night@example.com'];
  const refusing = (address: string, forGood: boolean) => ({
    outcome: 'accepted' as const,
    resultCode: '250',
    refused: [{ address, resultCode: forGood ? '550' : '451', forGood }],
  });

  test('one that refuses for now gets the same email later, alone, even after a restart', async () => {
    const reference = await bench.save();
    const outbox = bench.start({
      mailTo,
      outcome: ({ to }) => (to.length > 1 ? refusing('night@example.com', false) : 'deferred'),
    });
    await bench.pass(10 * minute);
    await outbox.stop(0);
    expect(bench.rows()).toMatchObject([{ state: 'pending' }]);
    bench.restart();
    bench.start({ mailTo });
    await bench.pass(30 * minute, 5 * second);
    const [first, ...again] = bench.tried;
    expect(first?.to).toEqual(mailTo);
    expect(again.length).toBeGreaterThan(3);
    for (const { to, name, asOf, possibleDuplicate } of again) {
      expect({ to, name, asOf, possibleDuplicate }).toEqual({
        to: ['night@example.com'],
        name: reference,
        asOf: first?.asOf,
        possibleDuplicate: false,
      });
    }
    expect(bench.rows()).toMatchObject([{ state: 'sent' }]);
    expect(bench.logged).toContainEqual({ event: 'recipient_reached', reference, recipients: 1 });
  });

  test('one that refuses for good is logged by its position, and not tried again', async () => {
    const reference = await bench.save();
    const outbox = bench.start({ mailTo, outcome: () => refusing('dispatch@example.com', true) });
    expect(outbox.missedByRecipients()).toBeUndefined();
    await bench.pass(60 * minute, 5 * second);
    expect(bench.tried).toHaveLength(1);
    expect(bench.rows()).toMatchObject([{ state: 'sent' }]);
    expect(outbox.missedByRecipients()).toEqual([reference]);
    const refused = { event: 'recipient_refused', reference, recipient: 2, resultCode: '550', forGood: true };
    expect(bench.logged).toContainEqual(refused);
    expect(JSON.stringify(bench.logged)).not.toContain('dispatch');
  });

  test('one that left MAIL_TO is dropped; while nobody has accepted, all of MAIL_TO gets it', async () => {
    const [partly, wholly] = await bench.saveMany(2);
    const outbox = bench.start({
      mailTo,
      outcome: ({ name }) => (name === partly ? refusing('night@example.com', false) : 'deferred'),
    });
    await bench.pass(second);
    await outbox.stop(0);
    const before = bench.tried.length;
    bench.start({ mailTo: ['new@example.com'] });
    await bench.pass(20 * second);
    expect(bench.tried.slice(before)).toMatchObject([{ name: wholly, to: ['new@example.com'] }]);
    expect(await bench.allSent()).toBe(true);
  });

  test('those that are reached later are counted without the one that refuses again', async () => {
    const reference = await bench.save();
    bench.start({
      mailTo,
      outcome: ({ to }) => ({
        outcome: 'accepted',
        resultCode: '250',
        refused: to.slice(1).map((address) => ({ address, resultCode: '451', forGood: false })),
      }),
    });
    await bench.pass(minute);
    expect(bench.tried.map(({ to }) => to.length)).toEqual([3, 2, 1]);
    const reached = bench.logged.filter(({ event }) => event === 'recipient_reached');
    expect(reached).toEqual(Array(2).fill({ event: 'recipient_reached', reference, recipients: 1 }));
    expect(await bench.allSent()).toBe(true);
  });

  test('one that gets an email again counts as missing none', async () => {
    await bench.save();
    const outbox = bench.start({
      mailTo,
      outcome: ({ name }) =>
        name === bench.tried[0]?.name ? refusing('night@example.com', true) : 'accepted',
    });
    await bench.pass(second);
    expect(outbox.missedByRecipients()).toHaveLength(1);
    await bench.save();
    await bench.pass(2 * second);
    expect(outbox.missedByRecipients()).toEqual([]);
  });
});
