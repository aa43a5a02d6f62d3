/** Tests of SQLite alone. The contract of every store is in ../request-store.test.ts. */

import { mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exampleRequest } from '../../../tests/support/example-request.ts';
import { createFakeClock } from '../../../tests/support/fake-clock.ts';
import { exampleChannels as channels } from '../../../tests/support/in-process-store.ts';
import { createMemoryFolder } from '../../../tests/support/memory-folder.ts';
import { minute } from '../../clock.ts';
import { createGroupedSave } from '../../contact-form/grouped-save.ts';
import type { Log } from '../../log/log.ts';
import { findDueSql } from '../../queue/budget.ts';
import { backOffCountColumn } from '../../queue/claim.ts';
import { DeviceRemovedError } from '../../requests/devices.ts';
import type { PostedRequest } from '../../requests/save.ts';
import type { RequestStore } from '../request-store.ts';
import { openStore } from '../store.ts';
import { prepareDataFolder } from './database.ts';
import { openSqliteStore } from './sqlite-store.ts';

const threads = vi.hoisted(
  (): { emit(event: string, ...values: unknown[]): unknown; terminate(): Promise<number> }[] => [],
);

vi.mock('node:worker_threads', async (importOriginal) => {
  const original = await importOriginal<typeof import('node:worker_threads')>();
  return {
    ...original,
    Worker: class extends original.Worker {
      constructor(...parameters: ConstructorParameters<typeof original.Worker>) {
        super(...parameters);
        threads.push(this);
      }
    },
  };
});

let folder: string;
let store: RequestStore;
let logged: string[];

beforeEach(() => {
  folder = createMemoryFolder('store');
  logged = [];
  store = openSqliteStore(folder, log, { channels });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const log: Log = (event, attributes) => logged.push(`${event} ${JSON.stringify(attributes)}`);

/** Opens the file, as the first call does. On a busy machine, a thread starts slowly. */
const opened = () => store.findWithDeliveries('AAAAAA');

/** Opens the file first, because a save gives up after five seconds and a slow disk may delay the opening. */
async function save(changes: Partial<PostedRequest> = {}) {
  await opened();
  return store.save(posted(changes));
}

async function reopen(change: () => unknown = () => undefined): Promise<void> {
  await opened();
  await store.close();
  change();
  store = openSqliteStore(folder, log, { channels });
}

function posted(changes: Partial<PostedRequest> = {}): PostedRequest {
  const fields = { ...exampleRequest, service: 'fleet' as const };
  return { fields, language: 'en', idempotencyKey: undefined, ...changes };
}

const claim = async (limit = 1) =>
  (await store.claim({ channel: 'email', recipients: ['owner@example.com'], limit })).deliveries;

/** Opens a second connection, as an external tool would. */
function inspect<Result>(look: (database: DatabaseSync) => Result): Result {
  const database = new DatabaseSync(join(folder, 'requests.sqlite'), { timeout: 2_000, defensive: false });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

const execute = (sql: string) => inspect((database) => database.exec(sql));
/** Returns a query's single value. */
const readFirstValue = (sql: string) =>
  inspect((database) => Object.values(database.prepare(sql).get() ?? {})[0]);
const counts = () =>
  ['requests', 'deliveries'].map((table) => readFirstValue(`select count(*) from ${table}`));

test('a failing batch saves no request without its deliveries', async () => {
  await opened();
  execute(`
    create trigger broken before insert on deliveries
    when (select idempotency_key from requests where id = new.request_id) = 'client:bad'
    begin select raise(abort, 'broken'); end`);
  const keys = ['a', 'bad', 'c'];
  const saveAll = vi.fn(store.saveAll);
  const save = createGroupedSave({ saveAll });
  const results = await Promise.allSettled(keys.map((key) => save(posted({ idempotencyKey: key }))));
  const expected = keys.map((key) => (key === 'bad' ? 'rejected' : 'fulfilled'));
  expect(results.map(({ status }) => status)).toEqual(expected);
  expect(counts()).toEqual([2, 2]);
  // First all requests together, then each one separately.
  expect(saveAll.mock.calls.map(([posts]) => posts.length)).toEqual([3, 1, 1, 1]);
});

test('hashes are cleared in time and differ between installations', async () => {
  const clock = createFakeClock();
  await store.close();
  store = openSqliteStore(folder, log, { clock, channels });
  await save({ clientIp: '192.0.2.1' });
  const hashes = () =>
    inspect((database) => database.prepare('select client, network, content_hash from requests').get());
  const before = { ...hashes() };
  await store.sweep(60_000);
  expect({ ...hashes() }).toEqual(before);
  clock.advance(10 * minute);
  await store.sweep(60_000);
  expect(hashes()).toMatchObject({ client: null, network: before.network });
  await store.forceDone(String(readFirstValue('select reference from requests')));
  await store.sweep(60_000);
  expect(hashes()).toMatchObject({ network: null });
  await reopen(() => rmSync(join(folder, 'requests.sqlite')));
  await save({ clientIp: '192.0.2.1' });
  expect(Object.values(hashes() ?? {}).filter((hash) => Object.values(before).includes(hash))).toEqual([]);
});

test("a wrong link leaves a hash of the client's address for ten minutes", async () => {
  const clock = createFakeClock();
  await store.close();
  store = openSqliteStore(folder, log, { clock, channels });
  await store.consumeActionLimit({ action: 'wrongToken', client: '192.0.2.1' });
  await store.recordTestRing({ recipient: 'ntfy.sh/topic', isAccepted: true });
  const count = () => readFirstValue('select count(*) from attempts');
  await store.sweep();
  expect(count()).toBe(2);
  clock.advance(10 * minute);
  // Even while the clock is unsteady, and nothing else is deleted.
  await store.sweep();
  expect(count()).toBe(1);
});

test('purging overwrites every byte of a request in the file', async () => {
  const fields = { ...exampleRequest, service: 'fleet' as const, message: 'purge-me '.repeat(500) };
  const saved = await save({ fields });
  const reference = 'reference' in saved ? saved.reference : '';
  execute("update deliveries set state = 'sent', delivered_at = 0");
  await store.sweep(0);
  expect(counts()).toEqual([0, 0]);
  const bytes = ['', '-journal'].map((end) => readFileSync(join(folder, `requests.sqlite${end}`), 'latin1'));
  expect(bytes.join()).not.toContain('purge-me');
  expect(bytes.join()).not.toContain(reference);
  // Removing the journal would not be synced.
  expect(statSync(join(folder, 'requests.sqlite-journal')).size).toBe(0);
});

test('a call whose caller has given up is not performed', async () => {
  vi.spyOn(process.hrtime, 'bigint').mockReturnValueOnce(0n);
  await expect(store.save(posted())).rejects.toThrow('no answer in time');
  expect(await claim()).toEqual([]);
});

test("a failed thread's exit does not end the calls of the next thread", async () => {
  await opened();
  const failed = threads.at(-1);
  failed?.emit('error', new Error('out of memory'));
  const call = opened();
  failed?.emit('exit', 1);
  expect(await call).toBeUndefined();
  await failed?.terminate();
});

test('a removed device can do nothing', async () => {
  await expect(store.asDevice(1).createPairing()).rejects.toThrow(DeviceRemovedError);
  expect(readFirstValue('select count(*) from pairings')).toBe(0);
});

test("opening the file makes an earlier process's last commit durable", async () => {
  await reopen();
  await opened();
  expect(readFirstValue('select openings from installation')).toBe(2);
});

test('a file is unavailable while another process locks it', async () => {
  await opened();
  const command = openSqliteStore(folder, log, { channels, isOnlyServer: false });
  await command.listRequests(1);
  expect(await save()).toMatchObject({ outcome: 'saved' });
  const other = new DatabaseSync(join(folder, 'requests.sqlite'), { timeout: 2_000 });
  other.exec('begin exclusive');
  await expect(store.save(posted())).rejects.toThrow('locked');
  other.close();
  expect(await save()).toMatchObject({ outcome: 'repeated' });
  await command.close();
});

describe('a damaged file', () => {
  const setAside = () =>
    readdirSync(folder).filter((name) => name.includes('.damaged-') && !name.endsWith('-journal'));

  const overwrite = (change: (bytes: Buffer) => void) => {
    const file = join(folder, 'requests.sqlite');
    const bytes = readFileSync(file);
    change(bytes);
    writeFileSync(file, bytes);
    return bytes;
  };

  /** Overwrites the page that contains a text. */
  const damagePage = (text: string) =>
    overwrite((bytes) => {
      const page = Math.floor(bytes.indexOf(text) / 4_096) * 4_096;
      bytes.fill(0xff, page, page + 4_096);
    });

  test.each([
    ['with one bad page', () => damagePage('Three trucks')],
    ['that is not a database anymore', () => overwrite((bytes) => bytes.fill(0))],
  ])('%s is set aside once a call finds the damage', async (_, damage) => {
    let damaged = Buffer.alloc(0);
    await save();
    await reopen(() => {
      damaged = damage();
    });
    await expect(store.listRequests(1)).rejects.toThrow();
    expect(await save()).toMatchObject({ outcome: 'saved' });
    const [copy = ''] = setAside();
    expect(statSync(join(folder, copy)).size).toBe(damaged.length);
    expect(await store.probeStatus()).toMatchObject({ setAside: [copy] });
    rmSync(join(folder, copy));
    expect(await store.probeStatus()).toMatchObject({ setAside: [] });
  });

  test('is not set aside if only a row breaks a constraint', async () => {
    await save();
    await reopen(() =>
      execute(`
        pragma ignore_check_constraints = on;
        update requests set received_at = 9223372036854775807, emergency = 7`),
    );
    await save({ idempotencyKey: 'second' });
    await save({ idempotencyKey: 'unreadable' });
    execute(`
      pragma writable_schema = on;
      update sqlite_schema set sql = replace(replace(sql, 'text not null', 'text'), ') strict', ')');
      update sqlite_schema set sql = replace(sql, 'integer not null', 'integer')`);
    execute(`
      update requests set taken_at = 'x', honeypot_filled = null where id = 1;
      update requests set reference = null where id = 2;
      update deliveries set possible_duplicate = null, ${backOffCountColumn} = 'x' where id = 1;
      update deliveries set recipient = null where id = 3`);
    await reopen();
    expect(await claim(9)).toMatchObject([
      { backOffCount: 0, possibleDuplicate: false },
      { reference: 'damaged' },
    ]);
    expect(await store.listRequests(9)).toMatchObject([{}, { reference: 'damaged' }, { takenAt: null }]);
    expect(setAside()).toEqual([]);
  });
});

test('an unreadable file is not set aside, and the next call opens it again', async () => {
  mkdirSync(join(folder, 'requests.sqlite'));
  await expect(opened()).rejects.toThrow();
  await expect(store.save(posted())).rejects.toThrow();
  rmdirSync(join(folder, 'requests.sqlite'));
  expect(await save()).toMatchObject({ outcome: 'saved' });
  expect(readdirSync(folder).filter((name) => name.includes('damaged'))).toEqual([]);
  // Each event is logged once, however many calls fail, because the log may be on the same full disk.
  expect(logged.map((line) => line.split(' ')[0])).toEqual(['store_failed', 'store_recovered']);
});

describe('another version', () => {
  test('a request with unknown, missing, or damaged fields stays readable', async () => {
    await save();
    await save({ idempotencyKey: 'damaged' });
    execute(`
      update requests set fields = '{"name":"Ana","vin":"X1"}' where id = 1;
      update requests set fields = 'no JSON' where id = 2`);
    expect(await claim(2)).toMatchObject([
      { fields: { name: 'Ana', email: '', message: 'vin: X1' } },
      { fields: { name: '', message: 'damaged: no JSON' } },
    ]);
  });

  test.each([6, 10])('a file of schema %i is left unchanged', async (version) => {
    await reopen(() => execute(`pragma user_version = ${version}`));
    await expect(store.save(posted())).rejects.toThrow('another version');
    const start = openStore({ dataDir: folder, database: undefined, requireSync: false }, channels, log);
    await expect(start).rejects.toThrow('The server cannot start: the requests were saved by another');
    expect(readFirstValue('pragma user_version')).toBe(version);
  });

  test('a file that is one schema version ahead is used', async () => {
    await reopen(() => execute('pragma user_version = 9'));
    expect(await save()).toMatchObject({ outcome: 'saved' });
  });
});

test('a claim reads waiting deliveries in the order of its index', async () => {
  await opened();
  const explain = `explain query plan ${findDueSql.replaceAll(/:\w+/g, "''")}`;
  const plan = inspect((database) => JSON.stringify(database.prepare(explain).all()));
  expect(plan).toContain('deliveries_in_order');
  expect(plan).not.toContain('TEMP B-TREE');
});

test('only this account can access the data folder and its parents', () => {
  const deep = join(folder, 'var', 'site');
  prepareDataFolder(deep);
  for (const path of [deep, join(folder, 'var')]) {
    expect(statSync(path).mode & 0o777).toBe(0o700);
  }
});

test.each(['file', 'file/data'])('a path to or below a file is rejected with an explanation: %s', (path) => {
  writeFileSync(join(folder, 'file'), '');
  expect(() => prepareDataFolder(join(folder, path))).toThrow(/^DATA_DIR cannot be used.*like DATA_DIR=/);
});
