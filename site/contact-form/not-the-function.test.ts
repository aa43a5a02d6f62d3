// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { outcomeHeader } from '../../contract/contact-fields.ts';
import { sendContactRequest } from './send-contact-request.ts';

const fields = { name: 'Ana', phone: '713', email: 'a@b.example', service: 'fleet', message: 'Stalled' };
const calls = vi.fn<typeof fetch>();
const portal = '<!doctype html><title>Welcome to TruckStop Wi-Fi</title>';
const accepted = { [outcomeHeader.name]: outcomeHeader.accepted };

beforeEach(() => {
  vi.stubGlobal('fetch', calls);
});
afterEach(() => {
  vi.unstubAllGlobals();
  calls.mockReset();
});

const send = () => sendContactRequest(fields, 'en', 'a-key', new AbortController().signal);

function answer(status: number, type: string | undefined, body: string | null, headers = {}) {
  return new Response(body, { status, headers: { ...(type && { 'content-type': type }), ...headers } });
}

test.each([
  ['a page of a captive portal', answer(200, 'text/html; charset=utf-8', portal)],
  ['nothing', answer(200, 'text/plain', '')],
  ['no type', answer(200, undefined, '{"ok":true}')],
  ['a challenge', answer(202, 'text/html', portal)],
  ['a 204', answer(204, undefined, null)],
  ['a page with the type of JSON', answer(200, 'application/json', portal)],
  ['JSON that is cut off', answer(200, 'application/json', '{"ok":tr')],
  ['JSON that says no', answer(200, 'application/json', '{"error":"Please log in to this network"}')],
  ['JSON that is a text', answer(200, 'application/json', '"ok"')],
  ['JSON that is a list', answer(200, 'application/json', '[{"ok":true}]')],
  ['null', answer(200, 'application/json', 'null')],
  ['an error with the function’s body', answer(502, 'application/json', '{"ok":true}')],
  ['an error, whatever its header says', answer(500, 'application/json', '{}', accepted)],
  ['a login page after a redirect', redirectedTo(answer(200, 'application/json', '{"ok":true}'))],
])('%s in place of the function is no success', async (_, other) => {
  calls.mockResolvedValueOnce(other);
  expect(await send()).toMatchObject({ accepted: false });
});

test('a redirect is not followed: nobody else gets what was typed', async () => {
  calls.mockResolvedValueOnce(answer(200, 'application/json', '{"ok":true}'));
  await send();
  expect(calls.mock.lastCall?.[1]).toMatchObject({ redirect: 'manual' });
});

test.each([
  ['with a reference', answer(200, 'application/json', '{"ok":true,"reference":"7KQ2MA"}'), '7KQ2MA'],
  ['of somebody else’s backend', answer(201, 'application/json; charset=utf-8', '{"error":null}'), undefined],
  ['cut off in its body', answer(200, 'application/json', '{"ok":tr', accepted), undefined],
  ['without its body', answer(200, undefined, null, accepted), undefined],
])('the function’s own success %s counts', async (_, own, reference) => {
  calls.mockResolvedValueOnce(own);
  expect(await send()).toMatchObject({ accepted: true, reference });
});

test('a refusal says what is wrong with which field', async () => {
  const problem = { status: 422, fields: { email: 'No such address.', name: 7, elsewhere: 'No.' } };
  calls.mockResolvedValueOnce(answer(422, 'application/problem+json', JSON.stringify(problem)));
  expect(await send()).toEqual({
    accepted: false,
    reference: undefined,
    problems: { email: 'No such address.' },
  });
});

test('a clock that is set while it sends ends nothing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  calls.mockImplementationOnce(async () => {
    // The phone learns the time from the network.
    vi.setSystemTime(Date.now() + 86_400_000);
    throw new TypeError('Failed to fetch');
  });
  calls.mockResolvedValueOnce(answer(200, 'application/json', '{"ok":true}'));
  const sent = send();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await sent).toMatchObject({ accepted: true });
  vi.useRealTimers();
});

function redirectedTo(response: Response): Response {
  Object.defineProperty(response, 'redirected', { value: true });
  return response;
}
