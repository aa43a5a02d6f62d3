import { readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { exampleChannels as channels } from '../../tests/support/in-process-store.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { connectToSharedPostgres } from '../../tests/support/postgres.ts';
import { runCommand } from '../../tests/support/start-in-process.ts';
import { type DatabaseServer, parseDatabaseUrl } from '../settings/connection-urls.ts';
import { openPostgresStore } from '../store/postgres/postgres-store.ts';
import type { RequestStore } from '../store/request-store.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { run } from './move-to-postgresql.ts';

const posted = (key: string) => ({
  fields: { ...exampleRequest, message: `${key} \0 🚛` },
  language: 'es' as const,
  idempotencyKey: key,
  clientIp: '192.0.2.1',
});

test('moves every request with its deliveries and key', async () => {
  const postgres = await connectToSharedPostgres();
  const [dataDir, url] = [createMemoryFolder('data'), await postgres.newDatabase()];
  const openSqlite = () => openSqliteStore(dataDir, () => undefined, { channels });
  const openPostgres = () =>
    openPostgresStore({
      server: parseDatabaseUrl(url) as DatabaseServer,
      channels,
      log: () => undefined,
    });
  const move = () => runCommand(run, { DATA_DIR: dataDir, DATABASE_URL: url });
  const first = openSqlite();
  await first.save(posted('sent'));
  await first.save(posted('waiting'));
  await first.close();
  const file = new DatabaseSync(join(dataDir, 'requests.sqlite'));
  file.exec(`
    update deliveries set state = 'sent', delivered_at = 7 where request_id = 1;
    update requests set fields = json_set(fields, '$.vin', 'X1') where id = 1`);
  file.close();
  const reopened = openSqlite();
  const listed = async (store: RequestStore) =>
    (await store.listRequests(9)).map((request) => ({ ...request, linkAge: 0 }));
  const all = await listed(reopened);
  await reopened.close();

  const there = openPostgres();
  await there.save(posted('there'));
  expect(await move()).toMatchObject({
    code: 1,
    errorOutput: expect.stringContaining('already holds requests'),
  });
  await there.close();
  await postgres.query('delete from site_requests.requests', [], url);
  expect(await move()).toMatchObject({
    code: 0,
    output: expect.stringContaining('All requests are in PostgreSQL'),
  });
  const [moved = ''] = readdirSync(dataDir).filter((name) => name.startsWith('requests.sqlite.moved-'));
  // Simulates a run that ended before it renamed the file.
  renameSync(join(dataDir, moved), join(dataDir, 'requests.sqlite'));
  expect(await move()).toMatchObject({ code: 0 });

  const store = openPostgres();
  expect(await listed(store)).toEqual(all);
  expect(await store.save(posted('sent'))).toMatchObject({ outcome: 'repeated' });
  expect(await store.save(posted('new'))).toMatchObject({ outcome: 'saved' });
  expect(
    (await store.claim({ channel: 'email', recipients: ['owner@example.com'], limit: 9 })).deliveries,
  ).toHaveLength(2);
  await store.close();
});
