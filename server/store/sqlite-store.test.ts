import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { newDataDir } from '../../tests/support/start-server.ts';
import type { Log } from '../log.ts';
import type { OwedMail, PostedRequest, RequestStore, Settlement } from './request-store.ts';
import { openSqliteStore } from './sqlite-store.ts';

let folder: string;
let store: RequestStore;
let faults: string[];

beforeEach(() => {
  folder = newDataDir();
  faults = [];
  store = openSqliteStore(folder, note);
});
afterEach(() => store.close());

const note: Log = (event, facts) => faults.push(`${event} ${JSON.stringify(facts)}`);

const noon = new Date('2026-11-30T12:00:00Z');
const later = (milliseconds: number) => new Date(noon.getTime() + milliseconds);
const minute = 60_000;

function posted(changes: Partial<PostedRequest> = {}): PostedRequest {
  const fields = { ...exampleRequest, service: 'fleet' as const };
  return { fields, language: 'en', receivedAt: noon, idempotencyKey: undefined, ...changes };
}

const claimAll = (now: Date, atMost: number) =>
  store.claim({
    now,
    atMost,
    leaseEndsAt: new Date(now.getTime() + minute),
    underWay: [],
    farthestDue: new Date(now.getTime() + 20 * minute),
    includeFiled: false,
    parkedBefore: new Date(0),
  });

const claimAt = async (now: Date) => (await claimAll(now, 1))[0];

const settlementOf = (mail: OwedMail | undefined, changes: Partial<Settlement> = {}): Settlement => ({
  requestId: mail?.requestId ?? 0,
  leaseToken: mail?.leaseToken ?? '',
  state: 'sent',
  at: noon,
  dueAt: noon,
  refusals: 0,
  possibleRepeat: false,
  answer: '250',
  ...changes,
});

/** A second connection, as the owner's tools open one. */
function inspect<Result>(look: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(folder, 'requests.sqlite'), { timeout: 2_000 });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

/** The one value that a query gives. */
const firstValue = (sql: string) =>
  inspect((database) => Object.values(database.prepare(sql).get() ?? {})[0]);

const countOf = (table: string) => firstValue(`select count(*) from ${table}`);

test('a request comes back as it was kept, to the letter', async () => {
  const fields = { ...exampleRequest, service: 'fleet' as const, message: 'Zero \0 byte,\n🚛 "quotes", %s' };
  const { outcome: _, ...kept } = await store.keep(posted({ fields }));
  expect(await claimAt(noon)).toMatchObject({ ...kept, fields, receivedAt: noon, language: 'en' });
});

test('request, idempotency record and owed mail are kept together or not at all', async () => {
  await store.check(noon);
  for (const table of ['owed_mails', 'idempotency_records']) {
    inspect((database) =>
      database.exec(
        `create trigger broken before insert on ${table} begin select raise(abort, 'broken'); end`,
      ),
    );
    await expect(store.keep(posted())).rejects.toThrow('broken');
    expect(['requests', 'idempotency_records', 'owed_mails'].map(countOf)).toEqual([0, 0, 0]);
    inspect((database) => database.exec('drop trigger broken'));
  }
  await store.keep(posted());
  expect(['requests', 'idempotency_records', 'owed_mails'].map(countOf)).toEqual([1, 1, 1]);
});

test('equal content without a key is one request for ten minutes', async () => {
  const first = await store.keep(posted());
  const at = (milliseconds: number) => store.keep(posted({ receivedAt: later(milliseconds) }));
  expect(await at(10 * minute)).toEqual({ ...first, outcome: 'repeated' });
  expect(await at(10 * minute + 1)).toMatchObject({ outcome: 'kept' });
});

test('a clock that was set back by an hour does not hold on to old content for an hour', async () => {
  await store.keep(posted());
  expect(await store.keep(posted({ receivedAt: later(-60 * minute) }))).toMatchObject({ outcome: 'kept' });
});

test('a key of the client holds without an end', async () => {
  const first = await store.keep(posted({ idempotencyKey: 'k' }));
  const again = await store.keep(posted({ idempotencyKey: 'k', receivedAt: later(24 * 60 * minute) }));
  expect(again).toEqual({ ...first, outcome: 'repeated' });
});

test('a key that looks like the hash of a content is still the key of a client', async () => {
  await store.keep(posted());
  const key = firstValue('select key from idempotency_records');
  expect(await store.keep(posted({ idempotencyKey: String(key) }))).toMatchObject({ outcome: 'kept' });
});

test('hashes of contents differ between two installations', async () => {
  const hash = 'select hex(content_hash) from idempotency_records';
  await store.keep(posted());
  const here = firstValue(hash);
  await store.close();
  folder = newDataDir();
  store = openSqliteStore(folder, note);
  await store.keep(posted());
  expect(firstValue(hash)).not.toBe(here);
});

test('a mail is claimed by one at a time, and a late completion is void', async () => {
  await store.keep(posted());
  const first = await claimAt(noon);
  expect(await claimAt(later(minute - 1))).toBeUndefined();
  const second = await claimAt(later(minute));
  expect(second).toMatchObject({ requestId: first?.requestId, possibleRepeat: true });

  expect(await store.settle(settlementOf(first))).toBe(false);
  expect(await store.settle(settlementOf(second))).toBe(true);
  expect(await claimAt(later(24 * 60 * minute))).toBeUndefined();
});

test('mails are claimed together, those due longest first, and parked ones last', async () => {
  const messages = ['parked', 'first', 'second', 'third'];
  for (const [index, message] of messages.entries()) {
    const fields = { ...posted().fields, message };
    await store.keep(posted({ fields, receivedAt: later(index) }));
  }
  await store.settle(settlementOf(await claimAt(later(10)), { state: 'parked', dueAt: later(10) }));
  const now = later(20);
  const claimed = await store.claim({
    now,
    atMost: 3,
    leaseEndsAt: later(minute),
    underWay: [],
    farthestDue: later(20 * minute),
    includeFiled: false,
    parkedBefore: now,
  });
  expect(claimed.map(({ fields }) => fields.message)).toEqual(['first', 'second', 'third']);
  expect(await store.check(now)).toEqual({ oldestUnsent: noon, parked: 1 });
});

test('a row that fails does not fail those that share its commit', async () => {
  await store.check(noon);
  inspect((database) =>
    database.exec(`
      create trigger broken before insert on idempotency_records when new.key = 'client:bad'
      begin select raise(abort, 'broken'); end`),
  );
  const keys = ['a', 'b', 'bad', 'c', 'd'];
  const results = await Promise.allSettled(
    keys.map((idempotencyKey) => store.keep(posted({ idempotencyKey }))),
  );
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
  expect(['requests', 'idempotency_records', 'owed_mails'].map(countOf)).toEqual([4, 4, 4]);
});

test('equal posts that share a commit are one request', async () => {
  const all = await Promise.all(Array.from({ length: 20 }, () => store.keep(posted())));
  expect(all.map(({ outcome }) => outcome).sort()).toEqual(['kept', ...Array(19).fill('repeated')]);
  expect(countOf('requests')).toBe(1);
});

test('what was delivered is purged to the last byte, what is owed stays', async () => {
  const fields = { ...posted().fields, message: 'purge-me '.repeat(500) };
  await store.keep(posted({ fields, receivedAt: later(-1) }));
  await store.keep(posted({ idempotencyKey: 'owed' }));
  const delivered = await claimAt(noon);
  await store.settle(settlementOf(delivered, { at: noon }));

  const expired = (deliveredBefore: Date) => store.findExpired({ deliveredBefore, atMost: 10 });
  expect(await expired(noon)).toEqual([]);
  expect(await expired(later(1))).toEqual([delivered?.reference]);
  await store.purge([delivered?.reference ?? '', String(firstValue(owedReference))]);

  expect(['requests', 'idempotency_records', 'owed_mails'].map(countOf)).toEqual([1, 1, 1]);
  const bytes = ['', '-journal'].map((end) => readFileSync(join(folder, `requests.sqlite${end}`), 'latin1'));
  expect(bytes.join()).not.toContain('purge-me');
  expect(bytes.join()).not.toContain(delivered?.reference);
});

const owedReference =
  "select reference from requests join owed_mails on request_id = id where state <> 'sent'";

test('an opening writes, so that what an earlier process left half-durable goes to the disk', async () => {
  await store.check(noon);
  await store.close();
  store = openSqliteStore(folder, note);
  await store.check(noon);
  expect(firstValue('select openings from installation')).toBe(2);
});

test('a damaged database takes nothing, and says so', async () => {
  for (let index = 0; index < 50; index += 1) {
    await store.keep(posted({ idempotencyKey: `${index}` }));
  }
  await store.close();
  const file = join(folder, 'requests.sqlite');
  const bytes = readFileSync(file);
  bytes.fill(0xff, bytes.length - 4_096);
  writeFileSync(file, bytes);
  store = openSqliteStore(folder, note);
  await expect(store.keep(posted())).rejects.toThrow(/damaged|malformed/);
  expect(faults).toHaveLength(1);
});

test('the check tells since when the oldest mail is owed', async () => {
  expect(await store.check(noon)).toEqual({ oldestUnsent: undefined, parked: 0 });
  await store.keep(posted({ receivedAt: later(-minute) }));
  await store.keep(posted({ idempotencyKey: 'k' }));
  expect(await store.check(noon)).toEqual({ oldestUnsent: later(-minute), parked: 0 });
});

test('what was kept outlives the process that kept it', async () => {
  const kept = await store.keep(posted({ idempotencyKey: 'k' }));
  await store.close();
  store = openSqliteStore(folder, () => undefined);
  expect(await store.keep(posted({ idempotencyKey: 'k' }))).toEqual({ ...kept, outcome: 'repeated' });
});

test('the journal stays, emptied: removing it would not be synced', async () => {
  await store.keep(posted());
  expect(statSync(join(folder, 'requests.sqlite-journal')).size).toBe(0);
});

test('a database of a newer program is left alone', async () => {
  await store.check(noon);
  inspect((database) => database.exec('pragma user_version = 99'));
  await store.close();
  store = openSqliteStore(folder, note);
  await expect(store.keep(posted())).rejects.toThrow('The database is of version 99, this program knows 3.');
  expect(faults).toEqual(['store failed {"fault":"The database is of version 99, this program knows 3."}']);
});

test('more calls than can wait are turned away at once', async () => {
  const calls = Array.from({ length: 1_001 }, () => store.findExpired({ deliveredBefore: noon, atMost: 1 }));
  await expect(calls.at(-1)).rejects.toThrow('too many calls are waiting');
  await expect(Promise.all(calls.slice(0, -1))).resolves.toHaveLength(1_000);
});
