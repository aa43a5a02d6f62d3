/**
 * The contract of every store. Add a store with one line in `stores`; engine-specific behavior is tested next
 * to the engine.
 */
import { describe, expect, test } from 'vitest';
import { fieldNames } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { inProcessStore } from '../../tests/support/in-process-store.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { type SharedPostgres, sharedPostgres } from '../../tests/support/postgres.ts';
import { type DatabaseServer, readDatabaseUrl } from './postgres/database-url.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import {
  type Budget,
  type ClaimedRequest,
  type ClaimOptions,
  type DeliveryResult,
  markedDone,
  type PostedRequest,
  type RequestStore,
  type SaveResult,
} from './request-store.ts';
import { openDatabase } from './sqlite/database.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

type TestClock = ReturnType<typeof fakeClock>;

/** Each entry returns a function that opens another store on the same data. */
const stores: Record<string, (clock: TestClock) => Promise<() => RequestStore>> = {
  SQLite: async (clock) => {
    const folder = memoryFolder('store');
    return () => openSqliteStore(folder, () => undefined, { clock });
  },
  'this process': async (clock) => {
    const database = openDatabase(memoryFolder('store'));
    return () => {
      const began = clock.now().getTime() - clock.elapsed();
      return { ...inProcessStore(() => database, { clock, began }), close: async () => undefined };
    };
  },
  PostgreSQL: async (clock) => {
    postgres ??= sharedPostgres();
    const server = readDatabaseUrl(await (await postgres).newDatabase()) as DatabaseServer;
    return () => openPostgresStore({ server, log: () => undefined, clock });
  },
};

let postgres: Promise<SharedPostgres> | undefined;

const noon = new Date('2026-11-30T12:00:00Z');
const second = 1_000;
const minute = 60 * second;

const fields = { ...exampleRequest, service: 'fleet' as const };

function posted(changes: Partial<PostedRequest> = {}): PostedRequest {
  return { fields, language: 'en', idempotencyKey: undefined, ...changes };
}

function resultOf(
  request: ClaimedRequest | undefined,
  changes: Partial<DeliveryResult> = {},
): DeliveryResult {
  const state = changes.state ?? 'sent';
  return {
    requestId: request?.requestId ?? 0,
    leaseToken: request?.leaseToken ?? '',
    state,
    dueIn: 0,
    attempts: 0,
    possibleDuplicate: false,
    remaining: state === 'sent' ? [] : undefined,
    deliveredAt: state === 'sent' ? request?.asOf : undefined,
    resultCode: '250',
    mailServer: { kind: 'answered', isTransferred: state === 'sent', chance: 0 },
    ...changes,
  };
}

const referenceOf = (result: SaveResult) =>
  result.outcome === 'saved' || result.outcome === 'repeated' ? result.reference : '';

/** Ends a lease like the outbox does after a crash, or like another server's clock. */
const leaseOver = minute;

describe.each(Object.entries(stores))('a store in %s', (engine, prepare) => {
  let clock: TestClock;

  /**
   * Runs a test on an empty store at noon. `another` opens it again, as a second server or the next process
   * would.
   */
  function storeTest(
    name: string,
    run: (store: RequestStore, another: () => RequestStore) => Promise<void>,
  ): void {
    test(name, async () => {
      clock = fakeClock(noon);
      const open = await prepare(clock);
      const opened: RequestStore[] = [];
      const another = () => {
        const store = open();
        opened.push(store);
        return store;
      };
      try {
        await run(another(), another);
      } finally {
        await Promise.all(opened.map((store) => store.close()));
      }
    });
  }

  const claim = async (store: RequestStore, options: Partial<ClaimOptions> = {}) =>
    (await store.claim({ limit: 1, inFlight: [], lease: minute, ...options })).requests;

  const claimOne = async (store: RequestStore, options: Partial<ClaimOptions> = {}) =>
    (await claim(store, options))[0];

  /** Saves each with its own key, in order. */
  async function saveAll(store: RequestStore, all: readonly Partial<PostedRequest>[]): Promise<string[]> {
    const references: string[] = [];
    for (const [index, changes] of all.entries()) {
      references.push(referenceOf(await store.save(posted({ idempotencyKey: `${index}`, ...changes }))));
    }
    return references;
  }

  const deliver = async (store: RequestStore) => store.record(resultOf(await claimOne(store)));

  describe('save', () => {
    storeTest('returns every field exactly as saved', async (store) => {
      const exact = { ...fields, message: 'Several\nlines, 🚛 "quotes", %s, \\, O\'Brien; --' };
      const { outcome: __, ...saved } = await store.save(posted({ fields: exact }));
      expect(await claimOne(store)).toMatchObject({
        ...saved,
        fields: exact,
        receivedAt: noon,
        language: 'en',
        honeypotFilled: false,
        possibleDuplicate: false,
        attempts: 0,
      });
      expect(Object.keys(exact).toSorted()).toEqual(fieldNames.toSorted());
    });

    storeTest('treats equal content without a key as one request for ten minutes', async (store) => {
      const first = await store.save(posted());
      clock.advance(10 * minute);
      expect(await store.save(posted())).toEqual({ ...first, outcome: 'repeated' });
      clock.advance(1);
      expect(await store.save(posted())).toMatchObject({ outcome: 'saved' });
    });

    storeTest('forgets content saved in the future, before a clock correction', async (store, another) => {
      await store.save(posted());
      clock.jump(-60 * minute);
      expect(await another().save(posted())).toMatchObject({ outcome: 'saved' });
    });

    storeTest("remembers a client's key for as long as the request", async (store) => {
      const first = await store.save(posted({ idempotencyKey: 'k' }));
      clock.advance(24 * 60 * minute);
      expect(await store.save(posted({ idempotencyKey: 'k' }))).toEqual({ ...first, outcome: 'repeated' });
    });

    storeTest('reports a mismatch for a known key with other content', async (store) => {
      await store.save(posted({ idempotencyKey: 'k' }));
      const other = posted({ idempotencyKey: 'k', fields: { ...fields, name: 'Someone Else' } });
      expect(await store.save(other)).toEqual({ outcome: 'mismatch' });
    });

    storeTest('ignores the honeypot in a repeat', async (store) => {
      const first = await store.save(posted({ idempotencyKey: 'k' }));
      const again = await store.save(posted({ idempotencyKey: 'k', honeypotFilled: true }));
      expect(again).toEqual({ ...first, outcome: 'repeated' });
    });

    storeTest('makes one request of simultaneous equal posts', async (store) => {
      const all = await Promise.all(Array.from({ length: 20 }, () => store.save(posted())));
      expect(all.map(({ outcome }) => outcome).sort()).toEqual([...Array(19).fill('repeated'), 'saved']);
      expect(new Set(all.map(referenceOf)).size).toBe(1);
      expect(await claim(store, { limit: 20 })).toHaveLength(1);
    });

    storeTest('survives the process', async (store, another) => {
      const saved = await store.save(posted({ idempotencyKey: 'k' }));
      await store.close();
      expect(await another().save(posted({ idempotencyKey: 'k' }))).toEqual({
        ...saved,
        outcome: 'repeated',
      });
    });
  });

  describe('the limit of accepted requests', () => {
    const from = (clientIp: string, count: number) =>
      Array.from({ length: count }, (_, index) =>
        posted({ idempotencyKey: `${clientIp} ${index}`, clientIp }),
      );

    storeTest('is ten in ten minutes for each client, however many come at once', async (store) => {
      const results = await Promise.all(
        [...from('192.0.2.1', 20), ...from('192.0.2.2', 3)].map((post) => store.save(post)),
      );
      expect(results.filter(({ outcome }) => outcome === 'saved')).toHaveLength(13);
      expect(results.at(-4)).toEqual({ outcome: 'limited', retryAfter: 600 });
      clock.advance(10 * minute);
      expect(await store.save(posted({ idempotencyKey: 'later', clientIp: '192.0.2.1' }))).toMatchObject({
        outcome: 'saved',
      });
    });

    storeTest('counts no repeats, and lets them through', async (store) => {
      const [first, ...others] = from('192.0.2.1', 10) as [PostedRequest, ...PostedRequest[]];
      for (const post of [first, first, first, ...others]) {
        expect((await store.save(post)).outcome).not.toBe('limited');
      }
      expect(await store.save(posted({ idempotencyKey: 'x', clientIp: '192.0.2.1' }))).toMatchObject({
        outcome: 'limited',
      });
      expect(await store.save(first)).toMatchObject({ outcome: 'repeated' });
    });

    storeTest('is kept across restarts and shared by servers', async (store, another) => {
      await Promise.all(from('192.0.2.1', 10).map((post) => store.save(post)));
      await store.close();
      const next = another();
      expect(await next.save(posted({ idempotencyKey: 'x', clientIp: '192.0.2.1' }))).toMatchObject({
        outcome: 'limited',
      });
    });

    storeTest('forgets clients after ten minutes', async (store) => {
      await Promise.all(from('192.0.2.1', 10).map((post) => store.save(post)));
      clock.jump(-60 * minute);
      await store.sweep();
      expect(await store.save(posted({ idempotencyKey: 'x', clientIp: '192.0.2.1' }))).toMatchObject({
        outcome: 'saved',
      });
    });
  });

  describe('claim', () => {
    storeTest('returns the longest-due messages first, each to only one sender', async (store) => {
      const references: string[] = [];
      for (const key of ['a', 'b', 'c']) {
        references.push(referenceOf(await store.save(posted({ idempotencyKey: key }))));
        clock.advance(1);
      }
      const first = await claim(store, { limit: 2 });
      const second = await claim(store, { limit: 2, inFlight: first.map(({ leaseToken }) => leaseToken) });
      expect([...first, ...second].map(({ reference }) => reference)).toEqual(references);
      const inFlight = [...first, ...second].map(({ leaseToken }) => leaseToken);
      expect(await claim(store, { inFlight })).toEqual([]);
    });

    storeTest("hands a dead sender's message to the next one, marked", async (store, another) => {
      await store.save(posted());
      expect(await claim(store)).toHaveLength(1);
      const next = another();
      if (engine === 'PostgreSQL') {
        clock.advance(leaseOver - 1);
        expect(await claim(next)).toEqual([]);
        clock.advance(1);
      }
      expect(await claimOne(next)).toMatchObject({ possibleDuplicate: true });
    });

    storeTest('holds back for a while what ended two senders', async (store) => {
      await store.save(posted());
      await claim(store);
      clock.advance(leaseOver);
      await claim(store);
      clock.advance(leaseOver);
      expect(await claim(store)).toEqual([]);
      clock.advance(minute);
      expect(await claim(store)).toHaveLength(1);
    });

    storeTest('leaves what is in flight alone, even after its lease', async (store) => {
      await store.save(posted());
      const held = await claimOne(store);
      clock.advance(10 * minute);
      expect(await claim(store, { inFlight: [held?.leaseToken ?? ''] })).toEqual([]);
      expect(await store.record(resultOf(held))).toBe(true);
    });

    storeTest('is fenced: a sender that lost its lease records nothing', async (store, another) => {
      await store.save(posted());
      const lost = await claimOne(store);
      clock.advance(leaseOver);
      const next = another();
      const held = await claimOne(next);
      expect(await store.record(resultOf(lost))).toBe(false);
      expect(await next.record(resultOf(held))).toBe(true);
      expect(await next.record(resultOf(held))).toBe(false);
    });

    storeTest('ignores due times that only a wrong clock can have written', async (store, another) => {
      const year = 365 * 24 * 60 * minute;
      clock.jump(10 * year);
      const ahead = another();
      await ahead.save(posted());
      const [claimed] = await claim(ahead);
      await ahead.record(resultOf(claimed, { state: 'pending', dueIn: 15 * minute, attempts: 1 }));
      await ahead.save(posted({ idempotencyKey: 'refused' }));
      await ahead.record(
        resultOf(await claimOne(ahead), { state: 'dead_lettered', dueIn: 24 * 60 * minute }),
      );
      await ahead.save(posted({ idempotencyKey: 'being sent' }));
      await claim(ahead);
      await ahead.close();
      clock.jump(-10 * year);
      await store.sweep();
      expect(await claim(store, { limit: 9 })).toHaveLength(3);
    });

    storeTest('delays a deferred message, and counts attempts', async (store) => {
      await store.save(posted());
      const claimed = await claimOne(store);
      await store.record(
        resultOf(claimed, { state: 'pending', dueIn: 5 * second, attempts: 1, possibleDuplicate: true }),
      );
      clock.advance(5 * second - 1);
      expect(await claim(store)).toEqual([]);
      clock.advance(1);
      expect(await claimOne(store)).toMatchObject({ attempts: 1, possibleDuplicate: true });
    });

    storeTest('remembers who still lacks an email, and the time it speaks of', async (store) => {
      await store.save(posted());
      const claimed = await claimOne(store);
      await store.record(
        resultOf(claimed, {
          state: 'pending',
          attempts: 1,
          remaining: ['night@example.com'],
          deliveredAt: claimed?.asOf,
        }),
      );
      clock.advance(minute);
      expect(await claimOne(store)).toMatchObject({ remaining: ['night@example.com'], asOf: noon });
      expect(await store.check()).toMatchObject({ oldestUnsent: undefined });
    });

    storeTest('stops while the mail server is unreachable, for every process', async (store, another) => {
      await saveAll(store, [{}, {}]);
      const unreachable = { kind: 'unreachable', isTransferred: false, chance: 0 } as const;
      const other = another();
      const [one] = await claim(store);
      await store.record(resultOf(one, { state: 'pending', mailServer: unreachable }));
      expect(await other.claim({ limit: 4, inFlight: [], lease: minute })).toEqual({
        requests: [],
        isOpen: false,
      });
      clock.advance(second);
      // One at a time, as a probe.
      expect(await claim(other, { limit: 4 })).toHaveLength(1);
    });

    storeTest('attempts that fail at the same time count as one failure', async (store) => {
      await saveAll(store, [{}, {}, {}, {}]);
      const unreachable = { kind: 'unreachable', isTransferred: false, chance: 0 } as const;
      for (const one of await claim(store, { limit: 4 })) {
        await store.record(resultOf(one, { state: 'pending', mailServer: unreachable }));
      }
      clock.advance(second);
      expect(await claim(store)).toHaveLength(1);
    });
  });

  describe('the order of a flood', () => {
    const emergency = { fields: { ...fields, service: 'emergency' as const } };

    storeTest(
      'is one request per network per round, emergencies first, honeypots last, retries after first attempts',
      async (store) => {
        const [retried] = await saveAll(store, [emergency]);
        const claimed = await claimOne(store);
        await store.record(resultOf(claimed, { state: 'pending', attempts: 1 }));
        const [a1, a2, a3, b1, c1, trap] = await saveAll(store, [
          { ...emergency, idempotencyKey: 'a1', clientIp: '198.51.100.7' },
          { ...emergency, idempotencyKey: 'a2', clientIp: '198.51.100.8' },
          { idempotencyKey: 'a3', clientIp: '198.51.100.9' },
          { idempotencyKey: 'b1', clientIp: '203.0.113.4' },
          { ...emergency, idempotencyKey: 'c1', clientIp: '2001:db8:0:1::/64' },
          { ...emergency, idempotencyKey: 't', clientIp: '192.0.2.1', honeypotFilled: true },
        ]);
        const found = await claim(store, { limit: 9 });
        expect(found.map(({ reference }) => reference)).toEqual([a1, c1, b1, a2, a3, trap, retried]);
      },
    );

    storeTest('forgets a network once its request has been emailed', async (store) => {
      await saveAll(store, [{ clientIp: '198.51.100.7' }]);
      await deliver(store);
      const [first, second] = await saveAll(store, [
        { idempotencyKey: 'x', clientIp: '203.0.113.4' },
        { idempotencyKey: 'y', clientIp: '198.51.100.7', ...emergency },
      ]);
      const found = await claim(store, { limit: 2 });
      expect(found.map(({ reference }) => reference)).toEqual([second, first]);
    });
  });

  describe('a budget', () => {
    const budget: Budget = { emails: 3, window: 10 * minute, outOfTurn: 0, holdsFor: minute };
    const claimAll = (store: RequestStore, changes: Partial<Budget> = {}) =>
      store.claim({ limit: 9, inFlight: [], lease: minute, budget: { ...budget, ...changes } });
    const keys = (count: number, name = 'k') =>
      Array.from({ length: count }, (_, index) => ({ idempotencyKey: `${name}${index}` }));
    const accepted = { kind: 'accepted', isTransferred: true, chance: 0 } as const;

    async function sendAll(store: RequestStore): Promise<number> {
      const { requests } = await claimAll(store);
      for (const request of requests) {
        await store.record(resultOf(request));
      }
      return requests.length;
    }

    storeTest('bounds the emails of ten minutes, for all processes together', async (store, another) => {
      await saveAll(store, keys(7));
      expect(await sendAll(store)).toBe(3);
      const other = another();
      expect(await claimAll(other)).toMatchObject({ requests: [], isOpen: false });
      clock.advance(10 * minute);
      expect(await sendAll(other)).toBe(3);
    });

    storeTest('counts what may have arrived, and not what was not transferred', async (store) => {
      await saveAll(store, keys(3));
      const { requests } = await claimAll(store);
      const outcomes = [true, true, false];
      for (const [index, isTransferred] of outcomes.entries()) {
        const mailServer = { kind: 'answered', isTransferred, chance: 0 } as const;
        await store.record(
          resultOf(requests[index], { state: 'pending', dueIn: minute, attempts: 1, mailServer }),
        );
      }
      await saveAll(store, keys(5, 'more'));
      expect((await claimAll(store)).requests).toHaveLength(1);
    });

    storeTest('gives some of it to what has waited longest, so that nothing starves', async (store) => {
      const [trap] = await saveAll(store, [{ idempotencyKey: 'trap', honeypotFilled: true }]);
      clock.advance(second);
      const [first, next] = await saveAll(store, keys(5));
      const { requests } = await claimAll(store, { outOfTurn: 1 });
      expect(requests.map(({ reference }) => reference)).toEqual([trap, first, next]);
    });

    storeTest(
      'has an overview a minute after something was held back, then one a window, unlisted first',
      async (store) => {
        const references = await saveAll(store, keys(5));
        const claimOverview = async () => (await claimAll(store, { emails: 0 })).overview;
        expect(await claimOverview()).toBeUndefined();
        clock.advance(minute - 1);
        expect(await claimOverview()).toBeUndefined();
        clock.advance(1);
        const overview = await claimOverview();
        expect(overview).toMatchObject({ more: 0, isPlain: false });
        expect(overview?.requests.map(({ reference }) => reference)).toEqual(references);
        await store.recordOverview({
          id: overview?.id ?? '',
          requestIds: overview?.requests.slice(0, 2).map(({ requestId }) => requestId) ?? [],
          outcome: 'accepted',
          mailServer: accepted,
        });
        clock.advance(10 * minute - 1);
        expect(await claimOverview()).toBeUndefined();
        clock.advance(1);
        const [a, b, ...unlisted] = references;
        const next = await claimOverview();
        expect(next?.requests.map(({ reference }) => reference)).toEqual([...unlisted, a, b]);
      },
    );

    storeTest('raises no alert for a listed emergency', async (store) => {
      const urgent = { ...fields, service: 'emergency' as const };
      await saveAll(store, [{ fields: urgent }]);
      await claimAll(store, { emails: 0 });
      clock.advance(minute);
      const { overview } = await claimAll(store, { emails: 0 });
      expect(await store.oldestUnsent()).toMatchObject({
        emergency: { waited: minute },
        ordinary: { waited: minute },
        isHolding: true,
      });
      await store.recordOverview({
        id: overview?.id ?? '',
        requestIds: overview?.requests.map(({ requestId }) => requestId) ?? [],
        outcome: 'accepted',
        mailServer: accepted,
      });
      expect(await store.oldestUnsent()).toEqual({ refused: [], isHolding: true });
      expect(await store.check()).toMatchObject({ oldestUnsent: undefined });
    });

    storeTest('follows a refused overview with a plain one at once', async (store) => {
      await saveAll(store, keys(8));
      await sendAll(store);
      await claimAll(store);
      clock.advance(minute);
      const { overview } = await claimAll(store);
      const refusal = { requestIds: [], outcome: 'refused' as const, mailServer: accepted };
      await store.recordOverview({ id: overview?.id ?? '', ...refusal });
      const plain = (await claimAll(store)).overview;
      expect(plain).toMatchObject({ isPlain: true });
      await store.recordOverview({ id: plain?.id ?? '', ...refusal });
      expect((await claimAll(store)).overview).toBeUndefined();
    });

    storeTest('names at most 500 requests in an overview, and counts the others', async (store) => {
      await Promise.all(keys(520).map((changes) => store.save(posted(changes))));
      await sendAll(store);
      await claimAll(store);
      clock.advance(minute);
      const { overview } = await claimAll(store);
      expect(overview?.requests).toHaveLength(500);
      expect(overview?.more).toBe(17);
    });
  });

  describe('requeue', () => {
    storeTest('makes a filed message claimable', async (store) => {
      await store.save(posted());
      await store.record(resultOf(await claimOne(store), { state: 'filed' }));
      clock.advance(minute);
      expect(await claim(store)).toEqual([]);
      expect(await store.requeue('filed')).toBe(1);
      expect(await claim(store)).toHaveLength(1);
    });

    storeTest('puts dead letters behind all other messages', async (store) => {
      const [dead, ...others] = await saveAll(store, [{}, {}, {}]);
      const refused = { state: 'dead_lettered', dueIn: 24 * 60 * minute } as const;
      await store.record(resultOf(await claimOne(store), refused));
      clock.advance(2 * 60 * minute);
      await store.requeue('dead-lettered');
      const found = await claim(store, { limit: 3 });
      expect(found.map(({ reference }) => reference)).toEqual([...others, dead]);
    });

    storeTest('retries dead letters at starts, but at most once an hour', async (store) => {
      await store.save(posted());
      const refused = { state: 'dead_lettered', dueIn: 24 * 60 * minute } as const;
      await store.record(resultOf(await claimOne(store), refused));
      expect(await store.requeue('dead-lettered')).toBe(1);
      await store.record(resultOf(await claimOne(store), refused));
      clock.advance(59 * minute);
      expect(await store.requeue('dead-lettered')).toBe(0);
      clock.advance(minute);
      expect(await store.requeue('dead-lettered')).toBe(1);
    });

    storeTest('ends the pause after a refused login at starts, but at most once an hour', async (store) => {
      const mailServer = { kind: 'login refused', isTransferred: false, chance: 0 } as const;
      const refuse = async () =>
        store.record(resultOf(await claimOne(store), { state: 'pending', mailServer }));
      await store.save(posted());
      await refuse();
      expect(await claim(store)).toEqual([]);
      await store.requeue('dead-lettered');
      await refuse();
      await store.requeue('dead-lettered');
      expect(await claim(store)).toEqual([]);
      clock.advance(10 * minute);
      expect(await claim(store)).toHaveLength(1);
    });

    storeTest('makes deferred messages due immediately', async (store) => {
      await saveAll(store, [{}, {}]);
      for (const claimed of await claim(store, { limit: 2 })) {
        await store.record(resultOf(claimed, { state: 'pending', dueIn: 15 * minute, attempts: 1 }));
      }
      clock.advance(minute);
      expect(await claim(store, { limit: 2 })).toEqual([]);
      expect(await store.requeue('deferred')).toBe(2);
      expect(await store.requeue('deferred')).toBe(0);
      expect(await claim(store, { limit: 2 })).toHaveLength(2);
    });
  });

  describe('the owner', () => {
    storeTest('sees unsent and sent requests, newest first, page by page', async (store) => {
      const [sent, dead, open, trap] = await saveAll(store, [{}, {}, {}, { honeypotFilled: true }]);
      await deliver(store);
      const refusal = { state: 'dead_lettered', resultCode: '550', dueIn: minute } as const;
      await store.record(resultOf(await claimOne(store), refusal));
      const unsent = await store.list({ which: 'unsent', limit: 2 });
      expect(unsent).toMatchObject([
        { reference: trap, state: 'pending', honeypotFilled: true },
        { reference: open, state: 'pending', honeypotFilled: false, resultCode: undefined },
      ]);
      const before = unsent[1]?.requestId ?? 0;
      expect(await store.list({ which: 'unsent', limit: 2, before })).toMatchObject([
        { reference: dead, state: 'dead_lettered', resultCode: '550', deliveredAt: undefined },
      ]);
      expect(await store.list({ which: 'sent', limit: 2 })).toMatchObject([
        { reference: sent, state: 'sent', deliveredAt: noon, resultCode: '250' },
      ]);
    });

    storeTest('finds a request by its reference, with every character intact', async (store) => {
      const exact = { ...fields, message: 'Several\nlines \0 and a 🚛, a \uffff and a \uffff0' };
      const [reference = ''] = await saveAll(store, [{ fields: exact, language: 'es' }]);
      expect(await store.find(reference)).toMatchObject({
        reference,
        fields: exact,
        language: 'es',
        receivedAt: noon,
        state: 'pending',
      });
      expect(await store.find('AAAAAA')).toBeUndefined();
      expect(await store.decide('AAAAAA', 'done')).toBeUndefined();
    });

    storeTest('makes deferred and refused requests due at once', async (store) => {
      const [deferred = '', dead = ''] = await saveAll(store, [{}, {}]);
      const deferral = { state: 'pending', dueIn: 15 * minute, attempts: 1 } as const;
      await store.record(resultOf(await claimOne(store), deferral));
      await store.record(resultOf(await claimOne(store), { state: 'dead_lettered', dueIn: minute }));
      clock.advance(second);
      expect(await claim(store)).toEqual([]);
      expect(await store.decide(deferred, 'send again')).toBe('pending');
      expect(await store.decide(dead, 'send again')).toBe('dead_lettered');
      const due = await claim(store, { limit: 9 });
      expect(due.map(({ reference }) => reference).toSorted()).toEqual([deferred, dead].toSorted());
      expect(due.some(({ possibleDuplicate }) => possibleDuplicate)).toBe(false);
    });

    storeTest('can resend a sent request to all, marked as a possible duplicate', async (store) => {
      const [reference = ''] = await saveAll(store, [{}]);
      await deliver(store);
      expect(await store.decide(reference, 'send again')).toBe('sent');
      expect(await claim(store, { limit: 9 })).toMatchObject([
        { reference, possibleDuplicate: true, remaining: undefined },
      ]);
    });

    storeTest(
      'can mark a pending request as done: it is never claimed again, and purged when it expires',
      async (store) => {
        const [reference = ''] = await saveAll(store, [{ clientIp: '198.51.100.7' }]);
        expect(await store.decide(reference, 'done')).toBe('pending');
        clock.advance(minute);
        expect(await claim(store)).toEqual([]);
        expect(await store.find(reference)).toMatchObject({
          state: 'sent',
          deliveredAt: noon,
          resultCode: markedDone,
        });
        expect(await store.check()).toMatchObject({ oldestUnsent: undefined });
        expect(await store.findExpired({ deliveredFor: minute - 1, limit: 9 })).toEqual([reference]);
      },
    );

    storeTest(
      'can neither change a request that is being sent nor mark a sent one as done',
      async (store) => {
        const [reference = ''] = await saveAll(store, [{}]);
        const claimed = await claimOne(store);
        expect(await store.decide(reference, 'done')).toBe('sending');
        expect(await store.decide(reference, 'send again')).toBe('sending');
        expect(await store.record(resultOf(claimed))).toBe(true);
        clock.advance(minute);
        expect(await store.decide(reference, 'done')).toBe('sent');
        expect(await store.find(reference)).toMatchObject({ deliveredAt: noon, resultCode: '250' });
      },
    );
  });

  describe('check and purge', () => {
    storeTest('report the oldest unsent message and the number of dead letters', async (store) => {
      // Without a timeout: on a busy machine the first call may take seconds.
      await store.find('AAAAAA');
      expect(await store.check()).toMatchObject({ oldestUnsent: undefined, deadLettered: 0 });
      await saveAll(store, [{}]);
      clock.advance(minute);
      await saveAll(store, [{ idempotencyKey: 'second' }]);
      expect(await store.check()).toMatchObject({ oldestUnsent: minute, deadLettered: 0 });
      await deliver(store);
      await store.record(resultOf(await claimOne(store), { state: 'dead_lettered', dueIn: minute }));
      expect(await store.check()).toMatchObject({ oldestUnsent: 0, deadLettered: 1 });
    });

    storeTest('report the oldest unsent request of each kind that alerts cover', async (store) => {
      await store.find('AAAAAA');
      expect(await store.oldestUnsent()).toEqual({ refused: [], isHolding: false });
      const emergency = { fields: { ...fields, service: 'emergency' as const } };
      const [, refused, first] = await saveAll(store, [
        { ...emergency, honeypotFilled: true },
        { idempotencyKey: 'refused' },
        { idempotencyKey: 'first' },
      ]);
      clock.advance(minute);
      const [urgent] = await saveAll(store, [{ ...emergency, idempotencyKey: 'urgent' }]);
      for (const claimed of await claim(store, { limit: 9 })) {
        const state = claimed.reference === refused ? 'dead_lettered' : 'pending';
        await store.record(resultOf(claimed, { state, dueIn: 24 * 60 * minute }));
      }
      const expected = {
        ordinary: { reference: first, waited: minute },
        emergency: { reference: urgent, waited: 0 },
        refused: [refused],
        isHolding: false,
      };
      expect(await store.oldestUnsent()).toEqual(expected);
      // Even while it is retried, a dead letter counts as permanently refused.
      clock.advance(24 * 60 * minute);
      await claim(store, { limit: 9 });
      expect((await store.oldestUnsent()).refused).toEqual([refused]);
    });

    storeTest('find and remove only what was delivered', async (store) => {
      const [delivered = '', unsent = ''] = await saveAll(store, [{}, {}]);
      await deliver(store);
      const expired = () => store.findExpired({ deliveredFor: minute, limit: 10 });
      clock.advance(minute);
      expect(await expired()).toEqual([]);
      clock.advance(1);
      expect(await expired()).toEqual([delivered]);
      await store.purge([delivered, unsent]);
      expect(await expired()).toEqual([]);
      expect(await store.save(posted({ idempotencyKey: '0' }))).toMatchObject({ outcome: 'saved' });
      expect(await store.save(posted({ idempotencyKey: '1' }))).toEqual({
        outcome: 'repeated',
        reference: unsent,
      });
    });
  });
});
