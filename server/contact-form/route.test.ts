import { ReadableStream } from 'node:stream/web';
import { expect, test, vi } from 'vitest';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { languages } from '../../content/languages.ts';
import { formatPhoneLink } from '../../content/phone-number.ts';
import { words } from '../../content/words/index.ts';
import type { Words } from '../../content/words/schema.ts';
import { maxBodyKibibytes } from '../../contract/body-limit.ts';
import { contactFields, contactPath, honeypotName } from '../../contract/contact-fields.ts';
import { otherLanguage } from '../../tests/support/example-facts.ts';
import { createExampleForm, exampleRequest } from '../../tests/support/example-request.ts';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { hideAddresses } from '../../tests/support/hide-addresses.ts';
import { StoreUnavailableError } from '../queue/transaction.ts';
import type { RequestStore } from '../store/request-store.ts';
import { createContactRoutes } from './route.ts';

type Save = RequestStore['saveAll'];
const saved = vi.fn<Save>(async () => [{ outcome: 'saved', reference: 'AAAAAA', statusToken: 'AAAAAAabc' }]);

/** Creates only the endpoint, with a store that has only `saveAll`. */
function startRoute(saveAll: Save = saved) {
  const loggedAttributes: unknown[] = [];
  const wakeOutbox = vi.fn();
  const app = createContactRoutes({
    store: { saveAll } as unknown as RequestStore,
    wakeOutbox,
    allowedOrigins: [],
    readClientIp: () => '192.0.2.1',
    postLimiter: undefined,
    clock: createFakeClock(),
    log: (_event, logged) => loggedAttributes.push(logged),
  });
  app.onError((_, c) => c.body(null, 500));
  const post = async (body: BodyInit, headers: Record<string, string> = {}, query = '') =>
    app.request(contactPath + query, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  return { app, post, loggedAttributes, wakeOutbox };
}

const json = { 'Content-Type': 'application/json' };
const query = `?lang=${otherLanguage}`;
const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
const completeRequest = JSON.stringify(exampleRequest);

test.each<{ what: string; save: Save; status: number; wait: string | null }>([
  { what: 'success', save: saved, status: 200, wait: null },
  {
    what: 'other content under its key',
    save: async () => [{ outcome: 'mismatch' }],
    status: 422,
    wait: null,
  },
  {
    what: 'one request too many',
    save: async () => [{ outcome: 'limited', retryAfterSeconds: 42 }],
    status: 429,
    wait: '42',
  },
  {
    what: 'an unavailable store',
    save: () => Promise.reject(new StoreUnavailableError()),
    status: 503,
    wait: '60',
  },
  { what: 'a bug', save: () => Promise.reject(new TypeError()), status: 500, wait: null },
])('a save that ends with $what gets a $status', async ({ save, status, wait }) => {
  const { post, wakeOutbox } = startRoute(save);
  const answer = await post(completeRequest, { 'Content-Type': 'Application/JSON ; charset=UTF-8' });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Retry-After')).toBe(wait);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  // Another program may respond instead of the endpoint, but doesn't know this header.
  expect(answer.headers.get('Contact-Request')).toBe(status === 200 ? 'accepted' : 'not accepted');
  expect(wakeOutbox).toHaveBeenCalledTimes(status === 200 ? 1 : 0);
  if (status === 200) {
    expect(await answer.json()).toEqual({ ok: true, reference: 'AAAAAA', statusToken: 'AAAAAAabc' });
  }
});

test.each([
  ['', '/sent#AAAAAAabc'],
  [query, `${languages[otherLanguage].path}sent#AAAAAAabc`],
  ['?lang=__proto__', '/sent#AAAAAAabc'],
])('an accepted form with "%s" is redirected to the confirmation page', async (query, location) => {
  const { status, headers } = await startRoute().post(createExampleForm(), {}, query);
  expect(status).toBe(303);
  expect(headers.get('Location')).toEqual(location);
  expect(headers.get('Contact-Request')).toBe('accepted');
});

test.each([
  { method: 'OPTIONS', accept: '*/*', status: 204, location: null },
  { method: 'GET', accept: '*/*', status: 405, location: null },
  { method: 'PUT', accept: '*/*', status: 405, location: null },
  // The visitor opens the endpoint's URL.
  { method: 'GET', accept: 'text/html,*/*', status: 303, location: '/#contact' },
])('$method with Accept: $accept gets a $status', async ({ method, accept, status, location }) => {
  const answer = await startRoute().app.request(contactPath, { method, headers: { Accept: accept } });
  expect(answer.status).toEqual(status);
  expect(answer.headers.get('Location')).toEqual(location);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    allow: 'POST, OPTIONS',
    'cache-control': 'no-store',
    'contact-request': 'not accepted',
  });
});

test.each<{ what: string; body: BodyInit; headers: Record<string, string>; status: number; code: string }>([
  { what: 'cut-off JSON', body: '{"name":"x', headers: {}, status: 400, code: 'bad_json' },
  { what: 'JSON that is a list', body: '[]', headers: {}, status: 400, code: 'bad_json' },
  {
    what: 'a long key',
    body: completeRequest,
    headers: { 'Idempotency-Key': 'k'.repeat(256) },
    status: 400,
    code: 'bad_idempotency_key',
  },
  {
    what: 'a key that is not ASCII',
    body: completeRequest,
    headers: { 'Idempotency-Key': 'clé' },
    status: 400,
    code: 'bad_idempotency_key',
  },
  {
    what: 'another origin',
    body: completeRequest,
    headers: { Origin: 'https://evil.example' },
    status: 403,
    code: 'cross_origin',
  },
  {
    what: 'plain text',
    body: completeRequest,
    headers: { 'Content-Type': 'text/plain' },
    status: 415,
    code: 'unsupported_type',
  },
  {
    what: 'a compressed body',
    body: completeRequest,
    headers: { 'Content-Encoding': 'gzip' },
    status: 415,
    code: 'unsupported_type',
  },
  {
    what: 'fields only in the prototype',
    body: `{"__proto__":${completeRequest}}`,
    headers: {},
    status: 422,
    code: 'invalid',
  },
  {
    what: 'half a character at the end',
    body: Uint8Array.of(0x22, 0xc3),
    headers: {},
    status: 400,
    code: 'bad_encoding',
  },
])('$what is rejected with a problem document', async ({ body, headers, status, code }) => {
  const answer = await startRoute().post(body, { ...json, ...headers });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
  const title = expect.any(String);
  expect(await answer.json()).toMatchObject({ type: 'about:blank', title, status, code });
});

// tests/supabase checks the text for pages on another origin.
test("the problem document and the page explain each error in the form's language", async () => {
  const { limit } = contactFields.message;
  const wrong = { ...exampleRequest, phone: ' ', email: 'nobody', message: 'm'.repeat(limit + 1) };
  const { labels, problems } = words[otherLanguage].form;
  const fields = {
    phone: problems.phone.missing,
    email: problems.email.malformed,
    message: interpolate(problems.message.tooLong, { limit }),
  };
  const { post } = startRoute();
  expect(await (await post(JSON.stringify(wrong), json, query)).json()).toHaveProperty('fields', fields);
  const page = await (await post(createExampleForm(wrong), {}, query)).text();
  const lines = Object.entries(fields).map(([name, line]) => `${labels[name as 'phone']}: ${line}`);
  expect(Array.from(page.matchAll(/<li>(.*)<\/li>/g), ([, line]) => line)).toEqual(lines);
});

const multipart = new FormData();
multipart.set('name', exampleRequest.name);
const tooLong = createExampleForm({ message: 'x'.repeat(maxBodyKibibytes * 1024) });

test.each<{
  what: string;
  body: BodyInit;
  headers: Record<string, string>;
  status: number;
  reason: keyof Words['rejection']['reasons'];
}>([
  {
    what: 'another origin',
    body: createExampleForm(),
    headers: { Origin: 'null' },
    status: 403,
    reason: 'cross_origin',
  },
  { what: 'a body over the limit', body: tooLong, headers: {}, status: 413, reason: 'too_large' },
  { what: 'files', body: multipart, headers: {}, status: 415, reason: 'bad_form' },
  {
    what: 'an escape that is not UTF-8',
    body: 'message=caf%E9',
    headers: urlencoded,
    status: 400,
    reason: 'bad_form',
  },
  {
    what: 'bytes that are not UTF-8',
    body: Uint8Array.of(0x61, 0x3d, 0xe9),
    headers: urlencoded,
    status: 400,
    reason: 'bad_form',
  },
  {
    what: 'a wrong email address',
    body: createExampleForm({ email: 'nobody' }),
    headers: {},
    status: 422,
    reason: 'invalid',
  },
])('a form with $what gets a page with instructions', async ({ body, headers, status, reason }) => {
  const { rejection } = words[otherLanguage];
  const answer = await startRoute().post(body, headers, query);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Contact-Request')).toBe('not accepted');
  const page = (await answer.text()).replaceAll('&#39;', "'");
  const call = `href="${formatPhoneLink(business.phone)}"`;
  for (const part of [rejection.title, rejection.reasons[reason], rejection.back, call]) {
    expect(page).toContain(part);
  }
  expect(page).not.toMatch(new RegExp(`${exampleRequest.name}|nobody`));
});

test('services that obfuscate email addresses leave the example address alone', async () => {
  const answer = await startRoute().post(createExampleForm({ email: 'nobody' }));
  const page = await answer.text();
  expect(page).toContain(words.en.form.problems.email.malformed);
  expect(hideAddresses(page)).toBe(page);
});

test('logs the outcome and a filled-in honeypot, but no field', async () => {
  const { post, loggedAttributes } = startRoute();
  const filledHoneypot = { [honeypotName]: 'https://spam.example' };
  await post(createExampleForm({ [honeypotName]: '  ' }));
  await post(JSON.stringify({ ...exampleRequest, ...filledHoneypot }), { ...json, 'Idempotency-Key': 'k 1' });
  await post(createExampleForm(filledHoneypot));
  await post('{}', json);
  const accepted = { outcome: 'saved', reference: 'AAAAAA', ms: 0 };
  expect(loggedAttributes).toEqual([
    { ...accepted, status: 303 },
    { ...accepted, status: 200 },
    { ...accepted, status: 303, honeypot: true },
    { status: 422, code: 'invalid', ms: 0 },
  ]);
  expect(saved.mock.calls.slice(-2)).toMatchObject([
    [[{ fields: exampleRequest, idempotencyKey: 'k 1', honeypotFilled: false }]],
    [[{ fields: exampleRequest, idempotencyKey: undefined, honeypotFilled: true }]],
  ]);
});

test("a field with the honeypot's old name is ignored", async () => {
  const { post } = startRoute();
  const answer = await post(createExampleForm({ website: 'filled in by a browser' }));
  expect(answer.status).toBe(303);
  expect(saved).toHaveBeenLastCalledWith([expect.objectContaining({ honeypotFilled: false })]);
});

test('the largest valid request is accepted in every encoding', async () => {
  const { name, phone, email, message } = contactFields;
  const largest = {
    ...exampleRequest,
    name: '王'.repeat(name.limit),
    phone: '王'.repeat(phone.limit),
    email: `${'e'.repeat(email.limit - '@example.com'.length)}@example.com`,
    message: '王'.repeat(message.limit),
  };
  const { post } = startRoute();
  expect((await post(createExampleForm(largest))).status).toBe(303);
  expect((await post(JSON.stringify(largest).replaceAll('王', '\\u738b'), json)).status).toBe(200);
});

test('a form may arrive byte by byte and contain unescaped percent signs', async () => {
  const form = `${createExampleForm({ message: '' })}100%+sure%2C+50%2g+%C3%A9%20ñ王`;
  const body = ReadableStream.from(Array.from(Buffer.from(form), (byte) => Uint8Array.of(byte)));
  expect((await startRoute().post(body as BodyInit, urlencoded)).status).toBe(303);
  expect(saved.mock.lastCall?.[0][0]?.fields.message).toBe('100% sure, 50%2g é ñ王');
});

test('an endless body is read up to about a megabyte', async () => {
  let sent = 0;
  async function* body(breaksOff: boolean) {
    for (sent = 1; ; sent += 1) {
      yield new Uint8Array(65_536).fill(97);
      if (breaksOff) {
        throw new Error('reset');
      }
    }
  }
  const post = async (breaksOff: boolean) =>
    (await startRoute().post(ReadableStream.from(body(breaksOff)) as BodyInit, urlencoded)).status;
  expect(await post(true)).toBe(400);
  expect(await post(false)).toBe(413);
  expect(sent).toBeGreaterThan(16);
  expect(sent).toBeLessThan(19);
});
