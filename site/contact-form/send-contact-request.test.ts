// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { contactAction, sendContactRequest } from './send-contact-request.ts';

const fields = { name: 'Ana', phone: '713', email: 'a@b.example', service: 'fleet', message: 'Stalled' };
const answer = (status: number, body = '{"ok":true,"reference":"7KQ2MA"}') =>
  new Response(body, { status, headers: { 'content-type': 'application/json' } });
const calls = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', calls);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  calls.mockReset();
});

const send = (signal = new AbortController().signal) => sendContactRequest(fields, 'es', 'a-key', signal);

/** Has no answer until it is aborted. */
const hang: typeof fetch = (_url, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

test('it calls the function like a Supabase client, and survives a locked phone', async () => {
  calls.mockResolvedValueOnce(answer(200));
  expect(await send()).toMatchObject({ accepted: true, reference: '7KQ2MA' });
  const [url, init] = calls.mock.lastCall ?? [];
  expect(url).toBe('/functions/v1/send-contact-email?lang=es');
  expect(contactAction('en')).toBe('/functions/v1/send-contact-email');
  expect(init).toMatchObject({ method: 'POST', keepalive: true, body: JSON.stringify(fields) });
  expect(init?.headers).toEqual({
    apikey: 'public-key',
    authorization: 'Bearer public-key',
    'content-type': 'application/json',
    'idempotency-key': 'a-key',
  });
});

test.each([422, 429, 503])('an answer of %i ends it', async (status) => {
  calls.mockResolvedValueOnce(answer(status));
  expect(await send()).toMatchObject({ accepted: false });
  expect(calls).toHaveBeenCalledTimes(1);
});

test('a line that drops is tried again after two seconds, with the same key', async () => {
  calls.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(answer(200));
  const sent = send();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(calls).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await sent).toMatchObject({ accepted: true });
  const keys = calls.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(keys).toEqual(['a-key', 'a-key']);
});

test('it gives up after 30 seconds without an answer, and never tries again by itself', async () => {
  calls.mockImplementation(hang);
  let ended = false;
  const sent = send().finally(() => {
    ended = true;
  });
  await vi.advanceTimersByTimeAsync(14_999);
  expect(calls).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(calls).toHaveBeenCalledTimes(2);
  expect(ended).toBe(false);
  await vi.advanceTimersByTimeAsync(100);
  expect(await sent).toEqual({ accepted: false });
  dispatchEvent(new Event('online'));
  document.dispatchEvent(new Event('visibilitychange'));
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toHaveBeenCalledTimes(2);
});

test('a network that is back ends a try that hangs, and sends at once', async () => {
  calls.mockImplementationOnce(hang).mockResolvedValueOnce(answer(200));
  const sent = send();
  dispatchEvent(new Event('online'));
  expect(await sent).toMatchObject({ accepted: true });
});

test.each([
  ['a network that is back', () => dispatchEvent(new Event('online'))],
  ['a page that is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
])('%s ends the wait, and sends at once', async (_, wake) => {
  calls.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockResolvedValueOnce(answer(200));
  const sent = send();
  await vi.advanceTimersByTimeAsync(0);
  wake();
  expect(await sent).toMatchObject({ accepted: true });
});

test('a request that was given up is not sent again', async () => {
  calls.mockImplementation(hang);
  const leaving = new AbortController();
  const sent = send(leaving.signal);
  leaving.abort();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await sent).toEqual({ accepted: false });
  expect(calls).toHaveBeenCalledTimes(1);
});
