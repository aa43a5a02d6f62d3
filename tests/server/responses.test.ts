import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { languages } from '../../content/languages.ts';
import { phoneLink, printedPhone } from '../../content/phone-number.ts';
import { en, type Words } from '../../content/words/en.ts';
import { words } from '../../content/words/index.ts';
import { mostKibibytes } from '../../contract/body-limit.ts';
import { contactFields, contactPath, honeypotName } from '../../contract/contact-fields.ts';
import { exampleForm, exampleRequest } from '../support/example-request.ts';
import { type Backend, startBackend } from '../support/start-backend.ts';

let server: Backend;
let address: string;

beforeAll(async () => {
  server = await startBackend();
  address = server.url + contactPath;
});
afterAll(() => server.stop());

const bodyLimit = mostKibibytes * 1024;
const json = { 'Content-Type': 'application/json' };
const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' };
const send = (body: BodyInit, headers: Record<string, string>, query = '') =>
  fetch(address + query, { method: 'POST', body, headers, redirect: 'manual' });

test('a request in JSON is answered with its reference', async () => {
  const response = await server.post(exampleRequest);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(await response.json()).toEqual({
    ok: true,
    reference: expect.stringMatching(/^[2-9A-HJKMNP-Z]{6}$/),
  });
});

test('an accepted form is redirected to the outcome on its page', async () => {
  const response = await send(exampleForm({ message: 'a form' }), {});
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`${server.pages}/#sent`);
});

test('a filled honeypot gets the normal response', async () => {
  const trapped = { message: 'trapped', [honeypotName]: 'https://spam.example' };
  const form = await send(exampleForm(trapped), {});
  expect(form.status).toBe(303);
  expect(form.headers.get('location')).toBe(`${server.pages}/#sent`);
});

test('an unknown language falls back to the first one', async () => {
  const response = await send(exampleForm({ message: 'language' }), {}, '?lang=__proto__');
  expect(response.headers.get('location')).toBe(`${server.pages}/#sent`);
});

test('a rejection page is in the language of its form', async () => {
  const page = await (await send(exampleForm({ email: '' }), {}, '?lang=es')).text();
  expect(page).toContain(words.es.rejection.title);
  expect(page).toContain(`${server.pages}${languages.es.path}`);
});

test.each([
  ['Application/JSON', JSON.stringify({ ...exampleRequest, message: 'upper case' }), 200],
  ['application/x-www-form-urlencoded ; charset=UTF-8', exampleForm({ message: 'charset' }).toString(), 303],
])('reads %s, in whatever case and with parameters', async (type, body, status) => {
  expect((await send(body, { 'Content-Type': type })).status).toBe(status);
});

const whole = JSON.stringify(exampleRequest);

test.each<[string, BodyInit, Record<string, string>, number, string]>([
  ['cut-off JSON', '{"name":"x', json, 400, 'bad_json'],
  ['no body', '', json, 400, 'bad_json'],
  ['JSON that is null', 'null', json, 400, 'bad_json'],
  ['JSON that is a list', '[]', json, 400, 'bad_json'],
  ['JSON that is a text', '"x"', json, 400, 'bad_json'],
  ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), json, 400, 'bad_encoding'],
  [
    'a key that is too long',
    whole,
    { ...json, 'Idempotency-Key': 'k'.repeat(256) },
    400,
    'bad_idempotency_key',
  ],
  ['an empty key', whole, { ...json, 'Idempotency-Key': '' }, 400, 'bad_idempotency_key'],
  ['a key that is not ASCII', whole, { ...json, 'Idempotency-Key': 'clé' }, 400, 'bad_idempotency_key'],
  ['another origin', whole, { ...json, Origin: 'https://evil.example' }, 403, 'cross_origin'],
  ['a body over the limit', `"${'x'.repeat(bodyLimit)}"`, json, 413, 'too_large'],
  ['plain text', whole, { 'Content-Type': 'text/plain' }, 415, 'unsupported_type'],
  [
    'a type named like a property of every object',
    whole,
    { 'Content-Type': 'constructor' },
    415,
    'unsupported_type',
  ],
  ['a coded body', whole, { ...json, 'Content-Encoding': 'gzip' }, 415, 'unsupported_type'],
  ['missing fields', '{}', json, 422, 'invalid'],
  ['fields of another type', JSON.stringify({ ...exampleRequest, name: ['x'] }), json, 422, 'invalid'],
  ['fields only in the prototype', `{"__proto__":${whole}}`, json, 422, 'invalid'],
])('%s is rejected with a problem document document', async (_, body, headers, status, code) => {
  const response = await send(body, headers);
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(await response.json()).toMatchObject({
    type: 'about:blank',
    title: expect.any(String),
    status,
    code,
  });
});

test.each<[string, BodyInit, Record<string, string>, number, string]>([
  ['a name twice', `${exampleForm()}&name=again`, urlencoded, 400, en.rejection.reasons.bad_form],
  ['percent signs that are no UTF-8', 'name=%E9', urlencoded, 400, en.rejection.reasons.bad_form],
  ['nothing that can be read', 'name', urlencoded, 422, en.rejection.reasons.invalid],
  ['another origin', exampleForm(), { Origin: 'null' }, 403, en.rejection.reasons.cross_origin],
  [
    'a body over the limit',
    exampleForm({ message: 'x'.repeat(bodyLimit) }),
    {},
    413,
    en.rejection.reasons.too_large,
  ],
  ['a coded body', exampleForm(), { 'Content-Encoding': 'identity' }, 415, en.rejection.reasons.bad_form],
  ['an empty form', '', urlencoded, 422, en.rejection.reasons.invalid],
])('a form with %s gets a page that says what to do', async (_, body, headers, status, reason) => {
  const response = await send(body, headers);
  expect(response.status).toBe(status);
  await expectPage(response, reason);
});

/** A page, or on Supabase text: what is wrong, how to get back to what was typed, and the number to call. */
async function expectPage(
  response: Response,
  reason: string,
  { rejection }: Pick<Words, 'rejection'> = en,
): Promise<void> {
  const isText = server.pages !== '';
  expect(response.headers.get('content-type')).toMatch(isText ? /^text\/plain/ : /^text\/html/);
  const page = (await response.text()).replaceAll('&#39;', "'");
  expect(page).toContain(reason);
  expect(page).toContain(rejection.back);
  expect(page).toContain(isText ? printedPhone(business.phone) : `href="${phoneLink(business.phone)}"`);
  for (const typed of [exampleRequest.name, exampleRequest.message]) {
    expect(page).not.toContain(typed);
  }
}

test.each<[string, () => Promise<Response>, number]>([
  ['an accepted request', () => send(whole, json), 200],
  ['an accepted form', () => send(exampleForm({ message: 'no-store' }), {}), 303],
  ['a rejected request', () => send('{}', json), 422],
  ['a rejected form', () => send(exampleForm({ email: '' }), {}), 422],
  ['a reload', () => fetch(address, { headers: { Accept: 'text/html' }, redirect: 'manual' }), 303],
  ['a method the function has not', () => fetch(address, { method: 'PUT' }), 405],
])('the response to %s is not cacheable', async (_, ask, status) => {
  const answer = await ask();
  expect(answer.status).toBe(status);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.each(['en', 'es'] as const)(
  'a multipart form gets a page with the phone number (%s)',
  async (language) => {
    const body = new FormData();
    body.set('name', exampleRequest.name);
    const response = await send(body, {}, `?lang=${language}`);
    expect(response.status).toBe(415);
    const { rejection } = words[language];
    await expectPage(response, rejection.reasons.bad_form, { rejection });
  },
);

test('the problem document has an error message per field', async () => {
  const response = await server.post({
    ...exampleRequest,
    phone: ' ',
    email: 'nobody',
    message: 'm'.repeat(contactFields.message.limit + 1),
  });
  expect(response.status).toBe(422);
  expect((await response.json()).fields).toEqual({
    phone: en.form.problems.phone.missing,
    email: en.form.problems.email.malformed,
    message: interpolate(en.form.problems.message.tooLong, { limit: contactFields.message.limit }),
  });
});

test('accepts fields exactly as long as their limits', async () => {
  const email = `${'e'.repeat(254 - 12)}@example.com`;
  const longest = {
    name: 'n'.repeat(100),
    phone: '5'.repeat(40),
    email,
    service: 'fleet',
    message: 'm'.repeat(contactFields.message.limit),
  };
  expect((await server.post(longest)).status).toBe(200);
});

test.each(['name', 'phone', 'email', 'message'] as const)(
  'a %s one character over its limit is rejected',
  async (name) => {
    const over = {
      name: 'n'.repeat(101),
      phone: '5'.repeat(41),
      email: `${'e'.repeat(243)}@example.com`,
      message: 'm'.repeat(contactFields.message.limit + 1),
    };
    const response = await server.post({ ...exampleRequest, [name]: over[name] });
    expect(response.status).toBe(422);
    expect(Object.keys((await response.json()).fields)).toEqual([name]);
  },
);

test('the largest valid request is accepted, in whichever way it is written', async () => {
  const ofUnits = (length: number) => '王'.repeat(length);
  const largest = {
    ...exampleRequest,
    service: 'construction' as const,
    name: ofUnits(contactFields.name.limit),
    phone: ofUnits(contactFields.phone.limit),
    email: `${'e'.repeat(contactFields.email.limit - '@example.com'.length)}@example.com`,
    message: ofUnits(contactFields.message.limit),
  };
  expect((await send(exampleForm(largest), {})).status).toBe(303);
  const ascii = JSON.stringify(largest).replaceAll('王', '\\u738b');
  expect((await send(ascii, json)).status).toBe(200);
});

test('a body as long as the limit is read, one byte more is not, with and without Content-Length', async () => {
  const padded = (length: number) => `${whole}${' '.repeat(length - Buffer.byteLength(whole))}`;
  const streamed = (text: string) =>
    ({ method: 'POST', headers: json, body: new Blob([text]).stream(), duplex: 'half' }) as RequestInit;
  expect((await send(padded(bodyLimit), json)).status).toBe(200);
  expect((await send(padded(bodyLimit + 1), json)).status).toBe(413);
  expect((await fetch(address, streamed(padded(bodyLimit)))).status).toBe(200);
  expect((await fetch(address, streamed(padded(bodyLimit + 1)))).status).toBe(413);
});

test.each(['PUT', 'PATCH', 'DELETE', 'GET', 'HEAD'])('%s is not for this address', async (method) => {
  const response = await fetch(address, { method });
  expect(response.status).toBe(405);
  expect(response.headers.get('allow')).toBe('POST, OPTIONS');
});

test('a reload in the browser redirects back to the form', async () => {
  const response = await fetch(address, { headers: { Accept: 'text/html,*/*' }, redirect: 'manual' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`${server.pages}/#contact`);
});
