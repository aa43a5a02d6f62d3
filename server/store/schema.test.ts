/** Files and databases of earlier releases, with mail in every state (fixtures/), are migrated at the first call. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { type SharedPostgres, sharedPostgres } from '../../tests/support/postgres.ts';
import { type DatabaseServer, readDatabaseUrl } from './postgres/database-url.ts';
import { openPostgresStore } from './postgres/postgres-store.ts';
import type { RequestStore, StoredRequest } from './request-store.ts';
import { databaseFile } from './sqlite/database.ts';
import { openSqliteStore } from './sqlite/sqlite-store.ts';

const fixture = (name: string) => readFileSync(join(import.meta.dirname, 'fixtures', name), 'utf8');

/** Just after the fixtures were made. */
const clock = fakeClock(new Date('2026-11-30T12:02:00Z'));

let postgres: SharedPostgres | undefined;

const earlier: Record<string, () => Promise<RequestStore>> = {
  'SQLite file': async () => {
    const folder = memoryFolder('earlier');
    const database = new DatabaseSync(join(folder, databaseFile));
    database.exec(fixture('version-1.sqlite.sql'));
    database.close();
    return openSqliteStore(folder, () => undefined, { clock });
  },
  'PostgreSQL database': async () => {
    postgres = await sharedPostgres();
    const url = await postgres.newDatabase();
    await postgres.query(fixture('version-2.postgres.sql'), [], url);
    return openPostgresStore({ server: readDatabaseUrl(url) as DatabaseServer, log: () => undefined, clock });
  },
};

/** What each request's message names it by. */
const nameOf = ({ fields }: Pick<StoredRequest, 'fields'>) =>
  /This request is (.*)\./.exec(fields.message)?.[1] ?? 'sending';

test.each(Object.entries(earlier))('an earlier %s keeps every request and its state', async (_, open) => {
  const store = await open();
  const all = [
    ...(await store.list({ which: 'unsent', limit: 99 })),
    ...(await store.list({ which: 'sent', limit: 99 })),
  ];
  expect(Object.fromEntries(all.map((request) => [nameOf(request), request.state]))).toEqual({
    sent: 'sent',
    deferred: 'pending',
    ambiguous: 'pending',
    'dead-lettered': 'dead_lettered',
    filed: 'filed',
    'retried-dead-letter': 'pending',
    'in-digest-1': 'pending',
    'in-digest-2': 'pending',
    done: 'sent',
    sending: 'pending',
    pending: 'pending',
    keyless: 'pending',
    honeypot: 'pending',
  });
  const sending = all.find((request) => nameOf(request) === 'sending');
  expect(sending?.fields.message).toBe('Zero \0 byte, noncharacter \uffff.');
  expect(all.find((request) => nameOf(request) === 'done')).toMatchObject({
    deliveredAt: new Date('2026-11-30T12:01:02Z'),
    resultCode: 'done',
  });
  expect(all.find((request) => nameOf(request) === 'pending')).toMatchObject({ language: 'es' });

  // A visitor's retry still finds its request, with a key and without.
  const post = { fields: { ...exampleRequest, service: 'fleet' as const }, language: 'en' as const };
  expect(
    await store.save({
      ...post,
      fields: { ...post.fields, message: 'This request is deferred.' },
      idempotencyKey: 'deferred',
    }),
  ).toMatchObject({ outcome: 'repeated' });
  expect(
    await store.save({
      ...post,
      fields: { ...post.fields, message: 'This request is keyless.' },
      idempotencyKey: undefined,
    }),
  ).toMatchObject({ outcome: 'repeated' });

  const { requests } = await store.claim({ limit: 99, inFlight: [], lease: 60_000 });
  const claimed = new Map(requests.map((request) => [nameOf(request), request]));
  // All but those that were delivered, wait for a mail server, or are not due.
  expect([...claimed.keys()].toSorted()).toEqual(
    [
      'ambiguous',
      'dead-lettered',
      'honeypot',
      'in-digest-1',
      'in-digest-2',
      'keyless',
      'pending',
      'retried-dead-letter',
      'sending',
    ].toSorted(),
  );
  const marked = requests.filter(({ possibleDuplicate }) => possibleDuplicate).map(nameOf);
  expect(marked.toSorted()).toEqual(['ambiguous', 'in-digest-1', 'in-digest-2', 'sending']);
  expect(await store.requeue('filed')).toBe(1);
  await store.close();
});
