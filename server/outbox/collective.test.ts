import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { newDataDir } from '../../tests/support/start-server.ts';
import type { Mail, Outcome } from '../mail/transport.ts';
import type { OwedMail, PostedRequest, RequestStore } from '../store/request-store.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import { type Outbox, startOutbox } from './outbox.ts';

const minute = 60_000;

interface SentMail {
  minute: number;
  name: string;
  references: string[];
  trapped: number;
  left: number;
  repeats: number;
}

let store: RequestStore;
let clock: ReturnType<typeof fakeClock>;
let outbox: Outbox | undefined;
let underWay: number;
let mails: SentMail[];

beforeEach(() => {
  store = watched(openSqliteStore(newDataDir(), () => undefined));
  clock = fakeClock();
  underWay = 0;
  mails = [];
});
afterEach(async () => {
  await outbox?.stop(0);
  outbox = undefined;
  await store.close();
});

async function owe(message: string, changes: Partial<PostedRequest> = {}): Promise<string> {
  const fields = { ...exampleRequest, service: 'fleet' as const, message };
  const posted = { fields, language: 'en' as const, receivedAt: clock.now(), idempotencyKey: undefined };
  const kept = await store.keep({ ...posted, ...changes });
  return kept.outcome === 'mismatch' ? '' : kept.reference;
}

/** No two alike: equal ones would be one request. */
let owed = 0;
const oweMany = (count: number, changes: Partial<PostedRequest> = {}) =>
  Promise.all(
    Array.from({ length: count }, () => {
      owed += 1;
      return owe(`number ${owed}`, changes);
    }),
  );

/** The real outbox on the real store. `becomes` decides over each mail, by the requests in it. */
function start(becomes: (mail: SentMail) => Outcome = () => 'accepted', delivers = true): void {
  const compose = async (name: string, owed: OwedMail[], left: number): Promise<Mail> => {
    mails.push({
      minute: clock.elapsed() / minute,
      name,
      references: owed.map(({ reference }) => reference),
      trapped: owed.filter(({ trapped }) => trapped).length,
      left,
      repeats: owed.filter(({ possibleRepeat }) => possibleRepeat).length,
    });
    return { reference: name, from: '', to: '', bytes: Buffer.from('') };
  };
  outbox = startOutbox({
    store,
    clock,
    log: () => undefined,
    random: () => 0,
    compose: (owed) => compose(owed.reference, [owed], 0),
    composeCollective: ({ batch, mails, left }) => compose(batch, mails, left),
    transport: {
      delivers,
      send: async () => ({ outcome: becomes(mails.at(-1) as SentMail), answer: 'test' }),
    },
  });
}

async function pass(milliseconds: number, step = 5_000): Promise<void> {
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
    claimCollective: (terms) => watch(real.claimCollective(terms)),
    settle: (settlement) => watch(real.settle(settlement)),
    settleAll: (settlements) => watch(real.settleAll(settlements)),
  };
}

const together = () => mails.filter(({ references }) => references.length > 1);
const allSent = async () => (await store.check(clock.now())).oldestUnsent === undefined;

test('thirty mails go by themselves, what follows goes together ten minutes later', async () => {
  start();
  const references = await oweMany(50);
  await pass(9 * minute);
  expect(mails).toHaveLength(30);
  await pass(2 * minute);
  expect(mails).toHaveLength(31);
  expect(together()).toMatchObject([{ left: 0, trapped: 0 }]);
  expect(new Set(mails.flatMap((mail) => mail.references))).toEqual(new Set(references));
  expect(await allSent()).toBe(true);
});

test('when the flood is over, requests are mailed one by one again', async () => {
  start();
  await oweMany(50);
  await pass(21 * minute);
  const reference = await owe('after the flood');
  await pass(5_000);
  expect(mails.at(-1)).toMatchObject({ name: reference, references: [reference] });
});

test('what fell for the honeypot waits for a mail of its own kind, marked; others do not wait for it', async () => {
  start();
  const trapped = await oweMany(3, { trapped: true });
  const reference = await owe('a person');
  await pass(9 * minute);
  expect(mails.map(({ name }) => name)).toEqual([reference]);
  await pass(2 * minute);
  expect(mails.at(-1)).toMatchObject({ trapped: 3, left: 0 });
  expect(mails.at(-1)?.references.toSorted()).toEqual(trapped.toSorted());
  await pass(30 * minute);
  expect(mails).toHaveLength(2);
});

test('ten thousand posts in ten minutes: 31 mails in any ten, and no request is lost', async () => {
  start();
  const references: string[] = [];
  for (let burst = 0; burst < 100; burst += 1) {
    references.push(...(await oweMany(100, { trapped: burst % 2 === 0 })));
    await pass(6_000, 6_000);
  }
  expect(mails.length).toBeLessThanOrEqual(31);
  for (let waited = 0; waited < 300 && !(await allSent()); waited += 10) {
    await pass(10 * minute, minute);
  }
  expect(await allSent()).toBe(true);
  for (const { minute: from } of mails) {
    const within = mails.filter(({ minute: at }) => at >= from && at < from + 10);
    expect(within.length).toBeLessThanOrEqual(31);
  }
  const mailed = mails.flatMap((mail) => mail.references);
  expect(mailed).toHaveLength(references.length);
  expect(new Set(mailed)).toEqual(new Set(references));
  expect(together()[0]?.left).toBeGreaterThan(0);
}, 120_000);

test('where there is no room for all, an emergency comes first and the honeypot last', async () => {
  start();
  await oweMany(30);
  await pass(5_000);
  const long = 'x'.repeat(4_900);
  const trapped = await Promise.all(
    Array.from({ length: 100 }, (_, index) => owe(`${index}${long}`, { trapped: true })),
  );
  const people = await Promise.all(Array.from({ length: 100 }, (_, index) => owe(`person ${index}${long}`)));
  const fields = { ...exampleRequest, service: 'emergency' as const, message: 'smoke' };
  const emergency = await owe('', { fields });
  await pass(11 * minute);
  const [first] = together();
  expect(first?.references).toContain(emergency);
  expect(people.filter((reference) => !first?.references.includes(reference))).toEqual([]);
  expect(trapped.filter((reference) => !first?.references.includes(reference)).length).toBe(first?.left);
});

test('a collective mail that may have arrived comes again as the same mail, marked', async () => {
  let broken = true;
  start(({ references }) => (references.length > 1 && broken ? 'ambiguous' : 'accepted'));
  await oweMany(40);
  await pass(10 * minute + 5_000);
  broken = false;
  await owe('comes later');
  await pass(minute);
  const [first, again] = together();
  expect(again).toMatchObject({ name: first?.name, references: first?.references, repeats: 10 });
});

test('a mail server that cannot be reached gets the same collective mail, at least each minute', async () => {
  let up = true;
  start(() => (up ? 'accepted' : 'unreachable'));
  await oweMany(40);
  await pass(9 * minute);
  up = false;
  await pass(5 * minute);
  const tried = together();
  expect(tried.length).toBeGreaterThanOrEqual(3);
  expect(new Set(tried.map(({ name }) => name)).size).toBe(1);
  up = true;
  await pass(2 * minute);
  expect(await allSent()).toBe(true);
});

test('requests in a collective mail that is refused for good go by themselves, the honeypot excepted', async () => {
  start(({ references, trapped }) => (references.length > 1 || trapped ? 'refused' : 'accepted'));
  await oweMany(30);
  await pass(5_000);
  const people = await oweMany(5);
  await oweMany(5, { trapped: true });
  await pass(31 * minute);
  const single = mails.filter(({ references }) => references.length === 1).map(({ name }) => name);
  expect(people.filter((reference) => !single.includes(reference))).toEqual([]);
  expect((await store.check(clock.now())).parked).toBe(5);
});

test('files flood nobody: each request is written by itself', async () => {
  start(() => 'filed', false);
  await oweMany(40);
  await oweMany(2, { trapped: true });
  await pass(minute);
  expect(mails).toHaveLength(42);
});
