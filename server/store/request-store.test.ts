/**
 * The contract of every store. Add a store with one line in `stores`; engine-specific behavior is tested next
 * to the engine.
 */
import { afterAll, describe, expect, test } from 'vitest';
import { fieldNames } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { type PostgresNode, startPostgres } from '../../tests/support/postgres.ts';
import { type DatabaseServer, readDatabaseUrl } from './postgres/database-url.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import {
  type ClaimDigestOptions,
  type ClaimedRequest,
  type ClaimOptions,
  type DeliveryResult,
  markedDone,
  type PostedRequest,
  type RequestStore,
  type SaveResult,
} from './request-store.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

/** Each entry returns a function that opens another store on the same data. */
const stores: Record<string, () => Promise<() => RequestStore>> = {
  SQLite: async () => {
    const folder = memoryFolder('store');
    return () => openSqliteStore(folder, () => undefined);
  },
  PostgreSQL: async () => {
    postgres ??= startPostgres();
    const server = readDatabaseUrl(await (await postgres).newDatabase()) as DatabaseServer;
    return () => openPostgresStore({ server, log: () => undefined, clock: 'caller' });
  },
};

let postgres: Promise<PostgresNode> | undefined;
afterAll(async () => (await postgres)?.kill());

const noon = new Date('2026-11-30T12:00:00Z');
const second = 1_000;
const minute = 60 * second;
const later = (milliseconds: number) => new Date(noon.getTime() + milliseconds);

const fields = { ...exampleRequest, service: 'fleet' as const };

function posted(changes: Partial<PostedRequest> = {}): PostedRequest {
  return { fields, language: 'en', receivedAt: noon, idempotencyKey: undefined, ...changes };
}

function resultOf(
  request: ClaimedRequest | undefined,
  changes: Partial<DeliveryResult> = {},
): DeliveryResult {
  return {
    requestId: request?.requestId ?? 0,
    leaseToken: request?.leaseToken ?? '',
    state: 'sent',
    at: noon,
    dueAt: noon,
    deferrals: 0,
    possibleDuplicate: false,
    smtpCode: '250',
    ...changes,
  };
}

const referenceOf = (result: SaveResult) => (result.outcome === 'mismatch' ? '' : result.reference);

describe.each(Object.entries(stores))('a store in %s', (_, prepare) => {
  /**
   * Runs a test on an empty store. `another` opens it again, as a second server or the next process would.
   */
  function storeTest(
    name: string,
    run: (store: RequestStore, another: () => RequestStore) => Promise<void>,
  ): void {
    test(name, async () => {
      const open = await prepare();
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

  const claim = (store: RequestStore, now: Date, options: Partial<ClaimOptions> = {}) =>
    store.claim({
      now,
      leaseEndsAt: new Date(now.getTime() + minute),
      limit: 1,
      which: 'not in digests',
      ...options,
    });

  const claimOne = async (store: RequestStore, now: Date, options: Partial<ClaimOptions> = {}) =>
    (await claim(store, now, options))[0];

  const claimDigest = (store: RequestStore, now: Date, options: Partial<ClaimDigestOptions> = {}) =>
    store.claimDigest({
      now,
      leaseEndsAt: new Date(now.getTime() + minute),
      assemble: 'all',
      summaries: true,
      ...options,
    });

  /** Saves each with its own key, in order. */
  async function saveAll(store: RequestStore, all: readonly Partial<PostedRequest>[]): Promise<string[]> {
    const references: string[] = [];
    for (const [index, changes] of all.entries()) {
      references.push(referenceOf(await store.save(posted({ idempotencyKey: `${index}`, ...changes }))));
    }
    return references;
  }

  const deliver = async (store: RequestStore, now = noon) =>
    store.recordOutcomes([resultOf(await claimOne(store, now), { at: now })]);

  describe('save', () => {
    storeTest('returns every field exactly as saved', async (store) => {
      const exact = { ...fields, message: 'Several\nlines, 🚛 "quotes", %s, \\, O\'Brien; --' };
      const { outcome: __, ...saved } = await store.save(posted({ fields: exact }));
      expect(await claimOne(store, noon)).toMatchObject({
        ...saved,
        fields: exact,
        receivedAt: noon,
        language: 'en',
        honeypotFilled: false,
        possibleDuplicate: false,
        deferrals: 0,
      });
      expect(Object.keys(exact).toSorted()).toEqual(fieldNames.toSorted());
    });

    storeTest('treats equal content without a key as one request for ten minutes', async (store) => {
      const first = await store.save(posted());
      const at = (milliseconds: number) => store.save(posted({ receivedAt: later(milliseconds) }));
      expect(await at(10 * minute)).toEqual({ ...first, outcome: 'repeated' });
      expect(await at(10 * minute + 1)).toMatchObject({ outcome: 'saved' });
    });

    storeTest('forgets content saved in the future, before a clock correction', async (store) => {
      await store.save(posted());
      expect(await store.save(posted({ receivedAt: later(-60 * minute) }))).toMatchObject({
        outcome: 'saved',
      });
    });

    storeTest("remembers a client's key for as long as the request", async (store) => {
      const first = await store.save(posted({ idempotencyKey: 'k' }));
      const again = await store.save(posted({ idempotencyKey: 'k', receivedAt: later(24 * 60 * minute) }));
      expect(again).toEqual({ ...first, outcome: 'repeated' });
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
      expect(await claim(store, noon, { limit: 20 })).toHaveLength(1);
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

  describe('claim', () => {
    storeTest('returns the longest-due messages first, each to only one sender', async (store) => {
      const references = await saveAll(store, [{ receivedAt: later(2) }, { receivedAt: later(1) }, {}]);
      const first = await claim(store, later(10), { limit: 2 });
      const second = await claim(store, later(10), { limit: 2 });
      expect([...first, ...second].map(({ reference }) => reference)).toEqual(references.toReversed());
      expect(await claim(store, later(10))).toEqual([]);
    });

    storeTest('returns nothing that is not due', async (store) => {
      await store.save(posted({ receivedAt: later(minute) }));
      expect(await claim(store, noon)).toEqual([]);
      expect(await claim(store, later(minute))).toHaveLength(1);
    });

    storeTest("hands a dead sender's message to the next one, marked", async (store, another) => {
      await store.save(posted());
      expect(await claim(store, noon)).toHaveLength(1);
      const next = another();
      expect(await claim(next, later(minute - 1))).toEqual([]);
      expect(await claimOne(next, later(minute))).toMatchObject({ possibleDuplicate: true });
    });

    storeTest('is fenced: a sender that lost its lease records nothing', async (store, another) => {
      await store.save(posted());
      const lost = await claimOne(store, noon);
      const next = another();
      const held = await claimOne(next, later(minute));
      expect(await store.recordOutcomes([resultOf(lost)])).toBe(0);
      expect(await next.recordOutcomes([resultOf(held)])).toBe(1);
      expect(await next.recordOutcomes([resultOf(held)])).toBe(0);
    });

    storeTest(
      'ignores due times and leases that only a wrong clock can have written',
      async (store, another) => {
        const year = 365 * 24 * 60 * minute;
        await store.save(posted({ receivedAt: later(10 * year) }));
        const claimed = await claimOne(store, noon);
        expect(claimed).toBeDefined();
        await store.recordOutcomes([resultOf(claimed, { state: 'pending', dueAt: later(10 * year) })]);
        expect(await claim(store, noon, { leaseEndsAt: later(10 * year) })).toHaveLength(1);
        expect(await claim(another(), noon)).toHaveLength(1);
      },
    );

    storeTest('delays a deferred message, and counts deferrals', async (store) => {
      await store.save(posted());
      const claimed = await claimOne(store, noon);
      await store.recordOutcomes([
        resultOf(claimed, {
          state: 'pending',
          dueAt: later(5 * second),
          deferrals: 1,
          possibleDuplicate: true,
        }),
      ]);
      expect(await claim(store, later(5 * second - 1))).toEqual([]);
      expect(await claimOne(store, later(5 * second))).toMatchObject({
        deferrals: 1,
        possibleDuplicate: true,
      });
    });

    storeTest('leaves honeypot requests to digests, unless there are none', async (store) => {
      await saveAll(store, [{ honeypotFilled: true }]);
      expect(await claim(store, noon)).toEqual([]);
      expect(await claimOne(store, noon, { which: 'everything' })).toMatchObject({ honeypotFilled: true });
    });

    storeTest('can return only what no digest may include', async (store) => {
      await saveAll(store, [{}, {}, {}]);
      const [mayHaveArrived, refused] = await claim(store, noon, { limit: 2 });
      await store.recordOutcomes([resultOf(mayHaveArrived, { state: 'pending', possibleDuplicate: true })]);
      await store.recordOutcomes([resultOf(refused, { state: 'dead_lettered' })]);
      await store.requeue('dead-lettered', noon);
      const found = await claim(store, noon, { limit: 9, which: 'by itself' });
      expect(found.map(({ requestId }) => requestId)).toEqual([
        mayHaveArrived?.requestId,
        refused?.requestId,
      ]);
    });
  });

  describe('requeue', () => {
    storeTest('makes a filed message claimable', async (store) => {
      await store.save(posted());
      await store.recordOutcomes([resultOf(await claimOne(store, noon), { state: 'filed' })]);
      expect(await claim(store, later(minute), { which: 'everything' })).toEqual([]);
      expect(await store.requeue('filed', later(minute))).toBe(1);
      expect(await claim(store, later(minute))).toHaveLength(1);
    });

    storeTest('puts dead letters behind all other messages', async (store) => {
      const [dead, ...others] = await saveAll(store, [{}, {}, { receivedAt: later(9) }]);
      await store.recordOutcomes([resultOf(await claimOne(store, noon), { state: 'dead_lettered' })]);
      expect(await claim(store, later(24 * 60 * minute), { limit: 1 })).toHaveLength(1);
      await store.requeue('dead-lettered', later(1));
      const found = await claim(store, later(10), { limit: 3 });
      expect(found.map(({ reference }) => reference)).toEqual([others[1], dead]);
    });

    storeTest('makes deferred messages due immediately', async (store) => {
      await saveAll(store, [{}, {}]);
      for (const claimed of await claim(store, noon, { limit: 2 })) {
        await store.recordOutcomes([resultOf(claimed, { state: 'pending', dueAt: later(15 * minute) })]);
      }
      expect(await claim(store, later(minute), { limit: 2 })).toEqual([]);
      expect(await store.requeue('deferred', later(minute))).toBe(2);
      expect(await store.requeue('deferred', later(minute))).toBe(0);
      expect(await claim(store, later(minute), { limit: 2 })).toHaveLength(2);
    });
  });

  describe('digests', () => {
    const emergency = { fields: { ...fields, service: 'emergency' as const } };

    storeTest('take one request per network per round, emergencies first', async (store) => {
      const [a1, a2, a3, b1, c1, trap] = await saveAll(store, [
        { ...emergency, clientIp: '198.51.100.7' },
        { ...emergency, clientIp: '198.51.100.8' },
        { clientIp: '198.51.100.9' },
        { clientIp: '203.0.113.4' },
        { ...emergency, clientIp: '2001:db8:0:1::/64' },
        { ...emergency, clientIp: '192.0.2.1', honeypotFilled: true },
      ]);
      const digest = await claimDigest(store, noon);
      expect(digest?.requests.map(({ reference }) => reference)).toEqual([a1, c1, b1, a2, a3, trap]);
      expect(digest).toMatchObject({ summaries: [], remaining: 0 });
    });

    storeTest('forget a network once its request has been emailed', async (store) => {
      await saveAll(store, [{ clientIp: '198.51.100.7' }]);
      await deliver(store);
      const [first, second] = await saveAll(store, [
        { idempotencyKey: 'x', clientIp: '203.0.113.4' },
        { idempotencyKey: 'y', clientIp: '198.51.100.7', ...emergency },
      ]);
      const digest = await claimDigest(store, noon);
      expect(digest?.requests.map(({ reference }) => reference)).toEqual([second, first]);
    });

    storeTest('summarize every request that does not fit, on one line', async (store) => {
      const message = (index: number) => `${index} 🚛\n\n${'word\n'.repeat(990)}`;
      const references = await saveAll(
        store,
        Array.from({ length: 200 }, (_, index) => ({ fields: { ...fields, message: message(index) } })),
      );
      const digest = await claimDigest(store, noon);
      const whole = digest?.requests.length ?? 0;
      expect(whole).toBeGreaterThan(50);
      expect(whole).toBeLessThan(150);
      expect(digest?.remaining).toBe(0);
      const named = [...(digest?.requests ?? []), ...(digest?.summaries ?? [])];
      expect(named.map(({ reference }) => reference)).toEqual(references);
      const [summary] = digest?.summaries ?? [];
      expect(summary?.fields.message).toMatch(/^\d+ 🚛 word word/);
      expect(summary?.fields.message.length).toBeGreaterThanOrEqual(119);
      await store.recordOutcomes(digest?.requests.map((request) => resultOf(request)) ?? []);
      const next = await claimDigest(store, noon);
      expect((next?.requests.length ?? 0) + (next?.summaries.length ?? 0)).toBe(200 - whole);
    });

    storeTest('count requests beyond the summaries, and omit summaries on request', async (store) => {
      const saveMany = (count: number, name: string) =>
        Promise.all(
          Array.from({ length: count }, (__, index) =>
            store.save(posted({ idempotencyKey: `${name} ${index}` })),
          ),
        );
      await saveMany(1_000, 'first');
      await saveMany(1_000, 'second');
      await saveMany(10, 'last');
      const digest = await claimDigest(store, noon, { summaries: false });
      expect(digest?.summaries).toEqual([]);
      expect((digest?.requests.length ?? 0) + (digest?.remaining ?? 0)).toBe(2_010);
    });

    storeTest('are repeated unchanged if they may have arrived', async (store) => {
      await saveAll(store, [{}, {}]);
      const digest = await claimDigest(store, noon);
      const again = { state: 'pending', dueAt: later(5 * second), possibleDuplicate: true } as const;
      await store.recordOutcomes(digest?.requests.map((request) => resultOf(request, again)) ?? []);
      await saveAll(store, [{ idempotencyKey: 'comes later' }]);
      expect(await claim(store, later(minute), { limit: 9, which: 'by itself' })).toEqual([]);
      expect(await claimDigest(store, later(1), { assemble: 'nothing' })).toBeUndefined();
      const repeat = await claimDigest(store, later(5 * second));
      expect(repeat?.id).toBe(digest?.id);
      expect(repeat?.requests.map(({ reference }) => reference)).toEqual(
        digest?.requests.map(({ reference }) => reference),
      );
      expect(repeat?.requests.every(({ possibleDuplicate }) => possibleDuplicate)).toBe(true);
    });

    storeTest('are split by changing the id of some of their requests', async (store) => {
      const references = await saveAll(store, [{}, {}, {}]);
      const digest = await claimDigest(store, noon);
      await store.recordOutcomes(
        digest?.requests.map((request, index) =>
          resultOf(request, { state: 'pending', digestId: index < 1 ? 'first' : 'second' }),
        ) ?? [],
      );
      const halves = [await claimDigest(store, noon), await claimDigest(store, noon)];
      expect(halves.map((half) => half?.id)).toEqual(['first', 'second']);
      expect(halves.flatMap((half) => half?.requests.map(({ reference }) => reference))).toEqual(references);
    });

    storeTest('include nothing that was refused or may have arrived individually', async (store, another) => {
      await saveAll(store, [{}, {}, {}, {}]);
      const [mayHaveArrived, refused] = await claim(store, noon, { limit: 3 });
      await store.recordOutcomes([
        resultOf(mayHaveArrived, { state: 'pending', possibleDuplicate: true }),
        resultOf(refused, { state: 'dead_lettered' }),
      ]);
      await store.requeue('dead-lettered', noon);
      // The third was being sent when its server died.
      expect((await claimDigest(another(), later(2 * minute)))?.requests).toHaveLength(1);
    });

    storeTest('include only honeypot requests when asked to', async (store) => {
      const [, trap] = await saveAll(store, [{}, { honeypotFilled: true }]);
      const digest = await claimDigest(store, noon, { assemble: 'honeypot' });
      expect(digest?.requests.map(({ reference }) => reference)).toEqual([trap]);
      expect(digest?.remaining).toBe(0);
    });
  });

  describe('the owner', () => {
    storeTest('sees unsent and sent requests, newest first, page by page', async (store) => {
      const [sent, dead, open, trap] = await saveAll(store, [
        { receivedAt: later(-2) },
        { receivedAt: later(-1) },
        {},
        { honeypotFilled: true },
      ]);
      await deliver(store);
      const refusal = { state: 'dead_lettered', smtpCode: '550' } as const;
      await store.recordOutcomes([resultOf(await claimOne(store, noon), refusal)]);
      const unsent = await store.list({ which: 'unsent', limit: 2 });
      expect(unsent).toMatchObject([
        { reference: trap, state: 'pending', honeypotFilled: true },
        { reference: open, state: 'pending', honeypotFilled: false, smtpCode: undefined },
      ]);
      const before = unsent[1]?.requestId ?? 0;
      expect(await store.list({ which: 'unsent', limit: 2, before })).toMatchObject([
        { reference: dead, state: 'dead_lettered', smtpCode: '550', sentAt: undefined },
      ]);
      expect(await store.list({ which: 'sent', limit: 2 })).toMatchObject([
        { reference: sent, state: 'sent', sentAt: noon, smtpCode: '250' },
      ]);
    });

    storeTest('finds a request by its reference, with every character intact', async (store) => {
      const exact = { ...fields, message: 'Several\nlines \0 and a 🚛' };
      const [reference = ''] = await saveAll(store, [{ fields: exact, language: 'es' }]);
      expect(await store.find(reference)).toMatchObject({
        reference,
        fields: exact,
        language: 'es',
        receivedAt: noon,
        state: 'pending',
      });
      expect(await store.find('AAAAAA')).toBeUndefined();
      expect(await store.decide('AAAAAA', 'done', noon)).toBeUndefined();
    });

    storeTest('makes deferred and refused requests due at once', async (store) => {
      const [deferred = '', dead = ''] = await saveAll(store, [{ receivedAt: later(-1) }, {}]);
      const deferral = { state: 'pending', dueAt: later(15 * minute) } as const;
      await store.recordOutcomes([resultOf(await claimOne(store, noon), deferral)]);
      await store.recordOutcomes([resultOf(await claimOne(store, noon), { state: 'dead_lettered' })]);
      expect(await claim(store, later(second))).toEqual([]);
      expect(await store.decide(deferred, 'send again', later(second))).toBe('pending');
      expect(await store.decide(dead, 'send again', later(second))).toBe('dead_lettered');
      const due = await claim(store, later(second), { limit: 9 });
      expect(due.map(({ reference }) => reference)).toEqual([deferred, dead]);
      expect(due.some(({ possibleDuplicate }) => possibleDuplicate)).toBe(false);
    });

    storeTest('can resend a sent request individually, marked as a possible duplicate', async (store) => {
      const [reference = ''] = await saveAll(store, [{}, {}]);
      const digest = await claimDigest(store, noon);
      await store.recordOutcomes(digest?.requests.map((request) => resultOf(request)) ?? []);
      expect(await store.decide(reference, 'send again', later(minute))).toBe('sent');
      expect(await claimDigest(store, later(minute))).toBeUndefined();
      expect(await claim(store, later(minute), { limit: 9 })).toMatchObject([
        { reference, possibleDuplicate: true },
      ]);
    });

    storeTest('can retry a pending digest as a whole', async (store) => {
      const references = await saveAll(store, [{}, {}]);
      const digest = await claimDigest(store, noon);
      const deferral = { state: 'pending', dueAt: later(15 * minute) } as const;
      await store.recordOutcomes(digest?.requests.map((request) => resultOf(request, deferral)) ?? []);
      await store.decide(references[1] ?? '', 'send again', later(second));
      const repeat = await claimDigest(store, later(second));
      expect(repeat).toMatchObject({ id: digest?.id, isRepeat: true });
      expect(repeat?.requests.map(({ reference }) => reference)).toEqual(references);
    });

    storeTest(
      'can mark a pending request as done: it is never claimed again, and purged when it expires',
      async (store) => {
        const [reference = ''] = await saveAll(store, [{ clientIp: '198.51.100.7' }]);
        expect(await store.decide(reference, 'done', noon)).toBe('pending');
        expect(await claim(store, later(minute), { which: 'everything' })).toEqual([]);
        expect(await store.find(reference)).toMatchObject({
          state: 'sent',
          sentAt: noon,
          smtpCode: markedDone,
        });
        expect(await store.check(noon)).toMatchObject({ oldestUnsent: undefined });
        expect(await store.findExpired({ deliveredBefore: later(1), limit: 9 })).toEqual([reference]);
      },
    );

    storeTest(
      'can neither change a request that is being sent nor mark a sent one as done',
      async (store) => {
        const [reference = ''] = await saveAll(store, [{}]);
        const claimed = await claimOne(store, noon);
        expect(await store.decide(reference, 'done', later(1))).toBe('sending');
        expect(await store.decide(reference, 'send again', later(1))).toBe('sending');
        expect(await store.recordOutcomes([resultOf(claimed)])).toBe(1);
        expect(await store.decide(reference, 'done', later(minute))).toBe('sent');
        expect(await store.find(reference)).toMatchObject({ sentAt: noon, smtpCode: '250' });
      },
    );
  });

  describe('check and purge', () => {
    storeTest('report the oldest unsent message and the number of dead letters', async (store) => {
      expect(await store.check(noon)).toMatchObject({ oldestUnsent: undefined, deadLettered: 0 });
      await saveAll(store, [{ receivedAt: later(-minute) }, {}]);
      expect(await store.check(noon)).toMatchObject({ oldestUnsent: later(-minute), deadLettered: 0 });
      await deliver(store);
      await store.recordOutcomes([resultOf(await claimOne(store, noon), { state: 'dead_lettered' })]);
      expect(await store.check(noon)).toMatchObject({ oldestUnsent: noon, deadLettered: 1 });
    });

    storeTest('report the oldest unsent request of each kind that alerts cover', async (store) => {
      expect(await store.oldestUnsent()).toEqual({ refused: [] });
      const emergency = { fields: { ...posted({}).fields, service: 'emergency' as const } };
      const fleet = { fields: { ...posted({}).fields, service: 'fleet' as const } };
      const [trap, refused, first, urgent] = await saveAll(store, [
        { ...emergency, honeypotFilled: true },
        fleet,
        { ...fleet, receivedAt: later(-minute) },
        emergency,
        emergency,
      ]);
      for (const claimed of await store.claim({
        now: noon,
        leaseEndsAt: later(minute),
        limit: 9,
        which: 'everything',
      })) {
        const state = claimed.reference === refused ? 'dead_lettered' : 'pending';
        await store.recordOutcomes([resultOf(claimed, { state })]);
      }
      const expected = {
        ordinary: { reference: first, receivedAt: later(-minute) },
        inDigest: { reference: trap, receivedAt: noon },
        emergency: { reference: urgent, receivedAt: noon },
        refused: [refused],
      };
      expect(await store.oldestUnsent()).toEqual(expected);
      // Even when it is retried, a dead letter counts as permanently refused.
      await store.requeue('dead-lettered', noon);
      expect(await store.oldestUnsent()).toEqual(expected);
    });

    storeTest('find and remove only what was delivered', async (store) => {
      const [delivered = '', unsent = ''] = await saveAll(store, [{ receivedAt: later(-1) }, {}]);
      await deliver(store);
      const expired = (deliveredBefore: Date) => store.findExpired({ deliveredBefore, limit: 10 });
      expect(await expired(noon)).toEqual([]);
      expect(await expired(later(1))).toEqual([delivered]);
      await store.purge([delivered, unsent]);
      expect(await expired(later(1))).toEqual([]);
      expect(await store.save(posted({ idempotencyKey: '0' }))).toMatchObject({ outcome: 'saved' });
      expect(await store.save(posted({ idempotencyKey: '1' }))).toEqual({
        outcome: 'repeated',
        reference: unsent,
      });
    });
  });
});
