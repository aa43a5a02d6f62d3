import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test, vi } from 'vitest';
import { copyOnce, type DataFiles, undoData } from '../deploy/upgrade-data.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { exampleRequest } from './support/example-request.ts';
import { memoryFolder } from './support/memory-folder.ts';

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  return { ...fs, copyFileSync: vi.fn(fs.copyFileSync) };
});

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

function requestsIn(file: string): unknown {
  const database = new DatabaseSync(file, { readOnly: true });
  const row = database.prepare('select count(*) as requests from requests').get();
  database.close();
  return row?.requests;
}

const failing = () => {
  throw new Error('EIO: i/o error');
};

test('a disk that fails once keeps nothing from the old version', () => {
  vi.mocked(copyFileSync).mockImplementationOnce(failing);
  expect(undoData(files)).toBe(1);
  expect(requestsIn(files.database)).toBe(2);
});

test('if the requests cannot be added, the old version has its own, and the rest are in the new file', () => {
  for (let tries = 0; tries < 3; tries += 1) vi.mocked(copyFileSync).mockImplementationOnce(failing);
  expect(undoData(files)).toBeInstanceOf(Error);
  expect(requestsIn(files.database)).toBe(1);
  expect(requestsIn(files.newer)).toBe(2);
  expect(existsSync(files.copy)).toBe(false);
});
