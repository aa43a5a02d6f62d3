import type { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { exampleRoutes } from '../../tests/support/in-process-store.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { newReference } from './reference.ts';
import { type PostedRequest, saveRequests } from './save-requests.ts';
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

const save = (posts: PostedRequest[]) =>
  inStoreTransaction(
    database,
    { now: noon, wallClock: noon, isAlone: true, routes: exampleRoutes },
    (transaction) => saveRequests(transaction, posts),
  );

test('within one transaction each post sees what the ones before it have done', async () => {
  const clientIp = '192.0.2.1';
  const twice = [posted('0', { clientIp }), { ...posted('0'), fields: exampleRequest }];
  const others = Array.from({ length: 10 }, (_, number) => posted(`${number + 1}`, { clientIp }));
  const outcomes = (await save([...twice, ...others])).map(({ outcome }) => outcome);
  expect(outcomes).toEqual(['saved', 'mismatch', ...Array(9).fill('saved'), 'limited']);
});

test('a reference that another request has is drawn again, but not for ever', async () => {
  vi.mocked(newReference).mockReturnValueOnce('AAAAAA').mockReturnValueOnce('AAAAAA');
  await save([posted('first')]);
  const [second] = await save([posted('second')]);
  expect(second).toMatchObject({ outcome: 'saved', reference: expect.not.stringMatching('AAAAAA') });
  vi.mocked(newReference).mockReturnValue('AAAAAA');
  await expect(save([posted('third')])).rejects.toThrow('UNIQUE constraint failed');
  vi.mocked(newReference).mockRestore();
});
