import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { newDataDir } from '../../tests/support/start-server.ts';
import type { Log } from '../log.ts';
import type { PostedRequest, RequestStore, Settlement } from './request-store.ts';
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

const claimAt = (now: Date) =>
  store.claim({
    now,
    leaseEndsAt: new Date(now.getTime() + minute),
    farthestDue: new Date(now.getTime() + 20 * minute),
    includeFiled: false,
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

  const settlement = (leaseToken = ''): Settlement => ({
    requestId: first?.requestId ?? 0,
    leaseToken,
    state: 'sent',
    at: noon,
    dueAt: noon,
    refusals: 0,
    possibleRepeat: false,
    answer: '250',
  });
  expect(await store.settle(settlement(first?.leaseToken))).toBe(false);
  expect(await store.settle(settlement(second?.leaseToken))).toBe(true);
  expect(await claimAt(later(24 * 60 * minute))).toBeUndefined();
});

test('the check tells since when the oldest mail is owed', async () => {
  expect(await store.check(noon)).toEqual({ oldestUnsent: undefined });
  await store.keep(posted({ receivedAt: later(-minute) }));
  await store.keep(posted({ idempotencyKey: 'k' }));
  expect(await store.check(noon)).toEqual({ oldestUnsent: later(-minute) });
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
  await expect(store.keep(posted())).rejects.toThrow('The database is of version 99, this program knows 1.');
  expect(faults).toEqual(['store failed {"fault":"The database is of version 99, this program knows 1."}']);
});

test('more calls than can wait are turned away at once', async () => {
  const calls = Array.from({ length: 1_001 }, () => store.check(noon));
  await expect(calls.at(-1)).rejects.toThrow('too many calls are waiting');
  await expect(Promise.all(calls.slice(0, -1))).resolves.toHaveLength(1_000);
});
