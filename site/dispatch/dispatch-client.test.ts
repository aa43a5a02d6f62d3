import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleDashboard } from '../../tests/support/example-dashboard.ts';
import { createDispatchClient } from './dispatch-client.ts';

const calls = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('fetch', calls);
  calls.mockImplementation(async () => Response.json(exampleDashboard));
});

afterEach(() => {
  vi.useRealTimers();
  calls.mockReset();
});

test('the first dashboard comes from the early call', async () => {
  const client = createDispatchClient('a key');
  client.prefetchDashboard();
  expect(await client.readDashboard()).toEqual({
    dashboard: exampleDashboard,
    askAgain: exampleDashboard.askAgain,
  });
  expect(calls).toHaveBeenCalledOnce();
  await client.readDashboard();
  expect(calls).toHaveBeenCalledTimes(2);
});

test('an early response that is ten seconds old is requested again', async () => {
  const client = createDispatchClient('a key');
  client.prefetchDashboard();
  vi.advanceTimersByTime(10_000);
  await client.readDashboard();
  expect(calls).toHaveBeenCalledTimes(2);
});

test('a response that stalls in the middle counts as offline', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  calls.mockImplementationOnce(async (_, options) => {
    const body = new ReadableStream({
      start: (stream) => options?.signal?.addEventListener('abort', () => stream.error(new Error('aborted'))),
    });
    return new Response(body);
  });
  const dashboard = createDispatchClient('a key').readDashboard();
  const result = expect(dashboard).rejects.toMatchObject({ code: 'offline' });
  await vi.advanceTimersByTimeAsync(12_000);
  await result;
});

test('the first dashboard reports a failed early call', async () => {
  calls.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const client = createDispatchClient('a key');
  client.prefetchDashboard();
  await expect(client.readDashboard()).rejects.toMatchObject({ code: 'offline' });
});
