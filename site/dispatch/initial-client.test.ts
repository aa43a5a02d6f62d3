// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import { exampleDashboard } from '../../tests/support/example-dashboard.ts';

const calls = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.resetModules();
  calls.mockReset().mockImplementation(async () => Response.json(exampleDashboard));
  vi.stubGlobal('fetch', calls);
  localStorage.clear();
});

async function open(visibility: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  await import('./initial-client.ts');
  return calls.mock.calls.length;
}

test('a paired phone requests the dashboard immediately', async () => {
  localStorage.setItem('dispatch-key', 'a key');
  expect(await open('visible')).toBe(1);
});

test('a page that opens hidden makes no request', async () => {
  localStorage.setItem('dispatch-key', 'a key');
  expect(await open('hidden')).toBe(0);
});

test('an unpaired phone makes no request', async () => {
  expect(await open('visible')).toBe(0);
});
