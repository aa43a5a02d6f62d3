/** SQLite-specific tests. For the contract of every store see ../request-store.test.ts. */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleRequest } from '../../../tests/support/example-request.ts';
import { fakeClock } from '../../../tests/support/fake-clock.ts';
import { fillStore } from '../../../tests/support/fill-store.ts';
import { memoryFolder } from '../../../tests/support/memory-folder.ts';
import { newDataDir } from '../../../tests/support/start-server.ts';
import type { Log } from '../../log.ts';
import type { PostedRequest, RequestStore } from '../request-store.ts';
import { openSqliteStore } from './sqlite-store.ts';

let folder: string;
let store: RequestStore;
let logged: string[];

beforeEach(() => {
  folder = memoryFolder('store');
  logged = [];
  store = openSqliteStore(folder, log);
});

/** Awaits a call without a timeout: on a busy machine the thread may take seconds to start. */
const opened = () => store.findExpired({ deliveredFor: 0, limit: 1 });
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const log: Log = (event, facts) => logged.push(`${event} ${JSON.stringify(facts)}`);

function posted(changes: Partial<PostedRequest> = {}): PostedRequest {
  const fields = { ...exampleRequest, service: 'fleet' as const };
  return { fields, language: 'en', idempotencyKey: undefined, ...changes };
}

const claim = async (limit = 1) => (await store.claim({ limit, inFlight: [], lease: 60_000 })).requests;

/** A second connection, like one from an external tool. */
function inspect<Result>(look: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(folder, 'requests.sqlite'), { timeout: 2_000 });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

/** The single value a query returns. */
const firstValue = (sql: string) =>
  inspect((database) => Object.values(database.prepare(sql).get() ?? {})[0]);

const tables = ['requests', 'idempotency_records', 'outbox_messages'];
const counts = () => tables.map((table) => firstValue(`select count(*) from ${table}`));

test('saves request, idempotency record and outbox message atomically', async () => {
  await opened();
  for (const table of ['outbox_messages', 'idempotency_records']) {
    inspect((database) =>
      database.exec(
        `create trigger broken before insert on ${table} begin select raise(abort, 'broken'); end`,
      ),
    );
    await expect(store.save(posted())).rejects.toThrow('broken');
    expect(counts()).toEqual([0, 0, 0]);
    inspect((database) => database.exec('drop trigger broken'));
  }
  await store.save(posted());
  expect(counts()).toEqual([1, 1, 1]);
});

test('a failing row does not affect others in the same commit', async () => {
  await opened();
  inspect((database) =>
    database.exec(`
      create trigger broken before insert on idempotency_records when new.key = 'client:bad'
      begin select raise(abort, 'broken'); end`),
  );
  const keys = ['a', 'b', 'bad', 'c', 'd'];
  const results = await Promise.allSettled(
    keys.map((idempotencyKey) => store.save(posted({ idempotencyKey }))),
  );
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(counts()).toEqual([4, 4, 4]);
});

test("a client's key may look like a content hash", async () => {
  await store.save(posted());
  const key = firstValue('select key from idempotency_records');
  expect(await store.save(posted({ idempotencyKey: String(key) }))).toMatchObject({ outcome: 'saved' });
});

test('content and network hashes differ between installations', async () => {
  await store.save(posted({ clientIp: '192.0.2.1' }));
  const hashes = () =>
    inspect((database) =>
      database
        .prepare(
          'select content_hash, network, client from idempotency_records natural join outbox_messages join requests on id = request_id',
        )
        .all(),
    );
  const before = hashes();
  await store.close();
  folder = newDataDir();
  store = openSqliteStore(folder, log);
  await store.save(posted({ clientIp: '192.0.2.1' }));
  const [first, second] = [Object.values(before[0] ?? {}), Object.values(hashes()[0] ?? {})];
  expect(first).toHaveLength(3);
  expect(first.filter((hash) => second.includes(hash))).toEqual([]);
});

test('a network is removed once its request is emailed, a client after ten minutes', async () => {
  const clock = fakeClock();
  await store.close();
  store = openSqliteStore(folder, log, { clock });
  await store.save(posted({ clientIp: '192.0.2.1' }));
  expect(firstValue('select length(network) from outbox_messages')).toBe(64);
  const [claimed] = await claim();
  await store.record({
    requestId: claimed?.requestId ?? 0,
    leaseToken: claimed?.leaseToken ?? '',
    state: 'sent',
    dueIn: 0,
    attempts: 0,
    possibleDuplicate: false,
    remaining: [],
    deliveredAt: claimed?.asOf,
    resultCode: '250',
    mailServer: { kind: 'accepted', isTransferred: true, chance: 0 },
  });
  expect(firstValue('select network from outbox_messages')).toBeNull();
  await store.sweep();
  expect(firstValue('select length(client) from requests')).toBe(64);
  clock.advance(10 * 60_000);
  await store.sweep();
  expect(firstValue('select client from requests')).toBeNull();
});

test('purging overwrites every byte in the file', async () => {
  const fields = { ...exampleRequest, service: 'fleet' as const, message: 'purge-me '.repeat(500) };
  const saved = await store.save(posted({ fields }));
  const reference = saved.outcome === 'saved' ? saved.reference : '';
  inspect((database) => database.exec("update outbox_messages set state = 'sent', delivered_at = 0"));
  await store.purge([reference]);
  expect(counts()).toEqual([0, 0, 0]);
  const bytes = ['', '-journal'].map((end) => readFileSync(join(folder, `requests.sqlite${end}`), 'latin1'));
  expect(bytes.join()).not.toContain('purge-me');
  expect(bytes.join()).not.toContain(reference);
});

test("opening writes, which makes an earlier process's last commit durable", async () => {
  await opened();
  await store.close();
  store = openSqliteStore(folder, log);
  await opened();
  expect(firstValue('select openings from installation')).toBe(2);
});

/** Saves requests, marks the first as sent, and overwrites bytes of the closed file. */
async function damage(count: number, overwrite: (bytes: Buffer, pageOf: (text: string) => number) => void) {
  for (let index = 0; index < count; index += 1) {
    const fields = { ...exampleRequest, service: 'fleet' as const, message: `This is number ${index}.` };
    await store.save(posted({ idempotencyKey: `${index}`, fields }));
  }
  inspect((database) =>
    database.exec("update outbox_messages set state = 'sent', delivered_at = 7 where request_id = 1"),
  );
  await store.close();
  const file = join(folder, 'requests.sqlite');
  const bytes = readFileSync(file);
  overwrite(bytes, (text) => Math.floor(bytes.indexOf(text) / 4_096) * 4_096);
  writeFileSync(file, bytes);
  store = openSqliteStore(folder, log);
  await opened();
  return bytes;
}

const damagedCopies = () =>
  readdirSync(folder).filter((name) => name.includes('.damaged-') && !name.endsWith('-journal'));

test('one damaged page loses only the requests on it, and new ones are saved', async () => {
  const bytes = await damage(200, (all, pageOf) => {
    all.fill(0xff, pageOf('This is number 100.'), pageOf('This is number 100.') + 4_096);
  });
  expect(await store.save(posted())).toMatchObject({ outcome: 'saved' });
  const [copy = ''] = damagedCopies();
  expect(readFileSync(join(folder, copy)).equals(bytes)).toBe(true);
  expect(statSync(join(folder, copy)).mode & 0o777).toBe(
    statSync(join(folder, 'requests.sqlite')).mode & 0o777,
  );

  const claimed = await claim(300);
  const { unreadable = 0 } = await store.check();
  expect(unreadable).toBeGreaterThan(0);
  expect(unreadable).toBeLessThan(40);
  // All but the sent one, plus the new one, which the damage did not affect.
  expect(claimed.length).toBe(200 - unreadable - 1 + 1);
  expect(claimed.filter(({ possibleDuplicate }) => possibleDuplicate)).toHaveLength(claimed.length - 1);
  expect(claimed.map(({ fields }) => fields.message)).toContain('This is number 199.');
  expect(logged).toEqual([expect.stringMatching(/^store_salvaged .*"requests":1\d\d/)]);
});

test('a damaged index loses no request', async () => {
  await damage(200, (all, pageOf) => {
    const page = pageOf('client:150');
    all.fill(0xff, page, page + 4_096);
  });
  expect(await store.check()).toMatchObject({ unreadable: 0, oldestUnsent: expect.any(Number) });
  expect(firstValue('select count(*) from requests')).toBe(200);
  expect(firstValue("select count(*) from outbox_messages where state = 'sent'")).toBe(1);
});

test('sets aside a file that is no longer a database, and saves new requests', async () => {
  await damage(20, (all) => all.fill(0));
  expect(await store.save(posted())).toMatchObject({ outcome: 'saved' });
  expect(damagedCopies()).toHaveLength(1);
  expect(await store.check()).toHaveProperty('unreadable');
});

test('the check reports the damage until the copy is removed', async () => {
  await damage(20, (all) => all.fill(0));
  expect(await store.check()).toHaveProperty('unreadable');
  await store.close();
  store = openSqliteStore(folder, log);
  await opened();
  expect(await store.check()).toHaveProperty('unreadable');
  for (const name of damagedCopies()) {
    rmSync(join(folder, name));
  }
  expect(await store.check()).not.toHaveProperty('unreadable');
});

test('retries opening with pauses', async () => {
  mkdirSync(join(folder, 'requests.sqlite'));
  // The first failure is followed by no pause, the second by 100 ms.
  await expect(store.check()).rejects.toThrow();
  const before = performance.now();
  await expect(store.save(posted())).rejects.toThrow();
  await expect(store.save(posted())).rejects.toThrow();
  rmdirSync(join(folder, 'requests.sqlite'));
  await expect.poll(() => store.save(posted()).catch(() => undefined)).toMatchObject({ outcome: 'saved' });
  expect(performance.now() - before).toBeGreaterThanOrEqual(100);
  // Once each, however many calls fail: the log may be on the same full disk.
  expect(logged.map((line) => line.split(' ')[0])).toEqual(['store_failed', 'store_recovered']);
});

test('starts a new thread when the last one has ended', async () => {
  await store.save(posted());
  await store.close();
  await expect(store.save(posted())).resolves.toMatchObject({ outcome: 'repeated' });
});

test('the journal is truncated, not removed: removing it would not be synced', async () => {
  await store.save(posted());
  expect(statSync(join(folder, 'requests.sqlite-journal')).size).toBe(0);
});

test('opening adds a column for a new contract field', async () => {
  await store.save(posted());
  await store.close();
  inspect((database) => database.exec('alter table requests drop column email'));
  store = openSqliteStore(folder, log);
  expect((await claim())[0]?.fields.email).toBe('');
});

test('rejects a database from a newer release', async () => {
  await opened();
  inspect((database) => database.exec('pragma user_version = 99'));
  await store.close();
  store = openSqliteStore(folder, log);
  const newer = "The database's schema is version 99, but this program only supports up to 3.";
  await expect(store.save(posted())).rejects.toThrow(newer);
  expect(logged).toEqual([`store_failed {"error":"${newer}"}`]);
});

test('rejects excess calls immediately', async () => {
  const calls = Array.from({ length: 1_001 }, () => store.findExpired({ deliveredFor: 0, limit: 1 }));
  await expect(calls.at(-1)).rejects.toThrow('too many calls are waiting');
  await expect(Promise.all(calls.slice(0, -1))).resolves.toHaveLength(1_000);
});

async function fill(count: number, state: 'sent' | 'pending'): Promise<void> {
  await store.save(posted());
  fillStore(folder, { count, state });
}

/** Milliseconds that the fastest of ten calls takes: other work on the machine can only add to it. */
async function fastestOf(call: () => Promise<unknown>): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let count = 0; count < 10; count += 1) {
    const startedAt = performance.now();
    await call();
    fastest = Math.min(fastest, performance.now() - startedAt);
  }
  return fastest;
}

test('purging a step of 100,000 expired requests takes a few milliseconds', async () => {
  await fill(100_000, 'sent');
  const took = await fastestOf(async () => {
    const references = await store.findExpired({ deliveredFor: 1, limit: 100 });
    expect(references).toHaveLength(100);
    await store.purge(references);
  });
  // It was 1,200 ms when each of the 100 deletes listed every sent request.
  expect(took).toBeLessThan(100);
});

test('a claim takes a few milliseconds while 20,000 are pending', async () => {
  await fill(20_000, 'pending');
  const budget = { emails: 1_000, window: 600_000, outOfTurn: 100, holdsFor: 60_000 };
  const took = await fastestOf(async () => {
    const { requests } = await store.claim({ limit: 4, inFlight: [], lease: 60_000, budget });
    expect(requests).toHaveLength(4);
  });
  expect(took).toBeLessThan(50);
});
