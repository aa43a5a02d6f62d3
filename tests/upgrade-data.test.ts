import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { addMissing, copyOnce, type DataFiles, undoData } from '../deploy/upgrade-data.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { exampleRequest } from './support/example-request.ts';
import { memoryFolder } from './support/memory-folder.ts';

let files: DataFiles;

/** The old version has one request; the new one has changed the tables and accepted another. */
beforeEach(async () => {
  const folder = memoryFolder('upgrade');
  const database = join(folder, 'requests.sqlite');
  files = { database, copy: `${database}.before-upgrade`, newer: `${database}.after-upgrade-1` };
  await save(folder, 'before');
  copyOnce(files);
  await save(folder, 'after');
  const changed = new DatabaseSync(database);
  changed.exec('pragma user_version = 99');
  changed.close();
});

async function save(folder: string, idempotencyKey: string): Promise<void> {
  const store = openSqliteStore(folder, () => undefined);
  await store.save({ fields: exampleRequest, language: 'en', idempotencyKey });
  await store.close();
}

function rename(file: string, from: string, to: string): void {
  const database = new DatabaseSync(file);
  database.exec(`alter table ${from} rename to ${to}`);
  database.close();
}

function requestsIn(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('select count(*) as requests from requests').get();
  database.close();
  return row?.requests;
}

test('the old version gets what the new one accepted, again after an interruption', () => {
  addMissing(files.database, files.copy);
  expect(undoData(files)).toBe('added');
  expect(requestsIn(files.database)).toBe(2);
});

test('what could not be added is in the new file, and --add adds it, once', () => {
  rename(files.database, 'outbox_messages', 'hidden');
  expect(undoData(files)).toBeInstanceOf(Error);
  rename(files.newer, 'hidden', 'outbox_messages');
  expect(requestsIn(files.database)).toBe(1);
  expect(requestsIn(files.newer)).toBe(2);
  const add = () => execFileSync(process.execPath, ['deploy/upgrade.ts', '--add', files.newer], options);
  const options = { encoding: 'utf8', env: { ...process.env, DATA_DIR: dirname(files.database) } } as const;
  expect(add()).toBe('Requests added: 1\n');
  expect(add()).toBe('Requests added: 0\n');
  expect(requestsIn(files.database)).toBe(2);
});
