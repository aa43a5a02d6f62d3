// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultLanguage } from '../../content/languages.ts';
import { outcomeHeader } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { getContactAction, sendContactRequest } from './send-contact-request.ts';

const calls = vi.fn<typeof fetch>();
const successBody = '{"ok":true,"reference":"7KQ2MA"}';
const portal = '<!doctype html><title>Welcome to TruckStop Wi-Fi</title>';
const accepted = { [outcomeHeader.name]: outcomeHeader.accepted };

beforeEach(() => {
  // Fake the wall clock too, because the code must not measure time with it.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  vi.stubGlobal('fetch', calls);
});

afterEach(() => {
  vi.useRealTimers();
  calls.mockReset();
});

const send = (signal = new AbortController().signal) =>
  sendContactRequest(exampleRequest, 'es', 'a-key', signal);

const answer = (status = 200, type = 'application/json', body: string | null = successBody, headers = {}) =>
  new Response(body, { status, headers: { ...(type && { 'content-type': type }), ...headers } });

/** Doesn't respond, and rejects when aborted. */
const hang: typeof fetch = (_url, init) =>
  new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

test('the request has the headers of a Supabase client and follows no redirect', async () => {
  calls.mockResolvedValueOnce(answer());
  expect(await send()).toMatchObject({ accepted: true, reference: '7KQ2MA' });
  const [url, init] = calls.mock.lastCall ?? [];
  expect(url).toBe(getContactAction('es'));
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
  ['a captive portal’s page', answer(200, 'text/html; charset=utf-8', portal)],
  ['an empty response', answer(200, 'text/plain', '')],
  ['a response without a content type', answer(200, '', '{"ok":true}')],
  ['a page labeled as JSON', answer(200, 'application/json', portal)],
  ['truncated JSON', answer(200, 'application/json', '{"ok":tr')],
  ['JSON with an error', answer(200, 'application/json', '{"error":"Please log in to this network"}')],
  ...['null', '[]', '"ok"', '{"ok":false}'].map((json): [string, Response] => [
    json,
    answer(200, 'application/json', json),
  ]),
  ['a problem document', answer(200, 'application/problem+json', '{"status":503}')],
  [
    'JSON with a “not accepted” header',
    answer(200, undefined, successBody, { [outcomeHeader.name]: outcomeHeader.notAccepted }),
  ],
  ['a rejection', answer(422)],
  ['an error with the function’s body', answer(502)],
  ['an error with an “accepted” header', answer(500, 'application/json', '{}', accepted)],
  ['a login page after a redirect', Object.defineProperty(answer(), 'redirected', { value: true })],
])('%s is not a success and ends the attempts', async (_, response) => {
  calls.mockResolvedValueOnce(response);
  expect(await send()).toMatchObject({ accepted: false });
  expect(calls).toHaveBeenCalledTimes(1);
});

test.each([
  { what: 'with a reference', response: answer(), reference: '7KQ2MA' },
  {
    what: 'from another backend',
    response: answer(201, 'application/json; charset=utf-8', '{"error":null}'),
    reference: undefined,
  },
  {
    what: 'with a truncated body',
    response: answer(200, 'application/json', '{"ok":tr', accepted),
    reference: undefined,
  },
  { what: 'without a body', response: answer(200, '', null, accepted), reference: undefined },
])('a success $what counts', async ({ response, reference }) => {
  calls.mockResolvedValueOnce(response);
  expect(await send()).toMatchObject({ accepted: true, reference });
});

test('a rejection returns each field’s error message', async () => {
  const problem = { status: 422, fields: { email: 'No such address.', name: 7, elsewhere: 'No.' } };
  calls.mockResolvedValueOnce(answer(422, 'application/problem+json', JSON.stringify(problem)));
  expect((await send()).errors).toEqual({ email: 'No such address.' });
});

test('a dropped connection is retried after two seconds with the same key', async () => {
  calls
    .mockImplementationOnce(async () => {
      // The phone sets its clock from the network.
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

const goOnline = () => dispatchEvent(new Event('online'));
const becomeVisible = () => document.dispatchEvent(new Event('visibilitychange'));
const dropConnection = () => Promise.reject(new TypeError('Failed to fetch'));

test('the attempts end after 30 seconds without a response', async () => {
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
  goOnline();
  becomeVisible();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(calls).toHaveBeenCalledTimes(2);
});

test.each([
  { what: 'a restored network ends a hanging attempt', first: hang, wake: goOnline },
  { what: 'a restored network ends the pause', first: dropConnection, wake: goOnline },
  { what: 'a page that becomes visible ends the pause', first: dropConnection, wake: becomeVisible },
])('$what, and the next attempt starts at once', async ({ first, wake }) => {
  calls.mockImplementationOnce(first).mockResolvedValueOnce(answer());
  const sent = send();
  await vi.advanceTimersByTimeAsync(0);
  wake();
  expect(await sent).toMatchObject({ accepted: true });
});

test('an aborted request is not sent again', async () => {
  calls.mockImplementation(hang);
  const controller = new AbortController();
  const sent = send(controller.signal);
  controller.abort();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await sent).toEqual({ accepted: false });
  expect(calls).toHaveBeenCalledTimes(1);
});
