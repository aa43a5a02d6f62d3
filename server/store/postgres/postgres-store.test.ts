/** Tests of PostgreSQL alone. The contract of every store is in ../request-store.test.ts. */

import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { exampleRequest } from '../../../tests/support/example-request.ts';
import { createFakeClock } from '../../../tests/support/fake-clock.ts';
import { exampleChannels as channels } from '../../../tests/support/in-process-store.ts';
import {
  connectToSharedPostgres,
  findFreePort,
  type SharedPostgres,
} from '../../../tests/support/postgres.ts';
import { day, minute } from '../../clock.ts';
import { findDueWithSlotSql } from '../../queue/budget.ts';
import { claimDeliveries } from '../../queue/claim.ts';
import { roundColumn } from '../../requests/deliveries.ts';
import { insertRequestsSql, type PostedRequest } from '../../requests/save.ts';
import { type DatabaseServer, parseDatabaseUrl } from '../../settings/connection-urls.ts';
import type { RequestStore } from '../request-store.ts';
import { assertUsable } from './errors.ts';
import { openPostgresStore, type PostgresOptions } from './postgres-store.ts';
import { createTransaction, createTransactionRunner } from './transaction.ts';

/** The options for claiming one email to the example's mailbox. */
const owner = { channel: 'email', recipients: ['owner@example.com'], limit: 1 };

let postgres: SharedPostgres;
let opened: RequestStore[] = [];
let logged: string[] = [];

beforeAll(async () => {
  postgres = await connectToSharedPostgres();
});
afterEach(async () => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  syncBuiltinESMExports();
  await Promise.all(opened.map((store) => store.close()));
  opened = [];
  logged = [];
});

function open(url: string, options: Partial<PostgresOptions> = {}): RequestStore {
  const server = parseDatabaseUrl(url) as DatabaseServer;
  const log = (event: string, attributes = {}) =>
    logged.push([event, ...Object.values(attributes)].join(': '));
  const store = openPostgresStore({ server, log, channels, ...options });
  opened.push(store);
  return store;
}

function posted(idempotencyKey: string | undefined, message = exampleRequest.message): PostedRequest {
  const fields = { ...exampleRequest, service: 'fleet' as const, message };
  return { fields, language: 'en', idempotencyKey };
}

test('ten servers can start at once', async () => {
  const url = await postgres.newDatabase();
  const stores = Array.from({ length: 10 }, () => open(url));
  // The first call may be slow, because ten connections take long on a busy machine.
  expect(await Promise.all(stores.map((store) => store.findWithDeliveries('AAAAAA')))).toEqual(
    Array(10).fill(undefined),
  );
  const results = await Promise.all(stores.map((store) => store.save(posted('k'))));
  expect(results.map(({ outcome }) => outcome).sort()).toEqual([...Array(9).fill('repeated'), 'saved']);
  expect(logged).toEqual([]);
});

test('simultaneous claims by several servers return each request once', async () => {
  const url = await postgres.newDatabase();
  const stores = Array.from({ length: 4 }, () => open(url));
  for (let index = 0; index < 12; index += 1) {
    await stores[0]?.save(posted(`${index}`));
  }
  const budget = { maxRequests: 10, windowLength: 600_000, reservedSlots: 1 };
  const claims = await Promise.all(stores.map((store) => store.claim({ ...owner, limit: 4, budget })));
  const ids = claims.flatMap(({ deliveries }) => deliveries.map(({ requestId }) => requestId));
  expect(ids.length).toBe(10);
  expect(new Set(ids).size).toBe(10);
});

test('a claim returns no delivery whose sender renews its lease during the claim', async () => {
  const clock = createFakeClock();
  const url = await postgres.newDatabase();
  const store = open(url, { clock });
  await store.save(posted('k'));
  const { deliveries } = await store.claim(owner);
  clock.advance(minute);
  // Ends the lease.
  await store.claim({ ...owner, channel: 'nothing' });
  const renewLease = () => store.renewLeases(deliveries.map(({ leaseToken }) => leaseToken));
  const { runInTransaction, close } = createTransactionRunner(parseDatabaseUrl(url) as DatabaseServer, false);
  // The sender renews its lease between the statements of this second claim.
  const second = await runInTransaction(minute, async (client) => {
    const wallTime = clock.wallTime().getTime();
    const transaction = createTransaction(client, {
      trustedTime: wallTime,
      wallTime,
      hashKey: '',
      channels,
    });
    const query: typeof transaction.query = async (sql, parameters) => {
      if ('token' in parameters) {
        await renewLease();
      }
      return transaction.query(sql, parameters);
    };
    return claimDeliveries({ ...transaction, query }, owner);
  });
  await close();
  expect(deliveries).toHaveLength(1);
  expect(second.deliveries).toEqual([]);
});

test("the database's clock decides, even if a server is 31 days ahead", async () => {
  const store = open(await postgres.newDatabase());
  const save = async (key: string) => {
    const saved = await store.save(posted(key));
    return 'reference' in saved ? saved.reference : '';
  };
  const before = Date.now();
  await store.forceDone(await save('delivered'));
  vi.useFakeTimers({ toFake: ['Date'], now: before + 31 * day });
  const purged = await store.sweep(day);
  const reference = await save('ahead');
  vi.useRealTimers();
  expect(purged).toBe(0);
  const receivedAt = (await store.findWithDeliveries(reference))?.receivedAt.getTime() ?? 0;
  expect(receivedAt).toBeGreaterThanOrEqual(before - 1_000);
  expect(receivedAt).toBeLessThanOrEqual(Date.now() + 1_000);
});

// A join with all unsent deliveries may take a second.
test('the statement that saves requests has no joins', async () => {
  const url = await postgres.newDatabase();
  await open(url).save(posted('k'));
  const saved = `jsonb_array_elements('[{}]')`;
  const sql = insertRequestsSql.replace('json_each(:saved)', saved).replace(':wallTime', '0');
  const plan = await postgres.query(`explain ${sql}`, [], `${url}?options=-csearch_path=site_requests`);
  expect(JSON.stringify(plan)).toContain('SubPlan');
  expect(JSON.stringify(plan)).not.toMatch(/Join|Nested Loop/);
});

test('a request gets another reference if its first one is already used', async () => {
  const store = open(await postgres.newDatabase());
  const drawn = vi.spyOn(crypto as { randomInt: (max: number) => number }, 'randomInt');
  syncBuiltinESMExports();
  for (let letter = 0; letter < 12; letter += 1) {
    drawn.mockReturnValueOnce(8);
  }
  expect(await store.save(posted('first'))).toMatchObject({ reference: 'AAAAAA' });
  expect(await store.save(posted('second'))).toMatchObject({ outcome: 'saved' });
  expect(drawn).toHaveBeenCalledTimes(18);
});

test('only the owner can read visitor data, whatever the default privileges', async () => {
  const url = await postgres.newDatabase();
  const login = new URL(url).username;
  await postgres.query('alter default privileges grant select on tables to pg_monitor, public', [], url);
  await postgres.query('alter default privileges grant usage on schemas to public', [], url);
  await open(url).save(posted('k'));
  const readers = await postgres.query(
    `select rolname from pg_roles
     where rolname in ($1, 'pg_monitor') and (has_schema_privilege(oid, 'site_requests', 'usage')
       or has_table_privilege(oid, 'site_requests.requests', 'select'))`,
    [login],
    url,
  );
  expect(readers).toEqual([{ rolname: login }]);
});

test('a save fails if its commit is forced through without the standby', async () => {
  // The deferred trigger runs at commit and emits the warning of a canceled standby wait.
  const url = await postgres.newDatabase();
  const store = open(url);
  await store.save(posted('k'));
  await postgres.query(
    `create function site_requests.warn() returns trigger language plpgsql as
       $$ begin raise warning using errcode = '01000', message = 'canceling wait'; return null; end $$;
     create constraint trigger warns after insert on site_requests.requests
       deferrable initially deferred for each row execute function site_requests.warn()`,
    [],
    url,
  );
  await expect(store.save(posted('other'))).rejects.toThrow('the commit ended with 01000');
});

// In a new database, PostgreSQL has no statistics, so it could compare each waiting delivery with each slot.
test('with a full window, a claim does not compare each waiting delivery with each slot', async () => {
  const url = await postgres.newDatabase();
  await open(url).prepareDeliveries();
  const schemaUrl = `${url}?options=-csearch_path=site_requests`;
  await postgres.query(
    `insert into requests (reference, received_at, language, fields, honeypot_filled, emergency, content_hash, ${roundColumn})
    select lpad(number::text, 6, '0'), 0, 'en', '{}', 0, 0, '', 1 from generate_series(1, 3000) as number`,
    [],
    schemaUrl,
  );
  await postgres.query(
    `insert into deliveries (request_id, channel, recipient, due_at, rank, counted_at)
    select id, 'email', 'owner@example.com', 0, 0, case when id <= 30 then 1 end from requests`,
    [],
    schemaUrl,
  );
  const parameters = {
    channel: "'email'",
    recipients: `'[["owner@example.com"]]'`,
    trustedTime: '1',
    since: '0',
    limit: '5',
  };
  const sql = findDueWithSlotSql
    .replace(/:(\w+)/g, (_, name: keyof typeof parameters) => parameters[name])
    .replace('json_each', 'jsonb_array_elements');
  const plan = JSON.stringify(await postgres.query(`explain (analyze, format json) ${sql}`, [], schemaUrl));
  const compared = Array.from(plan.matchAll(/"Rows Removed by Join Filter":(\d+)/g), ([, rows]) =>
    Number(rows),
  );
  expect(Math.max(0, ...compared)).toBeLessThan(3_000);
});

describe('configuration errors are explained in a sentence', () => {
  type Change = (url: string) => string | Promise<string>;

  test.each<{ what: string; change: Change; sentence: RegExp; options?: Partial<PostgresOptions> }>([
    {
      what: 'a wrong password',
      change: (url) => url.replace('secret', 'wrong'),
      sentence: /^DATABASE_URL: PostgreSQL at 127.* refuses the password of ".*" \(28P01\)$/,
    },
    {
      what: 'no such database',
      change: (url) => url.replace(/[^/]+$/, 'other'),
      sentence: /has no database "other"/,
    },
    {
      what: 'no TLS',
      change: (url) => `${url}?sslmode=require`,
      sentence: /^DATABASE_URL: .* does not support TLS/,
    },
    {
      what: 'no server listening',
      change: async (url) => url.replace(`:${postgres.port}/`, `:${await findFreePort()}/`),
      sentence: /^DATABASE_URL: .* does not accept connections \(ECONNREFUSED\)$/,
    },
    {
      what: 'a database that cannot store every letter',
      change: latin,
      sentence: /^DATABASE_URL: the database's encoding is LATIN1, .*encoding 'UTF8'/,
    },
    {
      what: 'no synchronous standby',
      change: (url) => url,
      sentence: /^REQUIRE_SYNC is on, but/,
      options: { requireSync: true },
    },
    { what: 'another schema', change: anotherSchema, sentence: /another version/ },
  ])('the error about $what says what is wrong', async ({ change, sentence, options }) => {
    const url = await change(await postgres.newDatabase());
    await expect(open(url, options).findWithDeliveries('AAAAAA')).rejects.toThrow(sentence);
    expect(logged.join()).not.toContain('wrong');
  });

  async function latin(url: string): Promise<string> {
    const name = new URL(url).username;
    await postgres.query(
      `create database latin_${name} owner ${name} encoding 'LATIN1' lc_collate 'C' lc_ctype 'C' template template0`,
    );
    return url.replace(/[^/]+$/, `latin_${name}`);
  }

  async function anotherSchema(url: string): Promise<string> {
    await open(url).save(posted('k'));
    await postgres.query('update site_requests.migrations set number = 10', [], url);
    return url;
  }

  test('no certificate authority', async () => {
    const url = await postgres.newDatabase();
    expect(() => open(`${url}?sslmode=verify-full&sslrootcert=/missing.crt`)).toThrow('/missing.crt');
  });

  test('commits that do not wait, or a PostgreSQL that is too old', () => {
    const state = { version: 180_004, encoding: 'UTF8', readOnly: false, standbys: 'ANY 1 (b, c)', now: 0 };
    expect(() => assertUsable({ ...state, synchronousCommit: 'off' }, true)).toThrow(
      /isn't waiting for any standby/,
    );
    const old = { ...state, synchronousCommit: 'on', version: 140_012 };
    expect(() => assertUsable(old, false)).toThrow('this is PostgreSQL 14');
  });
});

/**
 * Starts a firewall in front of PostgreSQL that can forget its connections. Data sent through forgotten connections
 * never arrives.
 */
async function startForgetfulFirewall(port: number) {
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.pipe(upstream).pipe(client);
    client.on('error', () => undefined).on('close', () => upstream.destroy());
    upstream.on('error', () => undefined).on('close', () => client.destroy());
    sockets.push(client, upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    forget: () => {
      for (const socket of sockets) {
        socket.removeAllListeners('close').unpipe().resume();
      }
    },
    stop: () => server.close(),
  };
}

test('saves succeed after a firewall has forgotten the idle connections', async () => {
  const url = await postgres.newDatabase();
  const firewall = await startForgetfulFirewall(postgres.port);
  const store = open(url.replace(`:${postgres.port}/`, `:${firewall.port}/`));
  await Promise.all([
    store.save(posted('first')),
    store.findWithDeliveries('AAAAAA'),
    store.findWithDeliveries('AAAAAA'),
  ]);
  firewall.forget();
  expect(await store.save(posted('second'))).toMatchObject({ outcome: 'saved' });
  firewall.forget();
  expect(await store.save(posted('third'))).toMatchObject({ outcome: 'saved' });
  expect(logged).toEqual([]);
  firewall.stop();
});

test("PostgreSQL releases the locks of a vanished server's transaction in time", async () => {
  const url = await postgres.newDatabase();
  const firewall = await startForgetfulFirewall(postgres.port);
  const server = parseDatabaseUrl(url.replace(`:${postgres.port}/`, `:${firewall.port}/`)) as DatabaseServer;
  const lock = 'select pg_advisory_xact_lock(7)';
  const vanishing = createTransactionRunner(server, false).runInTransaction(300, async (client) => {
    await client.query(lock);
    firewall.forget();
    return new Promise(() => undefined);
  });
  await expect(vanishing).rejects.toThrow('no answer in time');
  // Otherwise this would wait until the network gives up.
  await postgres.query(lock, [], url);
  firewall.stop();
});

test('a read-only database is unavailable until it accepts writes', async () => {
  const url = await postgres.newDatabase();
  const store = open(url);
  await store.save(posted('k'));
  const database = new URL(url).username;
  await postgres.query(`alter database ${database} set default_transaction_read_only = on`);
  await postgres.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
    database,
  ]);
  await expect(store.save(posted('other'))).rejects.toThrow(/accepts no writes|connection lost|57P01/);
  await expect(store.save(posted('k'))).rejects.toThrow('PostgreSQL: accepts no writes right now');
  await postgres.query(`alter database ${database} reset default_transaction_read_only`);
  expect(await store.save(posted('k'))).toMatchObject({ outcome: 'repeated' });
});
