import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { exampleRequest } from '../../../tests/support/example-request.ts';
import { fakeClock } from '../../../tests/support/fake-clock.ts';
import { memoryFolder } from '../../../tests/support/memory-folder.ts';
import type { RequestStore } from '../request-store.ts';
import { databaseFile } from './database.ts';
import { restoreCopy } from './restore-copy.ts';
import { openSqliteStore } from './sqlite-store.ts';

/** A file of version 1, with an email in every state, as its server left it. */
const earlier = readFileSync(join(import.meta.dirname, '../fixtures/version-1.sqlite.sql'), 'utf8');

let folder: string;
let copy: string;
let store: RequestStore | undefined;
beforeEach(() => {
  folder = memoryFolder('restored');
  copy = join(memoryFolder('copies'), 'copy.sqlite');
});
afterEach(() => store?.close());

function makeCopy(...changes: string[]): void {
  const database = new DatabaseSync(copy);
  for (const sql of [earlier, ...changes]) {
    database.exec(sql);
  }
  database.close();
}

async function openRestored(): Promise<RequestStore> {
  store = openSqliteStore(folder, () => undefined, { clock: fakeClock(new Date('2026-11-30T12:02:00Z')) });
  return store;
}

test('restores a backup of an earlier release with every state, and marks what it will email', async () => {
  makeCopy();
  expect(restoreCopy(copy, folder)).toEqual({ requests: 13, unsent: 10, before: undefined });
  const restored = await openRestored();
  const all = [
    ...(await restored.list({ which: 'unsent', limit: 99 })),
    ...(await restored.list({ which: 'sent', limit: 99 })),
  ];
  const states = all.map(({ fields, state }) => [
    /This request is (.*)\./.exec(fields.message)?.[1] ?? 'sending',
    state,
  ]);
  expect(Object.fromEntries(states)).toEqual({
    sent: 'sent',
    done: 'sent',
    'dead-lettered': 'dead_lettered',
    filed: 'filed',
    deferred: 'pending',
    ambiguous: 'pending',
    'retried-dead-letter': 'pending',
    'in-digest-1': 'pending',
    'in-digest-2': 'pending',
    sending: 'pending',
    pending: 'pending',
    keyless: 'pending',
    honeypot: 'pending',
  });
  expect(all.map(({ fields }) => fields.message)).toContain('Zero \0 byte, noncharacter \uffff.');

  const { requests } = await restored.claim({ limit: 99, inFlight: [], lease: 60_000 });
  expect(requests.length).toBeGreaterThan(0);
  expect(requests.filter(({ possibleDuplicate }) => !possibleDuplicate)).toEqual([]);
  // A visitor's retry still finds its request.
  expect(
    await restored.save({
      fields: { ...exampleRequest, message: 'This request is deferred.' },
      language: 'en',
      idempotencyKey: 'deferred',
    }),
  ).toMatchObject({ outcome: 'repeated' });
});

test('a damaged file of an earlier release is salvaged with every request and its state', async () => {
  makeCopy();
  const bytes = readFileSync(copy);
  const page = Math.floor(bytes.indexOf('client:ambiguous') / 4_096) * 4_096;
  writeFileSync(join(folder, databaseFile), bytes.fill(0xff, page, page + 4_096));
  const salvaged = await openRestored();
  expect(await salvaged.list({ which: 'sent', limit: 99 })).toHaveLength(2);
  const unsent = await salvaged.list({ which: 'unsent', limit: 99 });
  expect(unsent).toHaveLength(11);
  expect(unsent.map(({ fields }) => fields.message)).toContain('Zero \0 byte, noncharacter \uffff.');
  const { requests } = await salvaged.claim({ limit: 99, inFlight: [], lease: 60_000 });
  expect(requests.filter(({ possibleDuplicate }) => !possibleDuplicate)).toEqual([]);
});

test('says that a file was carried over, instead of saving in it', async () => {
  makeCopy('delete from installation');
  renameSync(copy, join(folder, databaseFile));
  const left = await openRestored();
  await expect(left.save({ fields: exampleRequest, language: 'en', idempotencyKey: 'key' })).rejects.toThrow(
    'are in PostgreSQL since a carry-over. Rename it',
  );
});

test('a trigger in a backup never becomes part of the database', async () => {
  makeCopy('create trigger thief after insert on requests begin delete from requests where id < new.id; end');
  expect(restoreCopy(copy, folder)).toMatchObject({ requests: 13 });
  const restored = await openRestored();
  await restored.save({ fields: exampleRequest, language: 'en', idempotencyKey: 'after the restore' });
  expect(await restored.list({ which: 'unsent', limit: 99 })).toHaveLength(12);
});

test.each(['installation', 'idempotency_records', 'outbox_messages', 'requests'])(
  'refuses a backup without the table %s, and changes nothing',
  (table) => {
    makeCopy('pragma foreign_keys = off', `drop table ${table}`);
    expect(() => restoreCopy(copy, folder)).toThrow(
      /copy\.sqlite is damaged.*no such table.*Use an earlier copy/,
    );
    expect(existsSync(join(folder, databaseFile))).toBe(false);
    expect(existsSync(join(folder, `${databaseFile}.restoring`))).toBe(false);
  },
);

test('refuses a pipe at once instead of waiting for its other end', () => {
  execFileSync('mkfifo', [copy]);
  expect(() => restoreCopy(copy, folder)).toThrow(/copy\.sqlite is not a file/);
});
