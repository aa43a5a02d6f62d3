import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { newDataDir } from '../../tests/support/start-server.ts';
import type { Mail, Outcome } from '../mail/transport.ts';
import type { OwedMail, RequestStore } from '../store/request-store.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import { type Outbox, startOutbox } from './outbox.ts';

let folder: string;
let store: RequestStore;
let clock: ReturnType<typeof fakeClock>;
let outbox: Outbox | undefined;
let underWay: number;
let attempts: { reference: string; possibleRepeat: boolean; minute: number }[];

const minute = 60_000;

beforeEach(() => {
  folder = newDataDir();
  store = watched(openSqliteStore(folder, () => undefined));
  underWay = 0;
  clock = fakeClock();
  attempts = [];
});
afterEach(async () => {
  await outbox?.stop(0);
  outbox = undefined;
  await store.close();
});

/** Owes one mail, and gives its reference. */
async function owe(message = 'x'): Promise<string> {
  const fields = { ...exampleRequest, service: 'fleet' as const, message };
  const kept = await store.keep({
    fields,
    language: 'en',
    receivedAt: clock.now(),
    idempotencyKey: undefined,
  });
  return kept.outcome === 'mismatch' ? '' : kept.reference;
}

interface Options {
  /** What becomes of each attempt. */
  outcome: (reference: string, signal: AbortSignal) => Outcome | Promise<Outcome>;
  delivers?: boolean;
  store?: RequestStore;
}

/** The real outbox on the real store, with a transport that the test decides for. */
function start({ outcome, delivers = true, store: ownStore = store }: Options): void {
  const began = clock.elapsed();
  outbox = startOutbox({
    store: ownStore,
    clock,
    log: () => undefined,
    random: () => 0,
    compose: async ({ reference, possibleRepeat }: OwedMail): Promise<Mail> => {
      attempts.push({ reference, possibleRepeat, minute: (clock.elapsed() - began) / minute });
      return { reference, from: '', to: '', bytes: Buffer.from('') };
    },
    transport: {
      delivers,
      send: async ({ reference }, signal) => ({ outcome: await outcome(reference, signal), answer: 'test' }),
    },
  });
}

/** Lets time pass in steps, each as soon as the outbox has nothing left to do. */
async function pass(milliseconds: number, step = 1_000): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += step) {
    await idle();
    clock.advance(step);
  }
  await idle();
}

async function idle(): Promise<void> {
  do {
    await new Promise(setImmediate);
  } while (underWay > 0 || !clock.isAwaited());
}

/** Counts the calls that have not been answered. */
function watched(real: RequestStore): RequestStore {
  const watch = <Result>(call: Promise<Result>) => {
    underWay += 1;
    return call.finally(() => {
      underWay -= 1;
    });
  };
  return {
    ...real,
    claim: (terms) => watch(real.claim(terms)),
    settle: (settlement) => watch(real.settle(settlement)),
  };
}

function rows() {
  const database = new DatabaseSync(join(folder, 'requests.sqlite'), { timeout: 2_000 });
  const found = database
    .prepare('select state, refusals, last_answer from owed_mails order by request_id')
    .all();
  database.close();
  return found.map((row) => ({ ...row }));
}

test('what is owed is sent once', async () => {
  const reference = await owe();
  start({ outcome: () => 'accepted' });
  await pass(10 * minute);
  expect(attempts).toEqual([{ reference, possibleRepeat: false, minute: 0 }]);
  expect(rows()).toEqual([{ state: 'sent', refusals: 0, last_answer: 'test' }]);
});

test('a kept request is not left to the next poll', async () => {
  start({ outcome: () => 'accepted' });
  await idle();
  const reference = await owe();
  outbox?.wake();
  await expect.poll(() => attempts).toEqual([{ reference, possibleRepeat: false, minute: 0 }]);
});

test('a refusal for now backs off, from five seconds to a quarter of an hour, and never gives up', async () => {
  await owe();
  start({ outcome: () => 'deferred' });
  await pass(60 * minute, 5_000);
  const pauses = attempts
    .slice(1)
    .map((attempt, index) => (attempt.minute - (attempts[index]?.minute ?? 0)) * 60);
  expect(pauses.map(Math.round)).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 900, 900]);
});

test('a refusal of one mail holds up no other', async () => {
  const [refused, other] = [await owe('refused'), await owe('other')];
  start({ outcome: (reference) => (reference === refused ? 'deferred' : 'accepted') });
  await pass(3_000);
  expect(attempts.map(({ reference }) => reference)).toEqual([refused, other]);
});

test('a refusal for good is kept, and tried again a day later and at the next start', async () => {
  await owe();
  start({ outcome: () => 'refused' });
  await pass(23 * 60 * minute, minute);
  expect(attempts).toHaveLength(1);
  expect(rows()).toEqual([{ state: 'parked', refusals: 0, last_answer: 'test' }]);
  await pass(2 * 60 * minute, minute);
  expect(attempts).toHaveLength(2);
  await outbox?.stop(0);

  start({ outcome: () => 'accepted' });
  await pass(2_000);
  expect(attempts).toHaveLength(3);
  expect(rows()).toMatchObject([{ state: 'sent' }]);
});

test.each([-10, 10])(
  'a clock that jumps by %i years tries a parked mail once more, not over and over',
  async (years) => {
    await owe();
    start({ outcome: () => 'refused' });
    await pass(10_000);
    clock.jump(years * 365 * 24 * 60 * minute);
    await pass(60 * minute, 10_000);
    expect(attempts.length).toBeLessThanOrEqual(2);
  },
);

test('a mail that may have arrived is sent again, marked', async () => {
  const reference = await owe();
  start({ outcome: () => (attempts.length === 1 ? 'ambiguous' : 'accepted') });
  await pass(10_000);
  expect(attempts.map(({ possibleRepeat }) => possibleRepeat)).toEqual([false, true]);
  expect(attempts[1]?.reference).toBe(reference);
});

test('while nobody can be reached one mail is tried, at least each minute; then all go at once', async () => {
  await Promise.all(Array.from({ length: 10 }, (_, index) => owe(`${index}`)));
  let up = false;
  start({ outcome: () => (up ? 'accepted' : 'unreachable') });
  await pass(120 * minute, 5_000);
  const tried = attempts.map((attempt) => attempt.minute);
  expect(Math.max(...tried.slice(1).map((time, index) => time - (tried[index] ?? 0)))).toBeLessThanOrEqual(1);
  expect(tried.length).toBeLessThan(160);
  expect(rows().every(({ state, refusals }) => state === 'pending' && refusals === 0)).toBe(true);

  up = true;
  const before = attempts.length;
  await pass(minute, 5_000);
  expect(attempts.length - before).toBe(10);
  expect(rows().every(({ state }) => state === 'sent')).toBe(true);
});

test('a file is no delivery: what was filed is sent once there is a mail server', async () => {
  await owe();
  start({ outcome: () => 'filed', delivers: false });
  await pass(10 * minute, 5_000);
  expect(attempts).toHaveLength(1);
  expect(rows()).toMatchObject([{ state: 'filed' }]);
  await outbox?.stop(0);

  start({ outcome: () => 'accepted' });
  await pass(1_000);
  expect(rows()).toMatchObject([{ state: 'sent' }]);
});

test('what a dead process was sending is sent again when its lease has run out, marked', async () => {
  await owe();
  const now = clock.now();
  const leaseEndsAt = new Date(now.getTime() + minute);
  await store.claim({
    now,
    atMost: 1,
    leaseEndsAt,
    underWay: [],
    farthestDue: new Date(now.getTime() + 20 * minute),
    includeFiled: true,
    parkedBefore: now,
  });
  start({ outcome: () => 'accepted' });
  await pass(59_000);
  expect(attempts).toEqual([]);
  await pass(2_000);
  expect(attempts).toMatchObject([{ possibleRepeat: true }]);
});

test('a store that cannot write down an outcome makes no repeat', async () => {
  await owe();
  let broken = true;
  const failing: RequestStore = {
    ...store,
    settle: (settlement) => (broken ? Promise.reject(new Error('full')) : store.settle(settlement)),
  };
  start({ outcome: () => 'accepted', store: failing });
  await pass(10 * minute, 5_000);
  broken = false;
  await pass(minute);
  expect(attempts).toHaveLength(1);
  expect(rows()).toMatchObject([{ state: 'sent' }]);
});

test('a store that fails for a while ends nothing', async () => {
  await owe();
  let broken = true;
  const failing: RequestStore = {
    ...store,
    claim: (terms) => (broken ? Promise.reject(new Error('locked')) : store.claim(terms)),
  };
  start({ outcome: () => 'accepted', store: failing });
  await pass(10_000);
  broken = false;
  await pass(2_000);
  expect(attempts).toHaveLength(1);
});

test('a stop gives up the mail in progress, and writes down that it may have arrived', async () => {
  await owe();
  const sending = Promise.withResolvers<void>();
  start({
    outcome: async (_, signal): Promise<Outcome> => {
      sending.resolve();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return 'ambiguous';
    },
  });
  await sending.promise;
  const stopped = outbox?.stop(8_000);
  clock.advance(8_000);
  await stopped;
  expect(rows()).toMatchObject([{ state: 'pending', refusals: 1 }]);
});

test.each([-10, 10])('a clock that jumps by %i years loses no mail and sends none twice', async (years) => {
  await owe('sent before');
  start({ outcome: () => (attempts.length === 2 ? 'deferred' : 'accepted') });
  await pass(1_000);
  await owe('deferred before');
  await pass(1_000);
  clock.jump(years * 365 * 24 * 60 * minute);
  await owe('kept after');
  await pass(minute);
  expect(rows().map(({ state }) => state)).toEqual(['sent', 'sent', 'sent']);
  expect(attempts).toHaveLength(4);
});

test('a clock that jumps ahead while a mail is being sent does not send it twice', async () => {
  await owe();
  const sent = Promise.withResolvers<Outcome>();
  start({ outcome: () => sent.promise });
  await expect.poll(() => attempts.length).toBe(1);
  clock.jump(60 * minute);
  await pass(5_000);
  sent.resolve('accepted');
  await pass(5_000);
  expect(attempts).toHaveLength(1);
  expect(rows()).toMatchObject([{ state: 'sent' }]);
});
