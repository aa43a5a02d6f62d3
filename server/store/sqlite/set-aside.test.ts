import { execFileSync } from 'node:child_process';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleRequest } from '../../../tests/support/example-request.ts';
import { memoryFolder } from '../../../tests/support/memory-folder.ts';
import type { RequestStore } from '../request-store.ts';
import { databaseFile } from './database.ts';
import { removeSetAside } from './set-aside.ts';
import { openSqliteStore } from './sqlite-store.ts';

const day = 24 * 60 * 60_000;

let folder: string;
let store: RequestStore;

beforeEach(() => {
  folder = memoryFolder('set-aside');
  store = openSqliteStore(folder, () => undefined);
});
afterEach(() => store.close());

const post = (idempotencyKey: string) =>
  store.save({ fields: { ...exampleRequest, service: 'fleet' }, language: 'en', idempotencyKey });
const setAside = (name: string) =>
  copyFileSync(join(folder, databaseFile), join(folder, `${databaseFile}.${name}`));
const remove = (daysLater: number) =>
  removeSetAside({ folder, store, olderThan: 7 * day, now: new Date(Date.now() + daysLater * day) });
const copies = () => readdirSync(folder).filter((name) => name.startsWith(`${databaseFile}.`));

test('files that were set aside are removed a week later', async () => {
  await post('a');
  const names = ['damaged-2026', 'before-restore-2026', 'carried-over', 'before-upgrade', 'after-upgrade-1'];
  for (const name of names) {
    setAside(name);
  }
  expect(await remove(6)).toEqual([]);
  expect(copies()).toHaveLength(names.length);
  expect(await remove(8)).toEqual([]);
  expect(copies()).toEqual([]);
});

test('a copy that was never finished is removed, too', async () => {
  await post('a');
  for (const name of ['restoring', 'restoring-journal', 'salvaged', 'before-upgrade.unfinished']) {
    writeFileSync(join(folder, `${databaseFile}.${name}`), 'the beginning');
  }
  expect(await remove(8)).toEqual([]);
  expect(copies()).toEqual([]);
});

test('a file with an undelivered request that the store does not have stays', async () => {
  await post('a');
  setAside('before-restore-2026');
  await store.close();
  const other = memoryFolder('restored');
  copyFileSync(
    join(folder, `${databaseFile}.before-restore-2026`),
    join(other, `${databaseFile}.before-restore-2026`),
  );
  folder = other;
  store = openSqliteStore(folder, () => undefined);
  await post('b');
  expect(await remove(40)).toEqual([`${databaseFile}.before-restore-2026`]);
  expect(copies()).toHaveLength(1);
});

test('a file that cannot be read stays', async () => {
  await post('a');
  writeFileSync(join(folder, `${databaseFile}.carried-over`), 'no database');
  expect(await remove(40)).toEqual([`${databaseFile}.carried-over`]);
});

test('a file that takes long to read holds up nothing else', async () => {
  const file = join(folder, `${databaseFile}.carried-over`);
  // Opening it waits for somebody who writes.
  execFileSync('mkfifo', [file]);
  const removed = remove(40);
  const writer = await open(file, 'w');
  await writer.close();
  expect(await removed).toEqual([`${databaseFile}.carried-over`]);
});
