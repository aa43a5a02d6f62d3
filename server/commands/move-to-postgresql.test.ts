import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { exampleRoutes as routes } from '../../tests/support/in-process-store.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { type SharedPostgres, sharedPostgres } from '../../tests/support/postgres.ts';
import { runCommand } from '../../tests/support/start-in-process.ts';
import { type DatabaseServer, readDatabaseUrl } from '../connection-urls.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { run } from './move-to-postgresql.ts';

const posted = (key: string) => ({
  fields: { ...exampleRequest, message: `${key} \0 🚛` },
  language: 'es' as const,
  idempotencyKey: key,
  clientIp: '192.0.2.1',
});

let postgres: SharedPostgres;
beforeAll(async () => {
  postgres = await sharedPostgres();
});

const silent = () => undefined;
const openPostgres = (url: string) =>
  openPostgresStore({ server: readDatabaseUrl(url) as DatabaseServer, routes, log: silent });

/** A data folder with a sent request, and one that waits. */
async function folderWithRequests() {
  const dataDir = memoryFolder('data');
  const store = openSqliteStore(dataDir, silent, { routes });
  await store.save(posted('sent'));
  await store.save(posted('waiting'));
  await store.close();
  const file = new DatabaseSync(join(dataDir, 'requests.sqlite'));
  file.exec(`
    update deliveries set state = 'sent', delivered_at = 7 where request_id = 1;
    update requests set fields = json_set(fields, '$.vin', 'X1') where id = 1`);
  file.close();
  const reopened = openSqliteStore(dataDir, silent, { routes });
  const all = await reopened.list({ which: 'all', limit: 9 });
  await reopened.close();
  return { dataDir, all };
}

test('moves every request with its deliveries, key and hashes, then renames the file', async () => {
  const { dataDir, all } = await folderWithRequests();
  const url = await postgres.newDatabase();
  const env = { DATA_DIR: dataDir, DATABASE_URL: url };
  expect(await runCommand(run, env)).toMatchObject({
    code: 0,
    said: expect.stringContaining('All requests are in PostgreSQL'),
  });
  expect(readdirSync(dataDir).join()).toContain('requests.sqlite.moved-');
  const store = openPostgres(url);
  expect(await store.list({ which: 'all', limit: 9 })).toEqual(all);
  expect(await store.save(posted('sent'))).toMatchObject({ outcome: 'repeated' });
  expect(await store.save(posted('new'))).toMatchObject({ outcome: 'saved' });
  expect((await store.claim({ channel: 'email', limit: 9, lease: 1 })).deliveries).toHaveLength(2);
  await store.close();
});

test('mixes nothing with requests that are there, and may run again', async () => {
  const { dataDir } = await folderWithRequests();
  const url = await postgres.newDatabase();
  const env = { DATA_DIR: dataDir, DATABASE_URL: url };
  const store = openPostgres(url);
  await store.save(posted('there'));
  expect(await runCommand(run, env)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('already holds requests'),
  });
  await store.close();
  await postgres.query('delete from site_requests.requests', [], url);
  const file = join(dataDir, 'requests.sqlite');
  const key = new DatabaseSync(file).prepare('select hash_key from installation').get()?.hash_key;
  // As if an earlier run had ended before it renamed the file.
  await postgres.query('update site_requests.installation set hash_key = $1', [key], url);
  expect(await runCommand(run, env)).toMatchObject({ code: 0 });
});
