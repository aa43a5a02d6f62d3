/** Posts that gathered into one transaction: each must see what the ones before it have done. */

import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { newReference } from './reference.ts';
import type { PostedRequest } from './request-store.ts';
import { acceptedLimit, saveRequests } from './save-requests.ts';
import { openDatabase } from './sqlite/database.ts';
import { inStoreTransaction } from './sqlite/transaction.ts';

vi.mock('./reference.ts', { spy: true });

const noon = Date.parse('2026-11-30T12:00:00Z');

let database: DatabaseSync;

beforeEach(() => {
  database = openDatabase(memoryFolder('store'));
});
afterEach(() => database.close());

const posted = (message: string, changes: Partial<PostedRequest> = {}): PostedRequest => ({
  fields: { ...exampleRequest, message },
  language: 'en',
  idempotencyKey: message,
  ...changes,
});

const save = (posts: PostedRequest[], wallClock = noon) =>
  inStoreTransaction(database, { now: wallClock, wallClock, isAlone: true }, (transaction) =>
    saveRequests(transaction, posts),
  );

const rows = (sql: string) =>
  database
    .prepare(sql)
    .all()
    .map((row) => ({ ...row }));

test('of twenty posts with one key one is saved, and the others get its reference', async () => {
  const results = await save(Array.from({ length: 20 }, () => posted('one press')));
  const [first] = results;
  expect(first).toEqual({ outcome: 'saved', reference: expect.any(String) });
  const reference = first?.outcome === 'saved' ? first.reference : '';
  expect(results.slice(1)).toEqual(Array(19).fill({ outcome: 'repeated', reference }));
  expect(rows('select reference from requests')).toEqual([{ reference }]);
});

test('a key with other content is a mismatch, also within one transaction', async () => {
  const other = { ...posted('first'), fields: { ...exampleRequest, message: 'other' } };
  const results = await save([posted('first'), other]);
  expect(results.map(({ outcome }) => outcome)).toEqual(['saved', 'mismatch']);
});

test('of twenty posts from one client ten are accepted, the others when the first is ten minutes old', async () => {
  const posts = Array.from({ length: 20 }, (_, number) => posted(`${number}`, { clientIp: '192.0.2.1' }));
  const outcomes = (await save(posts)).map(({ outcome }) => outcome);
  expect(outcomes).toEqual([...Array(10).fill('saved'), ...Array(10).fill('limited')]);
  const later = noon + acceptedLimit.window - 42_000;
  const [limited, unlimited] = await save(
    [posted('21', { clientIp: '192.0.2.1' }), posted('22', { clientIp: '192.0.2.2' })],
    later,
  );
  expect(limited).toEqual({ outcome: 'limited', retryAfter: 42 });
  expect(unlimited).toMatchObject({ outcome: 'saved' });
});

test('posts without an IP are not counted', async () => {
  const posts = Array.from({ length: 20 }, (_, number) => posted(`${number}`));
  expect((await save(posts)).every(({ outcome }) => outcome === 'saved')).toBe(true);
});

test('requests of one network get rounds one after the other, those of others start anew', async () => {
  const from = (message: string, clientIp: string) => posted(message, { clientIp });
  await save([
    from('1', '192.0.2.1'),
    from('2', '192.0.2.200'),
    from('3', '198.51.100.1'),
    posted('4'),
    posted('5'),
  ]);
  await save([from('6', '192.0.2.1')]);
  expect(rows('select round from outbox_messages order by request_id').map(({ round }) => round)).toEqual([
    1, 2, 1, 1, 1, 3,
  ]);
});

test('a reference that another request has is drawn again', async () => {
  vi.mocked(newReference).mockReturnValueOnce('AAAAAA').mockReturnValueOnce('AAAAAA');
  await save([posted('first')]);
  const [second] = await save([posted('second')]);
  expect(second).toMatchObject({ outcome: 'saved', reference: expect.not.stringMatching('AAAAAA') });
  expect(rows('select message from requests order by id')).toEqual([
    { message: 'first' },
    { message: 'second' },
  ]);
});

test('a row that cannot be saved is not tried for ever', async () => {
  vi.mocked(newReference).mockReturnValue('AAAAAA');
  await save([posted('first')]);
  await expect(save([posted('second')])).rejects.toThrow('UNIQUE constraint failed');
  vi.mocked(newReference).mockRestore();
});
