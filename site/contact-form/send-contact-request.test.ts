// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultLanguage } from '../../content/languages.ts';
import { outcomeHeader } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { contactAction, sendContactRequest } from './send-contact-request.ts';

const calls = vi.fn<typeof fetch>();
const ok = '{"ok":true,"reference":"7KQ2MA"}';
const portal = '<!doctype html><title>Welcome to TruckStop Wi-Fi</title>';
const accepted = { [outcomeHeader.name]: outcomeHeader.accepted };

beforeEach(() => {
  // The wall clock too: nothing may be measured with it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.stubGlobal('fetch', calls);
});

afterEach(() => {
  vi.useRealTimers();
  calls.mockReset();
});

const send = (signal = new AbortController().signal) =>
  sendContactRequest(exampleRequest, 'es', 'a-key', signal);

const answer = (status = 200, type = 'application/json', body: string | null = ok, headers = {}) =>
  new Response(body, { status, headers: { ...(type && { 'content-type': type }), ...headers } });

/** Has no answer until it is aborted. */
const hang: typeof fetch = (_url, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

test('it calls the function like a Supabase client, follows no redirect, and survives a locked phone', async () => {
  calls.mockResolvedValueOnce(answer());
  expect(await send()).toMatchObject({ accepted: true, reference: '7KQ2MA' });
  const [url, init] = calls.mock.lastCall ?? [];
  expect(url).toBe(contactAction('es'));
  expect(url).toBe(`/functions/v1/send-contact-email${defaultLanguage === 'es' ? '' : '?lang=es'}`);
  const body = JSON.stringify(exampleRequest);
  expect(init).toMatchObject({ method: 'POST', keepalive: true, redirect: 'manual', body });
  expect(init?.headers).toEqual({
    apikey: 'public-key',
    authorization: 'Bearer public-key',
    'content-type': 'application/json',
    'idempotency-key': 'a-key',
  });
});

test.each([
  ['a page of a captive portal', answer(200, 'text/html; charset=utf-8', portal)],
  ['nothing', answer(200, 'text/plain', '')],
  ['no type', answer(200, '', '{"ok":true}')],
  ['a page with the type of JSON', answer(200, 'application/json', portal)],
  ['JSON that is cut off', answer(200, 'application/json', '{"ok":tr')],
  ['JSON that says no', answer(200, 'application/json', '{"error":"Please log in to this network"}')],
  ...['null', '[]', '"ok"', '{"ok":false}'].map((json): [string, Response] => [
    json,
    answer(200, 'application/json', json),
  ]),
  ['a problem', answer(200, 'application/problem+json', '{"status":503}')],
  ['what its header denies', answer(200, undefined, ok, { [outcomeHeader.name]: outcomeHeader.notAccepted })],
  ['a refusal', answer(422)],
  ['an error with the function’s body', answer(502)],
  ['an error, whatever its header says', answer(500, 'application/json', '{}', accepted)],
  ['a login page after a redirect', Object.defineProperty(answer(), 'redirected', { value: true })],
])('%s in place of a success is none, and ends it', async (_, other) => {
  calls.mockResolvedValueOnce(other);
  expect(await send()).toMatchObject({ accepted: false });
  expect(calls).toHaveBeenCalledTimes(1);
});

test.each([
  ['with a reference', answer(), '7KQ2MA'],
  ['of somebody else’s backend', answer(201, 'application/json; charset=utf-8', '{"error":null}'), undefined],
  ['cut off in its body', answer(200, 'application/json', '{"ok":tr', accepted), undefined],
  ['without its body', answer(200, '', null, accepted), undefined],
])('the function’s own success %s counts', async (_, own, reference) => {
  calls.mockResolvedValueOnce(own);
  expect(await send()).toMatchObject({ accepted: true, reference });
});

test('a refusal says what is wrong with which field', async () => {
  const problem = { status: 422, fields: { email: 'No such address.', name: 7, elsewhere: 'No.' } };
  calls.mockResolvedValueOnce(answer(422, 'application/problem+json', JSON.stringify(problem)));
  expect((await send()).problems).toEqual({ email: 'No such address.' });
});

test('a line that drops is tried again after two seconds, with the same key, whatever the clock says', async () => {
  calls
    .mockImplementationOnce(async () => {
      // The phone learns the time from the network.
      vi.setSystemTime(Date.now() + 86_400_000);
      throw new TypeError('Failed to fetch');
    })
    .mockResolvedValueOnce(answer());
  const sent = send();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(calls).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await sent).toMatchObject({ accepted: true });
  const keys = calls.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
  expect(keys).toEqual(['a-key', 'a-key']);
});

const online = () => dispatchEvent(new Event('online'));
const lookedAt = () => document.dispatchEvent(new Event('visibilitychange'));
const drop = () => Promise.reject(new TypeError('Failed to fetch'));

test('it gives up after 30 seconds without an answer, and never tries again by itself', async () => {
  calls.mockImplementation(hang);
  const ended = vi.fn();
  const sent = send().finally(ended);
  await vi.advanceTimersByTimeAsync(14_999);
  expect(calls).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(15_000);
  expect(calls).toHaveBeenCalledTimes(2);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(await sent).toEqual({ accepted: false });
  online();
  lookedAt();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toHaveBeenCalledTimes(2);
});

test.each([
  ['a network that is back ends a try that hangs', hang, online],
  ['a network that is back ends the wait', drop, online],
  ['a page that is looked at again ends the wait', drop, lookedAt],
])('%s, and it sends at once', async (_, first, wake) => {
  calls.mockImplementationOnce(first).mockResolvedValueOnce(answer());
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
