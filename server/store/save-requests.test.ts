import { expect, test, vi } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { inProcessStore } from '../../tests/support/in-process-store.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { newReference } from './reference.ts';
import { openDatabase } from './sqlite/database.ts';

vi.mock('./reference.ts', { spy: true });

test('a reference that another request has is drawn again, but not for ever', async () => {
  const database = openDatabase(memoryFolder('store'));
  const store = inProcessStore(() => database, { clock: fakeClock(), began: 0 });
  const save = (idempotencyKey: string) =>
    store.save({ fields: exampleRequest, language: 'en', idempotencyKey });
  vi.mocked(newReference).mockReturnValueOnce('AAAAAA').mockReturnValueOnce('AAAAAA');
  await save('first');
  const second = await save('second');
  expect(second).toMatchObject({ outcome: 'saved', reference: expect.not.stringMatching('AAAAAA') });
  vi.mocked(newReference).mockReturnValue('AAAAAA');
  await expect(save('third')).rejects.toThrow('UNIQUE constraint failed');
  vi.mocked(newReference).mockRestore();
  await store.close();
});
