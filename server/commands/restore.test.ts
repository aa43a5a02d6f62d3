import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { exampleRoutes as routes } from '../../tests/support/in-process-store.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { runCommand } from '../../tests/support/run-command.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { run as backup } from './backup.ts';
import { run as restore } from './restore.ts';

/** A stopped server's folder, and a backup that lacks its last request. */
async function stoppedServer() {
  const dataDir = memoryFolder('data');
  const copy = join(memoryFolder('copies'), 'copy.sqlite');
  const store = openSqliteStore(dataDir, () => undefined, { routes });
  const save = async (message: string) => {
    const fields = { ...exampleRequest, message };
    const saved = await store.save({ fields, language: 'en', idempotencyKey: message });
    return 'reference' in saved ? saved.reference : '';
  };
  const first = await save('first');
  expect(await runCommand(backup, { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
  const last = await save('last');
  await store.close();
  return { dataDir, copy, first, last };
}

const change = (file: string, sql: string) => {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
};

test('marks what may have been emailed since, and keeps a file with what nobody has received', async () => {
  const { dataDir, copy, first, last } = await stoppedServer();
  expect(await runCommand(restore, { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
  const store = openSqliteStore(dataDir, () => undefined, { routes });
  const { deliveries } = await store.claim({ channel: 'email', limit: 9, lease: 1 });
  expect(deliveries).toMatchObject([{ reference: first, possibleDuplicate: true }]);
  const [kept = ''] = readdirSync(dataDir).filter((name) => name.includes('.unsent-'));
  expect((await store.status()).setAside).toEqual([kept]);
  await store.close();
  const old = new DatabaseSync(join(dataDir, kept));
  expect(old.prepare('select reference from requests order by id desc').get()).toEqual({ reference: last });
  old.close();
});

test('of a file whose requests were all emailed, retention may dispose', async () => {
  const { dataDir, copy } = await stoppedServer();
  change(join(dataDir, 'requests.sqlite'), "update deliveries set state = 'sent', delivered_at = 1");
  expect(await runCommand(restore, { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
  expect(readdirSync(dataDir).join()).toContain('.before-restore-');
});

test.each([
  ['a trigger', 'create trigger t after insert on requests begin select 1; end', 'not made by'],
  ['a reference that is a path', "update requests set reference = '../../'", 'not made by'],
  ['the schema of an earlier version', 'pragma user_version = 3', 'another version'],
])('a copy with %s changes nothing', async (_, sql, complaint) => {
  const { dataDir, copy, last } = await stoppedServer();
  change(copy, sql);
  const before = readdirSync(dataDir);
  expect(await runCommand(restore, { DATA_DIR: dataDir }, copy)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining(complaint),
  });
  expect(readdirSync(dataDir).filter((name) => name !== 'server.lock')).toEqual(before);
  const database = new DatabaseSync(join(dataDir, 'requests.sqlite'));
  expect(database.prepare('select reference from requests order by id desc').get()).toEqual({
    reference: last,
  });
  database.close();
});

test('two backups at once are both complete', async () => {
  const { dataDir } = await stoppedServer();
  const copies = memoryFolder('copies');
  const script = join(import.meta.dirname, 'backup.ts');
  const ended = [1, 2, 3].map((number) =>
    once(
      spawn(process.execPath, [script, join(copies, `${number}`)], { env: { DATA_DIR: dataDir } }),
      'close',
    ),
  );
  expect((await Promise.all(ended)).map(([code]) => code)).toEqual([0, 0, 0]);
  expect(readdirSync(dataDir).filter((name) => name.includes('copying'))).toEqual([]);
});
