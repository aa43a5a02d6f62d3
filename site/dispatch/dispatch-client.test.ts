import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { exampleBoard } from '../../tests/support/example-board.ts';
import { createDispatchClient } from './dispatch-client.ts';

const calls = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  vi.stubGlobal('fetch', calls);
  calls.mockImplementation(async () => Response.json(exampleBoard));
});

afterEach(() => {
  vi.useRealTimers();
  calls.mockReset();
});

test('the first board comes from the early call', async () => {
  const client = createDispatchClient('a key');
  client.prefetchBoard();
  expect(await client.board()).toEqual({ board: exampleBoard, askAgain: exampleBoard.askAgain });
  expect(calls).toHaveBeenCalledOnce();
  await client.board();
  expect(calls).toHaveBeenCalledTimes(2);
});

test('an early response that is ten seconds old is requested again', async () => {
  const client = createDispatchClient('a key');
  client.prefetchBoard();
  vi.advanceTimersByTime(10_000);
  await client.board();
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
  const board = createDispatchClient('a key').board();
  const result = expect(board).rejects.toMatchObject({ code: 'offline' });
  await vi.advanceTimersByTimeAsync(12_000);
  await result;
});

test('the first board reports a failed early call', async () => {
  calls.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const client = createDispatchClient('a key');
  client.prefetchBoard();
  await expect(client.board()).rejects.toMatchObject({ code: 'offline' });
});
