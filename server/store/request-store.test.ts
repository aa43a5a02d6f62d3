/**
 * The contract of every store. Add an entry to `stores` to test another store. Engine-specific behavior is
 * tested next to the engine.
 */

import { describe, expect, onTestFinished, test } from 'vitest';
import { otherLanguage as language } from '../../tests/support/example-facts.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { createInProcessStore } from '../../tests/support/in-process-store.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { connectToSharedPostgres } from '../../tests/support/postgres.ts';
import { day, minute } from '../clock.ts';
import type { DeliveryResult, MessageResult } from '../queue/record-result.ts';
import type { RequestChannelData } from '../requests/channel-data.ts';
import { DeviceRemovedError } from '../requests/devices.ts';
import type { NewOwnerChange } from '../requests/owner-changes.ts';
import type { DeliveryWithRequest } from '../requests/request-channel.ts';
import { createReference, type PostedRequest, type SaveResult } from '../requests/save.ts';
import { type DatabaseServer, parseDatabaseUrl } from '../settings/connection-urls.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import type { RequestStore } from './request-store.ts';
import { openDatabase } from './sqlite/database.ts';

type TestClock = ReturnType<typeof createFakeClock>;
type Open = (channels: readonly RequestChannelData[]) => RequestStore;

/** Each entry returns a function that opens another store on the same data. */
const stores: Record<string, (clock: TestClock) => Promise<Open>> = {
  // Without the store's thread, which sqlite-store.test.ts covers: starting it takes longer than most tests.
  SQLite: async (clock) => {
    const folder = createMemoryFolder('store');
    return (channels) => {
      const database = openDatabase(folder);
      return createInProcessStore(() => database, { clock, channels });
    };
  },
  PostgreSQL: async (clock) => {
    const server = parseDatabaseUrl(await emptyDatabase()) as DatabaseServer;
    return (channels) => openPostgresStore({ server, log: () => undefined, clock, channels });
  },
};

let database: Promise<string> | undefined;

/** Creates this file's database, or empties it, which takes a fraction of the time. */
async function emptyDatabase(): Promise<string> {
  const postgres = await connectToSharedPostgres();
  database ??= postgres.newDatabase();
  await postgres.query('drop schema if exists site_requests cascade', [], await database);
  return database;
}

let clock: TestClock;

const noon = new Date('2026-11-30T12:00:00Z');
const lease = minute;

const email = (...recipients: string[]): RequestChannelData => ({ name: 'email', recipients });
const owner = email('owner@example.com');
/** The channel of the emails about a request's cancellation or deletion. */
const ownerUpdates: RequestChannelData = { name: 'news', recipients: owner.recipients, accepts: 'none' };
const mailboxes = ['owner@example.com', 'day@example.com', 'night@example.com'];
const fields = { ...exampleRequest, service: 'fleet' as const };
const emergency = { fields: { ...fields, service: 'emergency' as const } };
const withoutNumber = { fields: { ...emergency.fields, phone: 'ask for Bob' } };

function posted(changes: Partial<PostedRequest> = {}): PostedRequest {
  return { fields, language: 'en', idempotencyKey: undefined, ...changes };
}

/** Creates the result of a message with one delivery. */
function createResult(
  claimed: DeliveryWithRequest | undefined,
  {
    bucket,
    steps,
    mentionsWaiting = false,
    failingRecipient,
    ...changes
  }: Partial<MessageResult & DeliveryResult> = {},
): MessageResult {
  const delivery: DeliveryResult = {
    deliveryId: 0,
    requestId: 0,
    leaseToken: '',
    ...claimed,
    step: claimed?.step ?? 0,
    state: 'sent',
    dueIn: 0,
    backOffCount: 0,
    possibleDuplicate: false,
    result: 'accepted 250',
    ...changes,
  };
  return {
    channel: claimed?.channel ?? '',
    recipient: claimed?.recipient ?? '',
    isAccepted: delivery.state === 'sent',
    mayHaveArrived: delivery.possibleDuplicate,
    deliveries: [delivery],
    claimedAt: clock.wallTime().getTime(),
    ...{ bucket, steps, mentionsWaiting, failingRecipient },
  };
}

const refusal = { state: 'refused', result: 'refused 550', dueIn: day } as const;
const getReference = (result: SaveResult) => ('reference' in result ? result.reference : '');
const references = (all: readonly { reference: string }[]) => all.map(({ reference }) => reference);

test('a reference has six characters that are not easily confused', () => {
  const drawn = new Set(Array.from({ length: 1_000 }, createReference));
  expect(drawn.size).toBe(1_000);
  for (const reference of drawn) {
    expect(reference).toMatch(/^[2-9A-HJKMNP-Z]{6}$/);
  }
});

describe.each(Object.entries(stores))('a store in %s', (engine, prepare) => {
  /**
   * Runs a test on an empty store at noon. `another` opens the store again, as a second server or the next process
   * would.
   */
  function storeTest(
    name: string,
    run: (store: RequestStore, another: (...channels: RequestChannelData[]) => RequestStore) => Promise<void>,
  ): void {
    test(name, async () => {
      clock = createFakeClock(noon);
      const open = await prepare(clock);
      const another = (...channels: RequestChannelData[]) => {
        const store = open(channels.length > 0 ? channels : [owner]);
        onTestFinished(() => store.close());
        return store;
      };
      const store = another();
      // The first call may take seconds on a busy machine.
      await store.findWithDeliveries('AAAAAA');
      await run(store, another);
    });
  }

  const claim = async (store: RequestStore, options: Partial<Parameters<typeof store.claim>[0]> = {}) =>
    (await store.claim({ channel: 'email', recipients: mailboxes, limit: 1, ...options })).deliveries;

  /** Ends expired leases, which every claim does first. */
  const endLeases = (store: RequestStore) => claim(store, { channel: 'nothing' });

  const claimOne = async (store: RequestStore) => (await claim(store))[0];
  const getDeliveryState = async (store: RequestStore, reference = '') =>
    (await store.findWithDeliveries(reference))?.deliveries[0]?.state;
  const deliver = async (store: RequestStore) => store.recordResult(createResult(await claimOne(store)));

  /** Saves requests in order, each with its own key. */
  const saveAll = async (store: RequestStore, all: readonly Partial<PostedRequest>[]) => {
    const posts = all.map((changes, index) => posted({ idempotencyKey: `${index}`, ...changes }));
    return (await store.saveAll(posts)).map(getReference);
  };

  /** Pairs a device and returns its ID. */
  const pair = async (store: RequestStore, name: string) => {
    const { token } = await store.createPairing();
    const paired = await store.pairDevice({ token, name, firstName: name, recipient: null });
    return (await store.readDashboard('key' in paired ? paired.key : ''))?.me.id ?? 0;
  };

  describe('save', () => {
    storeTest('keeps every field exactly as it was posted', async (store) => {
      const message = 'Several\nlines \0, 🚛 "quotes", %s, \\, O\'Brien; --, a \uffff and a \uffff0';
      const [reference = ''] = await saveAll(store, [{ fields: { ...fields, message }, language }]);
      const expected = { fields: { ...fields, message }, receivedAt: noon, language };
      expect(await store.findWithDeliveries(reference)).toMatchObject(expected);
      expect(await claimOne(store)).toMatchObject({ ...expected, possibleDuplicate: false });
    });

    storeTest('treats equal content without a key as one request for ten minutes', async (store) => {
      const first = await store.save(posted());
      clock.advance(10 * minute);
      expect(await store.save(posted())).toEqual({ ...first, outcome: 'repeated' });
      clock.advance(1);
      expect(await store.save(posted())).toMatchObject({ outcome: 'saved' });
      // A request that was saved while the clock was ahead must not count for a year.
      clock.jump(365 * day);
      await store.save(posted());
      clock.jump(-365 * day);
      expect(await store.save(posted())).toMatchObject({ outcome: 'saved' });
    });

    storeTest(
      'treats equal content without a key as a new request once the earlier one has ended',
      async (store) => {
        const endings = [
          (reference: string) => store.cancelRequest({ reference }),
          (reference: string) => store.eraseRequest({ reference }),
          (reference: string) => store.endRequest({ reference, ending: 'closed' }),
          (reference: string) => store.endRequest({ reference, ending: 'done' }),
        ];
        for (const end of endings) {
          const first = await store.save(posted());
          await end(getReference(first));
          const second = await store.save(posted());
          expect(second).toMatchObject({ outcome: 'saved' });
          expect(await store.save(posted())).toEqual({ ...second, outcome: 'repeated' });
          await end(getReference(second));
          const keyed = await store.save(posted({ idempotencyKey: 'k' }));
          await end(getReference(keyed));
          expect(await store.save(posted({ idempotencyKey: 'k' }))).toEqual({
            ...keyed,
            outcome: 'repeated',
          });
        }
      },
    );

    storeTest("remembers a client's key for as long as the request", async (store, another) => {
      const first = await store.save(posted({ idempotencyKey: 'k' }));
      clock.advance(day);
      await store.close();
      const next = another();
      await next.findWithDeliveries('AAAAAA');
      const repeat = { idempotencyKey: 'k', honeypotFilled: true };
      expect(await next.save(posted(repeat))).toEqual({ ...first, outcome: 'repeated' });
      const other = posted({ idempotencyKey: 'k', fields: { ...fields, name: 'Someone Else' } });
      expect(await next.save(other)).toEqual({ outcome: 'mismatch' });
      const twins = ['j', 'j', 'j'].map((idempotencyKey) => next.save(posted({ idempotencyKey })));
      expect((await Promise.all(twins)).filter(({ outcome }) => outcome === 'saved')).toHaveLength(1);
    });
  });

  describe('the limit of accepted requests', () => {
    const from = (clientIp: string, count: number) =>
      Array.from({ length: count }, (_, nth) => posted({ idempotencyKey: `${clientIp} ${nth}`, clientIp }));

    const countOutcomes = async (outcome: string, store: RequestStore, posts: PostedRequest[]) =>
      (await store.saveAll(posts)).filter((result) => result.outcome === outcome).length;

    storeTest('is ten in ten minutes for each client, across restarts', async (store, another) => {
      const posts = from('192.0.2.1', 15);
      expect(await countOutcomes('saved', store, posts.slice(0, 5))).toBe(5);
      // Opens the connections first, so that all ten posts arrive at once.
      await Promise.all(posts.map(() => store.findWithDeliveries('AAAAAA')));
      const results = await Promise.all(posts.slice(5).map((post) => store.save(post)));
      expect(results.filter(({ outcome }) => outcome === 'saved')).toHaveLength(5);
      const one = posted({ idempotencyKey: 'later', clientIp: '192.0.2.1' });
      const next = another();
      expect(await next.save(one)).toEqual({ outcome: 'limited', retryAfterSeconds: 600 });
      // Repeats of accepted requests are let through and don't count.
      expect(await countOutcomes('repeated', next, posts)).toBe(10);
      expect(await countOutcomes('saved', next, [...from('192.0.2.2', 3), ...from('192.0.2.2', 10)])).toBe(
        10,
      );
      clock.advance(10 * minute);
      expect(await next.save(one)).toMatchObject({ outcome: 'saved' });
    });

    const fromEachHousehold = (prefix: string, end = '') =>
      Array.from({ length: 51 }, (_, index) => from(`${prefix}${index}${end}`, 1)).flat();

    storeTest('is fifty for an IPv6 /48', async (store) => {
      expect(await countOutcomes('saved', store, fromEachHousehold('2001:db8:1:', '::/64'))).toBe(50);
      expect(await countOutcomes('saved', store, from('2001:db8:2:0::/64', 1))).toBe(1);
    });

    storeTest('does not apply to an IPv4 network as a whole', async (store) => {
      expect(await countOutcomes('saved', store, fromEachHousehold('192.0.2.'))).toBe(51);
    });
  });

  describe('claim', () => {
    storeTest('is exclusive while it is renewed', async (store, another) => {
      await store.save(posted());
      const claimed = await claimOne(store);
      const other = another();
      for (let renewals = 0; renewals < 4; renewals += 1) {
        clock.advance(20_000);
        await store.renewLeases([claimed?.leaseToken ?? '']);
        expect(await claim(other)).toEqual([]);
      }
    });

    storeTest('invalidates the results of earlier claims', async (store, another) => {
      await store.save(posted());
      const lost = await claimOne(store);
      const other = another();
      clock.advance(lease);
      await endLeases(other);
      await store.renewLeases([lost?.leaseToken ?? '']);
      clock.advance(lease);
      // The delivery pauses, because its lease has ended twice and it may be the cause.
      expect(await claim(other)).toEqual([]);
      clock.advance(lease);
      const current = await claimOne(other);
      expect(current).toMatchObject({ possibleDuplicate: true });
      await store.recordResult(createResult(lost));
      expect(await getDeliveryState(store, lost?.reference)).toBe('sending');
      await other.recordResult(createResult(current, refusal));
      await other.recordResult(createResult(current));
      expect(await getDeliveryState(store, lost?.reference)).toBe('refused');
    });

    storeTest(
      "returns a dead sender's deliveries after a start, if no other server sends",
      async (store, another) => {
        await store.save(posted());
        await claim(store);
        const next = another();
        await next.prepareDeliveries();
        if (engine === 'PostgreSQL') {
          expect(await claim(next)).toEqual([]);
          clock.advance(lease);
        }
        expect(await claimOne(next)).toMatchObject({ possibleDuplicate: true });
      },
    );

    storeTest('ignores times that only a wrong clock could have written', async (store, another) => {
      const year = 365 * day;
      clock.jump(10 * year);
      const ahead = another();
      await saveAll(ahead, [{}, {}, {}, {}]);
      await ahead.recordResult(createResult(await claimOne(ahead), { state: 'pending', dueIn: 15 * minute }));
      await ahead.recordResult(createResult(await claimOne(ahead), refusal));
      await deliver(ahead);
      await claimOne(ahead);
      clock.jump(-10 * year);
      await store.sweep(1);
      expect(await claim(store, { limit: 9 })).toHaveLength(3);
      // A new request shows that the clock is right.
      await saveAll(store, [{ idempotencyKey: 'later' }]);
      expect((await store.probeStatus()).longestUnsent?.waitTime).toBe(0);
      await store.sweep(1);
      clock.advance(2);
      expect(await store.sweep(1)).toBe(1);
    });
  });

  describe('the order of a flood', () => {
    storeTest(
      'is emergencies, other requests, then probable spam, with one per network per round',
      async (store) => {
        const [a1, a2, a3, b1, c1, c2, trap, probableSpam] = await saveAll(store, [
          { ...emergency, clientIp: '198.51.100.7' },
          { ...emergency, clientIp: '198.51.100.8' },
          { clientIp: '198.51.100.9' },
          { clientIp: '203.0.113.4' },
          { ...emergency, clientIp: '2001:db8:0:1::/64' },
          { ...emergency, clientIp: '2001:db8:0:2::/64' },
          { ...emergency, clientIp: '192.0.2.1', honeypotFilled: true },
          { ...withoutNumber, clientIp: '192.0.3.1', honeypotFilled: true },
        ]);
        expect(references(await claim(store, { limit: 9 }))).toEqual([
          a1,
          c1,
          trap,
          a2,
          c2,
          b1,
          a3,
          probableSpam,
        ]);
      },
    );

    storeTest("puts a network's first emergency before another network's second", async (store) => {
      const [, b1, b2, a1] = await saveAll(store, [
        { clientIp: '198.51.100.7' },
        { ...emergency, clientIp: '203.0.113.4' },
        { ...emergency, clientIp: '203.0.113.5' },
        { ...emergency, clientIp: '198.51.100.8' },
      ]);
      expect(references(await claim(store, { limit: 3 }))).toEqual([b1, a1, b2]);
    });

    storeTest('keeps its rounds during sending, and puts refused requests last', async (store) => {
      const flood = Array.from({ length: 4 }, () => ({ ...emergency, clientIp: '198.51.100.7' }));
      const [, refused, ...others] = await saveAll(store, flood);
      await deliver(store);
      await store.recordResult(createResult(await claimOne(store), { ...refusal, dueIn: 0 }));
      const [late] = await saveAll(store, [
        { ...emergency, idempotencyKey: 'late', clientIp: '203.0.113.4' },
      ]);
      expect(references(await claim(store, { limit: 9 }))).toEqual([late, ...others, refused]);
    });
  });

  describe('the owner in Dispatch', () => {
    storeTest(
      "can undo the closing of a network's requests after their hashes were deleted",
      async (store) => {
        const flood = [{ clientIp: '198.51.100.7' }, { clientIp: '198.51.100.8' }];
        const [taken = '', first = ''] = await saveAll(store, [{ clientIp: '198.51.100.9' }, ...flood]);
        await store.takeRequest({ reference: taken, by: 'Ana', device: 1 });
        clock.advance(11 * minute);
        expect(await store.closeNetworkRequests({ reference: first })).toBe(2);
        await store.sweep();
        expect(await store.reopenNetworkRequests({ reference: first })).toBe(2);
        expect(await claim(store, { limit: 9 })).toHaveLength(3);
      },
    );

    storeTest(
      'learns that somebody else took a request, even if neither person gave a name',
      async (store) => {
        const [reference = ''] = await saveAll(store, [{}]);
        const take = (retryKey: string | undefined) =>
          store.takeRequest({ reference, by: '', device: null, retryKey });
        expect(await take('one')).toMatchObject({ outcome: 'succeeded', hasChanged: true });
        expect(await take('one')).toMatchObject({ outcome: 'succeeded', hasChanged: false });
        expect(await take('other')).toMatchObject({ outcome: 'already_taken' });
        expect(await take(undefined)).toMatchObject({ outcome: 'already_taken' });
      },
    );

    storeTest('can enter an arrival time after taking a request without a name', async (store) => {
      const [reference = ''] = await saveAll(store, [emergency]);
      await store.takeRequest({ reference, by: '', device: null });
      const ben = { by: 'Ben', device: 2 };
      expect(await store.markOnTheWay({ reference, minutes: 20, ...ben })).toMatchObject({
        outcome: 'succeeded',
      });
      const other = await store.markOnTheWay({ reference, minutes: 40, by: 'Ana', device: 1 });
      expect(other).toMatchObject({ outcome: 'already_taken' });
    });

    storeTest('can enter an arrival time after taking a request under the same name', async (store) => {
      const [reference = ''] = await saveAll(store, [emergency]);
      await store.takeRequest({ reference, by: 'Ben', device: null, retryKey: 'a link' });
      const ana = { reference, minutes: 40, by: 'Ana', device: 1 };
      expect(await store.markOnTheWay(ana)).toMatchObject({ outcome: 'already_taken' });
      const ben = { reference, minutes: 20, by: 'ben', device: 2 };
      expect(await store.markOnTheWay(ben)).toMatchObject({ outcome: 'succeeded' });
    });

    storeTest('gets an answer about a link with characters that PostgreSQL rejects', async (store) => {
      expect(await store.findByTakeToken('\0'.repeat(30))).toBeUndefined();
      expect(await store.findByStatusToken('\0'.repeat(30))).toBeUndefined();
    });

    storeTest("can't use an old form to claim a request that somebody else took since", async (store) => {
      const [reference = ''] = await saveAll(store, [emergency]);
      await store.takeRequest({ reference, by: 'Ana', device: null, retryKey: 'form' });
      await store.giveBack({ reference });
      await store.takeRequest({ reference, by: 'Ben', device: 2 });
      expect(await store.takeRequest({ reference, by: 'Ana', device: null, retryKey: 'form' })).toMatchObject(
        {
          outcome: 'already_taken',
          request: { takenBy: 'Ben' },
        },
      );
    });

    storeTest("can't remove a device by the ID of a device that was removed before", async (store) => {
      await pair(store, 'Ana');
      const lost = await pair(store, 'Lost');
      await store.removeDevice({ id: lost });
      await pair(store, 'New');
      await store.removeDevice({ id: lost });
      expect((await store.listDevices()).map(({ name }) => name).toSorted()).toEqual(['Ana', 'New']);
    });

    storeTest('sees the devices in the order in which they were paired', async (store) => {
      const names = Array.from({ length: 10 }, (_, index) => `Phone ${index}`);
      for (const name of names) {
        await pair(store, name);
        clock.advance(1);
      }
      expect((await store.listDevices()).map(({ name }) => name)).toEqual(names);
    });

    storeTest("closes a network's requests, but not those that the driver canceled", async (store) => {
      const flood = ['198.51.100.7', '198.51.100.8', '198.51.100.9'].map((clientIp) => ({ clientIp }));
      const [first = '', canceled = ''] = await saveAll(store, flood);
      await store.cancelRequest({ reference: canceled });
      expect(await store.closeNetworkRequests({ reference: first })).toBe(2);
    });

    storeTest('closes at least the request itself once the hash of its network is deleted', async (store) => {
      const [reference = ''] = await saveAll(store, [{ clientIp: '198.51.100.7' }, {}]);
      await deliver(store);
      clock.advance(11 * minute);
      await store.sweep();
      expect(await store.findWithHistory(reference)).toMatchObject({ network: null });
      expect(await store.closeNetworkRequests({ reference })).toBe(1);
      expect(await store.findWithHistory(reference)).toMatchObject({ closedAt: clock.wallTime().getTime() });
      expect(await store.reopenNetworkRequests({ reference })).toBe(1);
    });

    storeTest('never closes a request that is taken at the same time', async (store) => {
      for (let round = 0; round < 5; round += 1) {
        const [reference = '', ...others] = await saveAll(store, [
          { clientIp: `198.51.100.${round}` },
          {},
          {},
        ]);
        await Promise.all([
          // With PostgreSQL, these make the others wait for the lock.
          ...others.map((other) => store.takeRequest({ reference: other, by: 'Ben', device: 2 })),
          store.takeRequest({ reference, by: 'Ana', device: 1 }),
          store.closeNetworkRequests({ reference }),
        ]);
        const { takenAt, closedAt } = (await store.findWithHistory(reference)) ?? {};
        expect([takenAt, closedAt]).toContain(null);
      }
    });

    storeTest('never closes a taken request with its network', async (store) => {
      const [reference = ''] = await saveAll(store, [{ clientIp: '198.51.100.7' }]);
      await store.takeRequest({ reference, by: 'Ana', device: 1 });
      expect(await store.closeNetworkRequests({ reference })).toBe(0);
    });

    storeTest(
      'gets the update about an erased request even while an earlier update is being sent',
      async (_, another) => {
        const store = another(owner, ownerUpdates);
        const [reference = ''] = await saveAll(store, [{}]);
        await deliver(store);
        await store.cancelRequest({ reference });
        const [canceled] = await claim(store, { channel: 'news' });
        await store.eraseRequest({ reference });
        await store.recordResult(createResult(canceled));
        expect(await claim(store, { channel: 'news' })).toMatchObject([{ reference }]);
      },
    );

    storeTest(
      'is told that a driver still needs help if an earlier email may have arrived',
      async (_, another) => {
        const store = another(owner, ownerUpdates);
        const [emailed = '', waiting = ''] = await saveAll(store, [{}, {}]);
        await deliver(store);
        for (const reference of [emailed, waiting]) {
          await store.cancelRequest({ reference });
        }
        await claim(store, { channel: 'news', limit: 9 });
        for (const reference of [emailed, waiting]) {
          await store.undoCancellation({ reference });
        }
        expect(await claim(store, { channel: 'news', limit: 9 })).toMatchObject([
          { reference: emailed, update: 'stillNeeded' },
          { reference: waiting, update: 'stillNeeded' },
        ]);
      },
    );

    storeTest(
      "isn't told that a driver still needs help before the request's own email",
      async (_, another) => {
        const store = another(owner, ownerUpdates);
        const [reference = ''] = await saveAll(store, [{}]);
        await store.cancelRequest({ reference });
        await store.undoCancellation({ reference });
        expect(await claim(store, { channel: 'news' })).toEqual([]);
        expect(await claim(store)).toMatchObject([{ reference }]);
      },
    );

    storeTest("gets updates that don't delay later emergencies from the same network", async (_, another) => {
      const store = another(owner, ownerUpdates);
      const [canceled = ''] = await saveAll(store, [{ ...emergency, clientIp: '198.51.100.7' }]);
      await deliver(store);
      await store.cancelRequest({ reference: canceled });
      const [b1, b2, a2] = await saveAll(store, [
        { ...emergency, clientIp: '203.0.113.4', idempotencyKey: 'b1' },
        { ...emergency, clientIp: '203.0.113.5', idempotencyKey: 'b2' },
        { ...emergency, clientIp: '198.51.100.8', idempotencyKey: 'a2' },
      ]);
      expect(references(await claim(store, { limit: 3 }))).toEqual([b1, a2, b2]);
    });

    storeTest(
      'is told of a second cancellation even while an earlier update is being sent',
      async (_, another) => {
        const store = another(owner, ownerUpdates);
        const [reference = ''] = await saveAll(store, [{}]);
        await deliver(store);
        await store.cancelRequest({ reference });
        await store.undoCancellation({ reference });
        const [stillNeeded] = await claim(store, { channel: 'news' });
        await store.cancelRequest({ reference });
        await store.recordResult(createResult(stillNeeded));
        expect(await claim(store, { channel: 'news' })).toMatchObject([{ reference, update: 'canceled' }]);
      },
    );

    storeTest("is asked to delete an erased request's email if it may have arrived", async (_, another) => {
      const store = another(owner, ownerUpdates);
      const [sent = '', sending = '', ambiguous = ''] = await saveAll(store, [{}, {}, {}]);
      await deliver(store);
      await claimOne(store);
      const possibleDuplicate = { state: 'pending', possibleDuplicate: true, dueIn: day } as const;
      await store.recordResult(createResult(await claimOne(store), possibleDuplicate));
      for (const reference of [sent, sending, ambiguous]) {
        await store.eraseRequest({ reference });
      }
      const asked = references(await claim(store, { channel: 'news', limit: 9 }));
      expect(asked).toEqual([sent, sending, ambiguous]);
    });

    storeTest("isn't asked to delete an erased request's email if none arrived", async (_, another) => {
      const store = another(owner, ownerUpdates);
      const [unsent = '', refused = ''] = await saveAll(store, [{}, {}]);
      await store.cancelRequest({ reference: unsent });
      await store.eraseRequest({ reference: unsent });
      await store.recordResult(createResult(await claimOne(store), refusal));
      await store.eraseRequest({ reference: refused });
      await store.prepareDeliveries();
      expect(await claim(store, { channel: 'news', limit: 9 })).toEqual([]);
    });

    storeTest('sees the latest test ring after more than a day', async (store) => {
      const { token } = await store.createPairing();
      const paired = await store.pairDevice({ token, name: 'Phone', firstName: '', recipient: null });
      await store.recordTestRing({ recipient: 'ana', isAccepted: false });
      clock.advance(2 * day);
      await store.sweep(day);
      const dashboard = await store.readDashboard('key' in paired ? paired.key : '');
      expect(dashboard?.testRings).toMatchObject([{ recipient: 'ana', isAccepted: 0 }]);
    });

    storeTest('gets only an email after "Email me again"', async (_, another) => {
      const store = another(owner, { name: 'page', recipients: ['ana'], accepts: 'untakenEmergencies' });
      const [reference = ''] = await saveAll(store, [emergency]);
      const claimed = await claim(store, { channel: 'page', recipients: ['ana'] });
      await store.recordResult(createResult(claimed[0]));
      await store.emailAgain({ reference });
      const deliveries = (await store.findWithDeliveries(reference))?.deliveries;
      expect(deliveries?.map(({ channel, state }) => [channel, state]).sort()).toEqual([
        ['email', 'pending'],
        ['page', 'sent'],
      ]);
    });

    storeTest('gets a marked email if a request was done while its email was sent', async (store) => {
      const [reference = ''] = await saveAll(store, [{}]);
      await claimOne(store);
      await store.endRequest({ reference, ending: 'done' });
      await store.reopenRequest({ reference });
      expect(await claimOne(store)).toMatchObject({ reference, possibleDuplicate: true });
    });
  });

  describe('a device', () => {
    storeTest('acts or is removed, but never both at once', async (store) => {
      await pair(store, 'Ana');
      for (let round = 0; round < 10; round += 1) {
        const id = await pair(store, 'Ben');
        const [reference = ''] = await saveAll(store, [{ idempotencyKey: `${round}` }]);
        const [take] = await Promise.allSettled([
          store.asDevice(id).takeRequest({ reference, by: 'Ben', device: id }),
          store.removeDevice({ id }),
        ]);
        const request = await store.findWithHistory(reference);
        expect(request?.takenDevice).toBeNull();
        expect(request?.takenAt === null).toBe(take.status === 'rejected');
        await expect(store.asDevice(id).endRequest({ reference, ending: 'done' })).rejects.toThrow(
          DeviceRemovedError,
        );
        expect((await store.findWithHistory(reference))?.doneAt).toBeNull();
      }
    });

    storeTest("doesn't get the requests of a device that was removed before", async (store) => {
      await pair(store, 'Ana');
      const ben = await pair(store, 'Ben');
      const [reference = ''] = await saveAll(store, [{}]);
      await store.takeRequest({ reference, by: 'Ben', device: ben });
      await store.removeDevice({ id: ben });
      const carl = await pair(store, 'Carl');
      expect(await store.takeRequest({ reference, by: 'Carl', device: carl })).toMatchObject({
        outcome: 'already_taken',
      });
    });

    storeTest('stays paired while the clock is wrong by more than 90 days', async (store) => {
      const { token } = await store.createPairing();
      const paired = await store.pairDevice({ token, name: 'Phone', firstName: '', recipient: null });
      const key = 'key' in paired ? paired.key : '';
      clock.advance(91 * day);
      expect(await store.readDashboard(key)).toBeDefined();
    });
  });

  describe('a request', () => {
    storeTest('is deleted although a mailbox refuses the update about it', async (_, another) => {
      const store = another(owner, ownerUpdates);
      const [reference = ''] = await saveAll(store, [{}]);
      await deliver(store);
      await store.cancelRequest({ reference });
      for (let days = 0; days < 3; days += 1) {
        const [update] = await claim(store, { channel: 'news' });
        await store.recordResult(createResult(update, refusal));
        clock.advance(day + 1);
      }
      expect(await claim(store, { channel: 'news' })).toEqual([]);
      await store.prepareDeliveries();
      expect(await claim(store, { channel: 'news' })).toEqual([]);
      expect(await store.sweep(day)).toBe(1);
    });

    storeTest("doesn't revive deliveries to removed recipients when it is reopened", async (_, another) => {
      const old = another(email('wrong@example.com'));
      const [reference = ''] = await saveAll(old, [{}]);
      const store = another(owner);
      await store.prepareDeliveries();
      await store.endRequest({ reference, ending: 'done' });
      await store.reopenRequest({ reference });
      const deliveries = (await store.findWithDeliveries(reference))?.deliveries;
      expect(
        deliveries?.filter(({ state }) => state === 'pending').map(({ recipient }) => recipient),
      ).toEqual(['owner@example.com']);
    });

    storeTest('stays done when its email is sent again', async (store) => {
      const [reference = ''] = await saveAll(store, [emergency]);
      await store.forceDone(reference);
      await store.emailAgainFromCommand(reference);
      expect((await store.findWithDeliveries(reference))?.doneAt).not.toBeNull();
    });
  });

  describe('a budget', () => {
    const budget = { maxRequests: 3, windowLength: 10 * minute, reservedSlots: 0 };
    const keys = (count: number, name = 'k') =>
      Array.from({ length: count }, (_, index) => ({ idempotencyKey: `${name}${index}` }));

    storeTest('counts a request once for all its recipients and retries', async (_, another) => {
      const store = another(email('day@example.com', 'night@example.com'));
      await saveAll(store, keys(5));
      const claimed = [...(await claim(store, { budget })), ...(await claim(store, { limit: 9, budget }))];
      expect(new Set(references(claimed)).size).toBe(3);
      expect(claimed).toHaveLength(6);
      const [retried] = claimed;
      await store.recordResult(createResult(retried, { state: 'pending', possibleDuplicate: true }));
      // A flood doesn't delay the retry.
      await saveAll(store, Array(10).fill(emergency));
      expect(references(await claim(store, { limit: 9, budget }))).toEqual([retried?.reference]);
    });

    storeTest('ignores deliveries that were counted while the clock was ahead', async (store, another) => {
      clock.jump(60 * minute);
      const ahead = another();
      await saveAll(ahead, keys(3));
      for (const _ of keys(3)) {
        await deliver(ahead);
      }
      clock.jump(-60 * minute);
      await store.sweep(day);
      clock.advance(60 * minute);
      await saveAll(store, keys(1, 'later'));
      expect(await claim(store, { budget })).toHaveLength(1);
    });

    storeTest('still counts requests after a sweep with a clock that is far ahead', async (store) => {
      await saveAll(store, keys(4));
      for (const _ of keys(3)) {
        await deliver(store);
      }
      expect(await store.sweep(-1)).toBe(0);
      expect(await claim(store, { budget })).toEqual([]);
    });

    storeTest(
      'counts emails that may have arrived, but not emails that were never transferred',
      async (store) => {
        await saveAll(store, keys(3));
        const claimed = await claim(store, { limit: 9, budget });
        for (const [index, possibleDuplicate] of [true, true, false].entries()) {
          await store.recordResult(
            createResult(claimed[index], { state: 'pending', dueIn: minute, possibleDuplicate }),
          );
        }
        await saveAll(store, keys(5, 'more'));
        expect(await claim(store, { limit: 9, budget })).toHaveLength(1);
      },
    );

    storeTest('counts a deferred email from when an earlier attempt may have arrived', async (store) => {
      await saveAll(store, keys(3));
      const claimAndRecord = async (mayHaveArrived: boolean) => {
        for (const delivery of await claim(store, { limit: 9, budget })) {
          const result = createResult(delivery, {
            state: 'pending',
            possibleDuplicate: true,
            dueIn: minute,
          });
          await store.recordResult({ ...result, mayHaveArrived });
        }
      };
      await claimAndRecord(true);
      clock.advance(9 * minute);
      await claimAndRecord(false);
      const saved = await saveAll(store, Array(3).fill(emergency));
      expect(await claim(store, { limit: 9, budget })).toEqual([]);
      clock.advance(minute);
      expect(references(await claim(store, { limit: 3, budget }))).toEqual(saved);
    });

    storeTest('reserves a part for the oldest requests, so that none starves', async (store) => {
      const [trap] = await saveAll(store, [{ idempotencyKey: 'trap', honeypotFilled: true }]);
      clock.advance(1_000);
      await saveAll(store, keys(3));
      const [fourth, fifth] = await saveAll(store, keys(3, 'later'));
      const claimWithOne = () => claim(store, { limit: 9, budget: { ...budget, reservedSlots: 1 } });
      for (const delivery of await claimWithOne()) {
        await store.recordResult(createResult(delivery));
      }
      clock.advance(10 * minute);
      expect(references(await claimWithOne())).toEqual([trap, fourth, fifth]);
    });

    storeTest('reserves as many requests for two addresses as for one', async (_, another) => {
      const store = another(email('day@example.com', 'night@example.com'));
      const spam = keys(2, 'spam').map((key) => ({ ...key, honeypotFilled: true }));
      const oldest = await saveAll(store, spam);
      clock.advance(1_000);
      await saveAll(store, keys(6));
      const claimWithTwo = () => claim(store, { limit: 20, budget: { ...budget, reservedSlots: 2 } });
      await claimWithTwo();
      clock.advance(10 * minute);
      expect(references(await claimWithTwo()).filter((reference) => oldest.includes(reference))).toHaveLength(
        4,
      );
    });

    storeTest(
      'is not reported as used up by a flood of probable spam, even when the oldest is promoted',
      async (store) => {
        const probableSpam = Array.from({ length: 9 }, (_, index) => ({
          idempotencyKey: `spam-${index}`,
          honeypotFilled: true,
        }));
        await saveAll(store, probableSpam);
        const options = {
          channel: 'email',
          recipients: owner.recipients,
          limit: 2,
          budget: { ...budget, reservedSlots: 2 },
        };
        for (const _ of keys(3)) {
          expect(await store.claim(options)).toMatchObject({ hasHeldBackDeliveries: false });
        }
        await saveAll(store, keys(1));
        expect(await store.claim(options)).toMatchObject({ hasHeldBackDeliveries: true });
      },
    );
  });

  describe('a starting server', () => {
    storeTest(
      'closes the deliveries to a removed recipient until the recipient returns',
      async (store, another) => {
        const [sent = ''] = await saveAll(store, [{}, {}]);
        await deliver(store);
        const next = another(email('night@example.com'));
        await next.prepareDeliveries();
        const waiting = async () => (await claim(store, { limit: 9 })).map(({ recipient }) => recipient);
        expect(await waiting()).toEqual(['night@example.com']);
        expect((await next.findWithDeliveries(sent))?.deliveries.map(({ state }) => state)).toEqual(['sent']);
        await store.prepareDeliveries();
        expect(await waiting()).toEqual(['owner@example.com']);
      },
    );

    storeTest('sends filed requests once the channel delivers', async (store, another) => {
      await store.save(posted());
      await store.recordResult(createResult(await claimOne(store), { state: 'filed', result: 'filed file' }));
      await store.prepareDeliveries();
      expect(await claim(store)).toEqual([]);
      await another({ ...owner, canDeliver: true }).prepareDeliveries();
      expect(await claim(store)).toHaveLength(1);
    });

    storeTest('sends filed owner updates that still apply once the channel delivers', async (_, another) => {
      const store = another(owner, ownerUpdates);
      const [canceled = '', done = ''] = await saveAll(store, [{}, {}]);
      await deliver(store);
      await deliver(store);
      for (const reference of [canceled, done]) {
        await store.cancelRequest({ reference });
        const [update] = await claim(store, { channel: 'news' });
        await store.recordResult(createResult(update, { state: 'filed', result: 'filed file' }));
      }
      await store.endRequest({ reference: done, ending: 'done' });
      await store.prepareDeliveries();
      expect(await claim(store, { channel: 'news', limit: 9 })).toEqual([]);
      await another(owner, { ...ownerUpdates, canDeliver: true }).prepareDeliveries();
      expect(references(await claim(store, { channel: 'news', limit: 9 }))).toEqual([canceled]);
    });

    storeTest('sends owner updates that version 7 closed, unless the request is done', async (_, another) => {
      const store = another(owner, ownerUpdates);
      const [canceled = '', erased = '', needed = '', done = ''] = await saveAll(store, [{}, {}, {}, {}]);
      await deliver(store);
      await deliver(store);
      await deliver(store);
      await store.cancelRequest({ reference: canceled });
      await store.eraseRequest({ reference: erased });
      await store.cancelRequest({ reference: needed });
      await store.undoCancellation({ reference: needed });
      await store.cancelRequest({ reference: done });
      await store.endRequest({ reference: done, ending: 'done' });
      // Version 7 has no channel for owner updates.
      await another(owner).prepareDeliveries();
      expect(await claim(store, { channel: 'news', limit: 9 })).toEqual([]);
      await store.prepareDeliveries();
      const sent = references(await claim(store, { channel: 'news', limit: 9 }));
      expect(sent).toEqual([canceled, erased, needed]);
    });

    storeTest(
      'finds recent cancellations and deletions of taken requests by their drivers',
      async (store) => {
        const references = await saveAll(store, [{}, {}, {}, {}, {}, {}]);
        const [old = '', recent = '', done = '', untaken = '', deleted = '', deletedByOwner = ''] =
          references;
        for (const reference of [old, recent, done, deleted, deletedByOwner]) {
          await store.takeRequest({ reference, by: 'Ana', device: 1 });
        }
        await store.cancelRequest({ reference: old });
        clock.advance(31 * minute);
        for (const reference of [recent, done, untaken]) {
          await store.cancelRequest({ reference });
        }
        await store.endRequest({ reference: done, ending: 'done' });
        await store.eraseRequest({ reference: deleted, isByDriver: true });
        await store.eraseRequest({ reference: deletedByOwner });
        await store.recordDriverAlarm({ reference: recent, recipient: 'ntfy.sh/ana' });
        expect(await store.findRecentDriverEvents()).toEqual([
          { reference: recent, event: 'canceled', notifiedRecipients: ['ntfy.sh/ana'] },
          { reference: deleted, event: 'erased', notifiedRecipients: [] },
        ]);
      },
    );

    storeTest('finds no notified recipients of a second cancellation', async (store) => {
      const [reference = ''] = await saveAll(store, [{}]);
      await store.takeRequest({ reference, by: 'Ana', device: 1 });
      await store.cancelRequest({ reference });
      await store.recordDriverAlarm({ reference, recipient: 'ntfy.sh/ana' });
      clock.advance(minute);
      await store.undoCancellation({ reference });
      await store.takeRequest({ reference, by: 'Ana', device: 1 });
      await store.cancelRequest({ reference });
      expect(await store.findRecentDriverEvents()).toEqual([
        { reference, event: 'canceled', notifiedRecipients: [] },
      ]);
    });
  });

  describe("the owner's commands", () => {
    storeTest('list the latest requests, newest first, each with its deliveries', async (_, another) => {
      const store = another(email('day@example.com', 'night@example.com'));
      const [, sent, trap] = await saveAll(store, [{}, {}, { honeypotFilled: true }]);
      for (const delivery of (await claim(store, { limit: 4 })).slice(2)) {
        await store.recordResult(createResult(delivery));
      }
      const deliveries = ['day@example.com', 'night@example.com'].map((recipient) => ({ recipient }));
      expect(await store.listRequests(2)).toMatchObject([
        { reference: trap, honeypotFilled: true, deliveries },
        { reference: sent, deliveries: deliveries.map((delivery) => ({ ...delivery, state: 'sent' })) },
      ]);
    });

    storeTest('list unsent emergencies first, probable spam last, and the total number', async (store) => {
      const changes = [{ honeypotFilled: true }, {}, {}, emergency, {}];
      const [trap, sent, oldest, urgent, newest] = await saveAll(store, changes);
      for (const delivery of await claim(store, { limit: 9 })) {
        if (delivery.reference === sent) {
          await store.recordResult(createResult(delivery));
        }
      }
      const { requests, count } = await store.listUnsent(3);
      expect(references(requests)).toEqual([urgent, oldest, newest]);
      expect(count).toBe(4);
      expect(requests[0]?.deliveries).toMatchObject([{ state: 'sending' }]);
      expect(references((await store.listUnsent(9)).requests).at(-1)).toBe(trap);
      expect(await store.countRequests()).toBe(5);
    });

    storeTest('send requests again, marking those already sent as possible duplicates', async (store) => {
      const [deferred = '', refused = '', sent = ''] = await saveAll(store, [{}, {}, {}]);
      await store.recordResult(createResult(await claimOne(store), { state: 'pending', dueIn: 15 * minute }));
      await store.recordResult(createResult(await claimOne(store), refusal));
      await deliver(store);
      for (const reference of [deferred, refused, sent]) {
        expect(await store.emailAgainFromCommand(reference)).toBe(true);
      }
      expect(await store.emailAgainFromCommand('AAAAAA')).toBe(false);
      const claimed = await claim(store, { limit: 9 });
      expect(references(claimed)).toEqual([deferred, refused, sent]);
      expect(claimed.map(({ possibleDuplicate }) => possibleDuplicate)).toEqual([false, false, true]);
    });

    storeTest('stop all deliveries of a request by marking it as done', async (store) => {
      const [sent = '', sending = '', pending = ''] = await saveAll(store, [{}, {}, {}]);
      await deliver(store);
      const lost = await claimOne(store);
      for (const reference of [sent, sending, pending]) {
        await store.forceDone(reference);
      }
      await store.recordResult(createResult(lost, { state: 'pending' }));
      clock.advance(day);
      await store.prepareDeliveries();
      expect(await claim(store)).toEqual([]);
      expect(await store.findWithDeliveries(pending)).toMatchObject({ doneAt: noon });
      const states = await Promise.all([sent, sending, pending].map((name) => getDeliveryState(store, name)));
      expect(states).toEqual(['sent', 'closed', 'closed']);
      expect(await store.sweep(day - 1)).toBe(3);
    });

    storeTest('list how a request ended', async (store) => {
      const [reference = ''] = await saveAll(store, [emergency]);
      expect(await store.findWithDeliveries(reference)).toMatchObject({ ending: '' });
      await store.cancelRequest({ reference });
      expect(await store.findWithDeliveries(reference)).toMatchObject({ ending: 'canceled' });
    });
  });

  describe('status', () => {
    storeTest('reports the number of unsent requests, the longest waits, and refusals', async (store) => {
      const none = { unsentCount: 0, refused: [], refusingRecipients: 0, setAside: [], isBackupLate: false };
      expect(await store.probeStatus()).toEqual(none);
      const [, refused] = await saveAll(store, [{ ...withoutNumber, honeypotFilled: true }, {}]);
      clock.advance(minute);
      const [urgent] = await saveAll(store, [{ ...emergency, idempotencyKey: 'urgent' }]);
      for (const delivery of await claim(store, { limit: 9 })) {
        const changes = delivery.reference === refused ? refusal : { state: 'pending' as const, dueIn: day };
        await store.recordResult(createResult(delivery, changes));
      }
      const expected = {
        unsentCount: 2,
        longestUnsent: { reference: refused, waitTime: minute },
        longestUnsentEmergency: { reference: urgent, waitTime: 0 },
        refused: [refused],
      };
      expect(await store.probeStatus()).toMatchObject(expected);
      // A refused request counts as refused even while it is retried.
      clock.advance(day);
      await claim(store, { limit: 9 });
      expect((await store.probeStatus()).refused).toEqual([refused]);
    });

    storeTest('agrees with the dashboard about refused emails, without probable spam', async (store) => {
      const { token } = await store.createPairing();
      const paired = await store.pairDevice({ token, name: 'Phone', firstName: '', recipient: null });
      const expectRefused = async (count: number) => {
        const { refused, unsentCount } = await store.probeStatus();
        expect([refused.length, unsentCount]).toEqual([count, count]);
        const dashboard = await store.readDashboard('key' in paired ? paired.key : '');
        expect(dashboard?.email).toMatchObject({ refused: count, waiting: count });
      };
      const requests = [{ honeypotFilled: true }, { ...emergency, honeypotFilled: true }, {}];
      for (const [index, count] of [0, 1, 2].entries()) {
        await saveAll(store, requests.slice(0, index + 1));
        for (const delivery of await claim(store)) {
          await store.recordResult(createResult(delivery, refusal));
        }
        await expectRefused(count);
      }
      clock.advance(day);
      // All three are being retried.
      expect(await claim(store, { limit: 9 })).toHaveLength(3);
      await expectRefused(2);
    });

    storeTest('counts how long an email waits from when it was sent again', async (store) => {
      const { token } = await store.createPairing();
      const paired = await store.pairDevice({ token, name: 'Phone', firstName: '', recipient: null });
      const [reference = '', unsent = ''] = await saveAll(store, [emergency, {}]);
      await deliver(store);
      clock.advance(day);
      for (const emailAgain of [
        () => store.emailAgain({ reference }),
        () => store.emailAgainFromCommand(reference),
      ]) {
        await emailAgain();
        clock.advance(minute);
        await emailAgain();
        expect((await store.probeStatus()).longestUnsentEmergency).toMatchObject({
          reference,
          waitTime: minute,
        });
        await deliver(store);
      }
      await store.emailAgain({ reference });
      // A request that was never emailed has waited since it was saved.
      await store.emailAgain({ reference: unsent });
      const waitTime = day + 2 * minute;
      expect((await store.probeStatus()).longestUnsent).toMatchObject({ reference: unsent, waitTime });
      await store.endRequest({ reference: unsent, ending: 'done' });
      const dashboard = await store.readDashboard('key' in paired ? paired.key : '');
      expect(dashboard?.email).toMatchObject({ waiting: 1, longestWait: 0 });
      // That request's wait has ended, so a new one begins.
      clock.advance(minute);
      await store.emailAgain({ reference: unsent });
      expect((await store.probeStatus()).longestUnsent).toMatchObject({ reference, waitTime: minute });
    });
  });

  describe('an on-call recipient', () => {
    const steps = [0, 3, 6, 9].map((step) => step * minute);
    const ana: RequestChannelData = {
      name: 'page',
      recipients: ['ana'],
      accepts: 'untakenEmergencies',
      steps,
    };
    const bucket = { capacity: 4, refillInterval: 7.5 * minute };
    const ring = (store: RequestStore) =>
      store.claim({ channel: 'page', recipients: ['ana'], limit: 5, budget: bucket });
    const accepted = { bucket, steps } as const;
    /** Claims an alarm, records it as accepted, and returns the references it named and the number it didn't name. */
    const alarm = async (store: RequestStore) => {
      const { deliveries, waiting, claimedAt } = await ring(store);
      const [first] = deliveries;
      if (first) {
        const results = deliveries.flatMap((delivery) => createResult(delivery, accepted).deliveries);
        await store.recordResult({
          ...createResult(first, accepted),
          deliveries: results,
          claimedAt,
          mentionsWaiting: waiting > 0,
        });
      }
      return { named: references(deliveries), waiting };
    };
    const network = (number: number) => ({
      ...emergency,
      idempotencyKey: `network ${number}`,
      clientIp: `198.${18 + Math.floor(number / 250)}.${number % 250}.9`,
    });
    const networks = (count: number) => Array.from({ length: count }, (_, number) => network(number));

    storeTest(
      'rings for an emergency, even after a killed server, until somebody takes it',
      async (_, another) => {
        const store = another(ana);
        const trap = { ...withoutNumber, honeypotFilled: true };
        const [reference = ''] = await saveAll(another(ana), [emergency, {}, trap]);
        expect((await ring(another(ana))).deliveries).toMatchObject([{ reference, step: 0 }]);
        expect((await ring(store)).deliveries).toEqual([]);
        clock.advance(lease);
        const { deliveries } = await ring(store);
        // Another claim ends the leases, but the result can still be recorded.
        clock.advance(lease);
        await endLeases(store);
        await store.recordResult(createResult(deliveries[0], accepted));
        clock.advance(minute);
        expect((await ring(store)).deliveries).toMatchObject([{ reference, step: 1 }]);
        await store.takeRequest({ reference, by: 'Ana', device: null });
        clock.advance(lease);
        expect((await ring(store)).deliveries).toEqual([]);
        expect(await store.findWithDeliveries(reference)).toMatchObject({ takenBy: 'Ana' });
      },
    );

    storeTest(
      'stops ringing for a request that was taken while a crashing server was sending its alarm',
      async (_, another) => {
        const store = another(ana);
        const [reference = ''] = await saveAll(store, [emergency]);
        expect(references((await ring(store)).deliveries)).toEqual([reference]);
        await store.takeRequest({ reference, by: 'Ana', device: null });
        clock.advance(lease);
        expect((await ring(store)).deliveries).toEqual([]);
      },
    );

    storeTest('gets no alarm about an erased request that is sent again', async (_, another) => {
      const store = another(ana);
      const [reference = ''] = await saveAll(store, [emergency]);
      const options = { channel: 'page', recipients: ['ana'], limit: 5, budget: { ...bucket, capacity: 1 } };
      expect(references((await store.claim(options)).deliveries)).toEqual([reference]);
      await store.eraseRequest({ reference });
      // Reopens the deliveries, as a start of version 7 does.
      await store.emailAgainFromCommand(reference);
      expect(await store.claim(options)).toMatchObject({ deliveries: [], hasHeldBackDeliveries: false });
    });

    storeTest('gets no first alarm about a request after two days', async (_, another) => {
      const store = another(ana);
      await saveAll(store, [emergency]);
      clock.advance(2 * day + 1);
      expect((await ring(store)).deliveries).toEqual([]);
    });

    storeTest('gets four alarms at once, then one more every 7.5 minutes', async (_, another) => {
      const store = another(ana);
      const all = await saveAll(store, networks(12));
      expect(await alarm(store)).toEqual({ named: all.slice(0, 5), waiting: 7 });
      expect(await alarm(store)).toEqual({ named: all.slice(5, 10), waiting: 2 });
      expect(await alarm(store)).toEqual({ named: all.slice(10), waiting: 0 });
      clock.advance(3 * minute);
      // One slot is left, and only repeats are due.
      expect(await alarm(store)).toEqual({ named: [], waiting: 0 });
      const [late] = await saveAll(store, [network(12)]);
      expect(await alarm(store)).toEqual({ named: [late, ...all.slice(0, 4)], waiting: 8 });
      clock.advance(4.5 * minute - 1);
      const [last] = await saveAll(store, [network(13)]);
      expect(await alarm(store)).toEqual({ named: [], waiting: 0 });
      clock.advance(1);
      expect((await alarm(store)).named).toContain(last);
    });

    storeTest('counts as refused until its service accepts an alarm, or for a day', async (_, another) => {
      const store = another(ana);
      const count = async (from = store) => (await from.probeStatus()).refusingRecipients;
      const refuse = async () => {
        const { deliveries } = await ring(store);
        await store.recordResult(createResult(deliveries[0], { ...refusal, ...accepted, dueIn: 0 }));
      };
      await saveAll(store, [network(0)]);
      await refuse();
      expect(await count()).toBe(1);
      expect(await count(another({ ...ana, recipients: ['ben'] }))).toBe(0);
      await alarm(store);
      expect(await count()).toBe(0);
      await saveAll(store, [network(1)]);
      await refuse();
      expect(await count()).toBe(1);
      clock.advance(day);
      expect(await count()).toBe(0);
    });

    storeTest('with repeated alarms gets a stop order when the request ends', async (_, another) => {
      const store = another(ana, { name: 'cancel', recipients: ['ana'], accepts: 'none' });
      const claimStopOrders = async () => {
        const { deliveries } = await store.claim({ channel: 'cancel', recipients: ['ana'], limit: 9 });
        return references(deliveries);
      };
      const [taken = '', done = ''] = await saveAll(store, networks(2));
      await alarm(store);
      const [never = '', late = ''] = await saveAll(store, [network(2), network(3)]);
      for (const reference of [taken, never]) {
        await store.takeRequest({ reference, by: 'Ana', device: null });
      }
      await store.forceDone(done);
      expect(await claimStopOrders()).toEqual([taken, done]);
      const { deliveries } = await ring(store);
      expect(references(deliveries)).toEqual([late]);
      await store.takeRequest({ reference: late, by: 'Ana', device: null });
      expect(await claimStopOrders()).toEqual([late]);
      await store.recordResult(createResult(deliveries[0], accepted));
      expect(await claimStopOrders()).toEqual([late]);
    });

    storeTest(
      'whose stop order is pending at a restart causes no email about the ended request',
      async (_, another) => {
        const channels = [owner, ana, { name: 'cancel', recipients: ['ana'], accepts: 'none' }] as const;
        const store = another(...channels);
        const [done = ''] = await saveAll(store, [emergency]);
        await alarm(store);
        await store.forceDone(done);
        const next = another(...channels);
        await next.prepareDeliveries();
        const { deliveries } = await next.claim({ channel: 'email', recipients: owner.recipients, limit: 9 });
        expect(deliveries).toEqual([]);
      },
    );

    storeTest('rings at a new address after a request is given back', async (_, another) => {
      const before = another(owner, ana);
      const [reference = ''] = await saveAll(before, [emergency]);
      await deliver(before);
      await before.takeRequest({ reference, by: 'Ben', device: 2 });
      const store = another(owner, { ...ana, recipients: ['new'] });
      await store.prepareDeliveries();
      await store.giveBack({ reference });
      const { deliveries } = await store.claim({ channel: 'page', recipients: ['new'], limit: 5 });
      expect(deliveries).toHaveLength(1);
    });

    storeTest('rings at a new address after a request is reopened', async (_, another) => {
      const before = another(owner, ana);
      const [reference = ''] = await saveAll(before, [emergency]);
      await deliver(before);
      await before.endRequest({ reference, ending: 'done' });
      const store = another(owner, { ...ana, recipients: ['new'] });
      await store.prepareDeliveries();
      await store.reopenRequest({ reference });
      const { deliveries } = await store.claim({ channel: 'page', recipients: ['new'], limit: 5 });
      expect(deliveries).toHaveLength(1);
    });

    storeTest('uses a slot for an alarm that may have rung, not for refused ones', async (_, another) => {
      const store = another(ana);
      await saveAll(store, [emergency]);
      for (let refused = 0; refused < 9; refused += 1) {
        const { deliveries } = await ring(store);
        const result = createResult(deliveries[0], { ...refusal, ...accepted, dueIn: 0 });
        await store.recordResult(result);
        // Repeats the record, as after a commit that the store didn't report.
        await store.recordResult(result);
      }
      for (let lost = 0; lost < 4; lost += 1) {
        const { deliveries } = await ring(store);
        expect(deliveries).toHaveLength(1);
        const mayHaveRung = { state: 'pending', possibleDuplicate: true, bucket } as const;
        await store.recordResult(createResult(deliveries[0], mayHaveRung));
      }
      expect((await ring(store)).deliveries).toEqual([]);
    });

    storeTest(
      'is told of emergencies first, then of repeats, other requests, and possible spam',
      async (_, another) => {
        const all: RequestChannelData = { ...ana, accepts: 'untaken' };
        const store = another(all);
        const named = await saveAll(store, [network(0)]);
        await alarm(store);
        clock.advance(8 * minute);
        const [trap, other, a1, a2, b1] = await saveAll(store, [
          { ...emergency, idempotencyKey: 'trap', clientIp: '192.0.2.1', honeypotFilled: true },
          { idempotencyKey: 'other', clientIp: '203.0.113.4' },
          { ...emergency, idempotencyKey: 'a1', clientIp: '198.51.100.7' },
          { ...emergency, idempotencyKey: 'a2', clientIp: '198.51.100.8' },
          { ...emergency, idempotencyKey: 'b1', clientIp: '203.0.200.4' },
        ]);
        expect(await alarm(store)).toEqual({ named: [a1, b1, a2, ...named, other], waiting: 1 });
        expect(await alarm(store)).toEqual({ named: [trap], waiting: 0 });
      },
    );

    storeTest('gets repeats at fixed minutes and never makes up for missed ones', async (_, another) => {
      const store = another(ana);
      const [reference] = await saveAll(store, [emergency]);
      clock.advance(7 * minute);
      expect((await alarm(store)).named).toEqual([reference]);
      clock.advance(2 * minute - 1);
      expect((await alarm(store)).named).toEqual([]);
      clock.advance(1);
      expect((await alarm(store)).named).toEqual([reference]);
      clock.advance(day / 2);
      expect((await alarm(store)).named).toEqual([]);
    });
  });

  describe('the clock', () => {
    /** Watches the clock for this time, and returns the last result. */
    const watch = async (store: RequestStore, milliseconds: number) => {
      let isSteady = false;
      for (let passed = 0; passed < milliseconds; passed += 5 * minute) {
        clock.advance(5 * minute);
        isSteady = await store.checkClock();
      }
      return isSteady;
    };

    storeTest(
      'is trusted once it has been steady for a day, even across restarts',
      async (store, another) => {
        expect(await store.checkClock()).toBe(false);
        expect(await watch(store, day / 2)).toBe(false);
        expect(await watch(another(owner), day / 2 - 5 * minute)).toBe(false);
        expect(await watch(another(owner), 5 * minute)).toBe(true);
      },
    );

    storeTest('is not trusted for a day after it jumped away and back', async (store) => {
      await store.checkClock();
      expect(await watch(store, day)).toBe(true);
      for (const jump of [25 * 60 * minute, -2 * 60 * minute, 40 * day]) {
        clock.jump(jump);
        expect(await watch(store, 5 * minute), `jumped by ${jump} ms`).toBe(false);
        clock.jump(-jump);
        expect(await watch(store, day - 5 * minute), `${jump} ms, and back`).toBe(false);
        expect(await watch(store, 10 * minute), `a day after ${jump} ms`).toBe(true);
      }
    });
  });

  describe('changes to the site', () => {
    const notice = (en: string, beginsAt: number, endsAt: number): NewOwnerChange => ({
      kind: 'notice',
      value: { text: { en } },
      beginsAt,
      endsAt,
      device: null,
    });
    const extra = (city: string, minutes: 0 | 15 | 30 | 60): NewOwnerChange => ({
      kind: 'extra_minutes',
      value: { city, minutes },
      endsAt: noon.getTime() + day,
      device: null,
    });
    const readValues = async (store: RequestStore) =>
      (await store.readOwnerChanges()).map(({ value }) => value);

    storeTest('are returned newest first, with their times', async (store) => {
      const begins = noon.getTime() + minute;
      await store.addOwnerChange(notice('Ice', begins, begins + day));
      await store.addOwnerChange(notice('Closed', begins, begins + day));
      expect(await store.readOwnerChanges()).toMatchObject([
        { kind: 'notice', value: { text: { en: 'Closed' } }, beginsAt: begins, endsAt: begins + day },
        { kind: 'notice', value: { text: { en: 'Ice' } } },
      ]);
    });

    storeTest('begin now if their start has passed', async (store) => {
      await store.addOwnerChange(notice('Ice', noon.getTime() - day, noon.getTime() + day));
      expect(await store.readOwnerChanges()).toMatchObject([{ beginsAt: noon.getTime() }]);
    });

    storeTest('are withdrawn one by one', async (store) => {
      await store.addOwnerChange(extra('Houston', 15));
      await store.addOwnerChange(extra('Houston', 60));
      const [{ id } = { id: 0 }] = await store.readOwnerChanges();
      await store.withdrawOwnerChange({ kind: 'extra_minutes', id });
      await store.withdrawOwnerChange({ kind: 'extra_minutes', id });
      expect(await readValues(store)).toEqual([{ city: 'Houston', minutes: 15 }]);
      await store.withdrawOwnerChange({ kind: 'notice', id: id - 1 });
      expect(await readValues(store)).toHaveLength(1);
    });

    storeTest('are withdrawn together when a notice is taken down', async (store) => {
      const [now, later] = [noon.getTime(), noon.getTime() + minute];
      await store.addOwnerChange(notice('Closed', later, later + day));
      await store.addOwnerChange(notice('Ice', now, now + day));
      const id = Number(await store.addOwnerChange(notice('Long wait', now, now + day)));
      const newest = notice('Back at noon', now, now + day);
      await store.addOwnerChange(newest);
      await store.takeDownNotice({ id });
      await store.takeDownNotice({ id });
      expect(await readValues(store)).toEqual([newest.value, { text: { en: 'Closed' } }]);
    });

    storeTest('are not hidden by many newer ones', async (store) => {
      await store.addOwnerChange(extra('Austin', 60));
      for (let count = 0; count < 60; count += 1) {
        await store.addOwnerChange(extra('Houston', count % 2 === 0 ? 15 : 30));
      }
      expect(await readValues(store)).toContainEqual({ city: 'Austin', minutes: 60 });
    });

    storeTest('are added once if a device repeats a call after a lost response', async (store) => {
      await store.addOwnerChange(extra('Houston', 30));
      await store.addOwnerChange(extra('Austin', 30));
      clock.advance(minute);
      await store.addOwnerChange(extra('Houston', 30));
      expect(await readValues(store)).toHaveLength(2);
      await store.addOwnerChange(extra('Houston', 60));
      await store.addOwnerChange(extra('Houston', 30));
      expect(await readValues(store)).toHaveLength(4);
    });

    storeTest('are returned however many other changes follow', async (store) => {
      await store.addOwnerChange({ kind: 'shop_hours', value: { lines: [] }, device: null });
      for (let count = 0; count < 120; count += 1) {
        await store.addOwnerChange(extra('Houston', count % 2 === 0 ? 15 : 30));
      }
      expect((await store.readOwnerChanges()).some(({ kind }) => kind === 'shop_hours')).toBe(true);
    });

    storeTest('are deleted 30 days after their end, except the newest shop hours', async (store) => {
      const end = noon.getTime() + day;
      await store.addOwnerChange(notice('Ice', noon.getTime(), end));
      for (const opens of ['06:00', '07:00']) {
        const lines = [{ days: 'Mo-Sa', opens, closes: '22:00' }];
        await store.addOwnerChange({ kind: 'shop_hours', value: { lines }, device: null });
      }
      clock.advance(31 * day);
      await store.sweep(day);
      expect(await store.readOwnerChanges()).toHaveLength(2);
      clock.advance(1);
      await store.sweep(day);
      expect(await store.readOwnerChanges()).toMatchObject([{ value: { lines: [{ opens: '07:00' }] } }]);
    });

    storeTest('are withdrawn if they were made while the clock was ahead', async (store) => {
      const earlier = {
        kind: 'extra_minutes',
        value: { city: 'Houston', minutes: 15 },
        device: null,
      } as const;
      await store.addOwnerChange({ ...earlier, endsAt: clock.wallTime().getTime() + 40 * day });
      clock.jump(30 * day);
      const value = { city: 'Houston', minutes: 60 } as const;
      await store.addOwnerChange({ ...earlier, value, endsAt: clock.wallTime().getTime() + 8 * 60 * minute });
      clock.jump(-30 * day);
      await store.sweep();
      expect(await store.readOwnerChanges()).toMatchObject([{ value: earlier.value }]);
    });
  });

  describe('the on-call order', () => {
    storeTest('decides when deliveries to recipients are due', async (_, another) => {
      const turnTimes = { timesInTurn: [0], turnLength: 9 * minute, timesAfterTurns: [0] };
      const phones = ['alex', 'night'].map(
        (name): RequestChannelData => ({ name: 'page', recipients: [name], steps: [0], turnTimes }),
      );
      const store = another(owner, ...phones);
      const order = ['night', 'alex'].map((recipient) => ({ recipient, label: recipient, isOff: false }));
      await store.addOwnerChange({ kind: 'on_call', value: { order }, device: null });
      await saveAll(store, [emergency]);
      const due = async (recipient: string) =>
        (await store.claim({ channel: 'page', recipients: [recipient], limit: 1 })).deliveries;
      expect(await due('alex')).toEqual([]);
      expect(await due('night')).toMatchObject([{ position: 0, turnCount: 2 }]);
      clock.advance(9 * minute);
      expect(await due('alex')).toMatchObject([{ position: 1, turnCount: 2 }]);
    });
  });

  describe('retention', () => {
    storeTest('keeps an erased request for a day, however long ago it was emailed', async (store) => {
      const [reference = ''] = await saveAll(store, [{}]);
      await deliver(store);
      clock.advance(day + 1);
      await store.eraseRequest({ reference });
      expect(await store.sweep(day)).toBe(0);
      clock.advance(day + 1);
      expect(await store.sweep(day)).toBe(1);
    });

    storeTest('deletes only requests that were delivered to all recipients', async (_, another) => {
      const store = another(email('day@example.com', 'night@example.com'));
      const [whole, partly, unsent] = await saveAll(store, [{}, {}, {}]);
      await deliver(store);
      await deliver(store);
      await deliver(store);
      const purge = () => store.sweep(day);
      clock.advance(day);
      expect(await purge()).toBe(0);
      clock.advance(1);
      expect(await purge()).toBe(1);
      expect(await store.findWithDeliveries(whole ?? '')).toBeUndefined();
      expect(references(await store.listRequests(9))).toEqual([unsent, partly]);
    });
  });
});
