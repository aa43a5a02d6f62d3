// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { exampleBoard } from '../../tests/support/example-board.ts';

const calls = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.resetModules();
  calls.mockReset().mockImplementation(async () => Response.json(exampleBoard));
  vi.stubGlobal('fetch', calls);
  localStorage.clear();
});

async function open(visibility: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  await import('./first-client.ts');
  return calls.mock.calls.length;
}

test('a paired phone asks for the board at once', async () => {
  localStorage.setItem('dispatch-key', 'a key');
  expect(await open('visible')).toBe(1);
});

test('a page that opens hidden asks nothing', async () => {
  localStorage.setItem('dispatch-key', 'a key');
  expect(await open('hidden')).toBe(0);
});

test('a phone that is not paired asks nothing', async () => {
  expect(await open('visible')).toBe(0);
});
