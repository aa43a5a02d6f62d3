/** Migrates a filled database from version 7 to this version, on both engines. */

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { connectToSharedPostgres } from '../../tests/support/postgres.ts';
import { hashKey7, requests7, rows7, tables7 } from '../../tests/support/schema-7.ts';
import { minute } from '../clock.ts';
import type { RequestChannelData } from '../requests/channel-data.ts';
import { type DatabaseServer, parseDatabaseUrl } from '../settings/connection-urls.ts';
import { toPostgres } from './postgres/migrate.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import { schemaVersion } from './schema.ts';
import { openDatabase } from './sqlite/database.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

const noon = new Date('2026-11-30T12:00:00Z');
const fields = { ...exampleRequest, message: '' };
const rows = rows7(noon.getTime(), fields);
const channels: RequestChannelData[] = [
  { name: 'email', recipients: ['owner@example.com'], canDeliver: true },
  { name: 'page', recipients: ['ana'], accepts: 'untakenEmergencies' },
];

/** Each engine opens a filled database of version 7, and reads columns, indexes, the key, and the version. */
const engines = {
  SQLite: async () => {
    const folder = createMemoryFolder('migration');
    const old = new DatabaseSync(join(folder, 'requests.sqlite'));
    old.exec(`${tables7} pragma user_version = 7; ${rows}`);
    old.close();
    const read = (name: string) => {
      const database = new DatabaseSync(join(name, 'requests.sqlite'));
      const columns = database
        .prepare(
          `select sqlite_schema.name || '.' || one.name || ' ' || one.type || one."notnull" as name
           from sqlite_schema join pragma_table_info(sqlite_schema.name) as one order by 1`,
        )
        .all();
      const indexes = database
        .prepare("select name from sqlite_schema where type = 'index' order by 1")
        .all();
      const key = database.prepare('select hash_key from installation').get();
      const version = database.prepare('pragma user_version').get();
      return { columns, indexes, key: key?.hash_key, version: version?.user_version };
    };
    const created = createMemoryFolder('new');
    return {
      open: (clock: ReturnType<typeof createFakeClock>) =>
        openSqliteStore(folder, () => undefined, { clock, channels }),
      read: () => read(folder),
      readNew: () => {
        openDatabase(created).close();
        return read(created);
      },
    };
  },
  PostgreSQL: async () => {
    const postgres = await connectToSharedPostgres();
    const [url, created] = [await postgres.newDatabase(), await postgres.newDatabase()];
    const setPath = 'set search_path = site_requests;';
    await postgres.query(
      `create schema site_requests; ${setPath} create table migrations (number integer primary key);
       insert into migrations values (7); ${toPostgres(tables7)} ${rows}`,
      [],
      url,
    );
    await postgres.query(
      `${setPath} select setval('requests_id_seq', 100); select setval('deliveries_id_seq', 100)`,
      [],
      url,
    );
    const open = (at: string, clock = createFakeClock(noon)) => {
      const server = parseDatabaseUrl(at) as DatabaseServer;
      return openPostgresStore({ server, log: () => undefined, clock, channels });
    };
    const read = async (at: string) => {
      const columns = await postgres.query(
        `select table_name || '.' || column_name || ' ' || data_type || is_nullable as name
         from information_schema.columns where table_schema = 'site_requests' order by 1`,
        [],
        at,
      );
      const indexes = await postgres.query(
        "select indexname as name from pg_indexes where schemaname = 'site_requests' order by 1",
        [],
        at,
      );
      const [found] = await postgres.query(
        'select hash_key, (select max(number) from site_requests.migrations) from site_requests.installation',
        [],
        at,
      );
      return { columns, indexes, key: found?.hash_key, version: found?.max };
    };
    return {
      open: (clock: ReturnType<typeof createFakeClock>) => open(url, clock),
      read: () => read(url),
      readNew: async () => {
        const store = open(created);
        await store.findWithDeliveries('AAAAAA');
        await store.close();
        return read(created);
      },
    };
  },
};

test.each(Object.entries(engines))(
  '%s: alarms continue after the migration, each at its minute',
  async (_, make) => {
    const { open } = await make();
    const clock = createFakeClock(noon);
    const store = open(clock);
    await store.prepareDeliveries();
    const ring = async () => {
      const { deliveries } = await store.claim({ channel: 'page', recipients: ['ana'], limit: 9 });
      return deliveries.map(({ reference, step }) => [reference, step]);
    };
    const { sent, pending, sending, refused, filed, possibleSpam } = requests7;
    // "sent" is due again before the leases of the current alarms end.
    clock.advance(minute / 2);
    const due = await ring();
    // A marked emergency with a valid number also rings, after all others.
    expect(due.pop()).toEqual([possibleSpam, 0]);
    expect(due.toSorted()).toEqual([filed, pending, refused, sending].map((name) => [name, 0]));
    expect(await ring()).toEqual([]);
    clock.advance(minute / 2);
    expect(await ring()).toEqual([[sent, 1]]);
    await store.close();
  },
);

test.each(Object.entries(engines))(
  '%s: a migrated database has the same tables as a new one',
  async (_, make) => {
    const { open, read, readNew } = await make();
    const store = open(createFakeClock(noon));
    await store.findWithDeliveries('AAAAAA');
    await store.close();
    const created = await readNew();
    const migrated = await read();
    expect(migrated).toEqual({ ...created, key: hashKey7 });
    expect(migrated.version).toBe(schemaVersion);
  },
);

test.each(Object.entries(engines))(
  '%s: the migration loses no request and repeats no delivery',
  async (_, make) => {
    const { open } = await make();
    const clock = createFakeClock(noon);
    const store = open(clock);
    await store.prepareDeliveries();
    const names = Object.values(requests7);
    expect((await store.listRequests(99)).map(({ reference }) => reference)).toEqual(names.toReversed());
    const repeat = {
      fields: { ...fields, service: 'emergency' as const, message: 'sent' },
      language: 'en' as const,
    };
    // The content hash differs, but the key is recognized.
    expect(await store.save({ ...repeat, idempotencyKey: 'sent' })).toEqual({ outcome: 'mismatch' });

    const claimed = [];
    for (let claims = 0; claims < 20; claims += 1) {
      const { deliveries } = await store.claim({
        channel: 'email',
        recipients: ['owner@example.com'],
        limit: 9,
      });
      claimed.push(...deliveries);
      clock.advance(100);
    }
    const { pending, sending, refused, filed, possibleSpam } = requests7;
    const emailed = claimed.map(({ reference, possibleDuplicate }) => [reference, possibleDuplicate]);
    expect(emailed.slice(-2)).toEqual([
      [possibleSpam, false],
      [refused, false],
    ]);
    expect(emailed.toSorted()).toEqual(
      [
        [filed, false],
        [pending, false],
        [refused, false],
        [sending, true],
        [possibleSpam, false],
      ].toSorted(),
    );
    await store.close();
  },
);
