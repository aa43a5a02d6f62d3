import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { phoneLink } from '../../content/phone-number.ts';
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
const whole = JSON.stringify(exampleRequest);
const send = (body: BodyInit, headers: Record<string, string>, query = '') =>
  fetch(address + query, { method: 'POST', body, headers, redirect: 'manual' });

test('an accepted request is answered with its reference, whatever the case of its type', async () => {
  for (const type of ['application/json', 'Application/JSON ; charset=UTF-8']) {
    const response = await send(whole, { 'Content-Type': type });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.json()).toEqual({
      ok: true,
      reference: expect.stringMatching(/^[2-9A-HJKMNP-Z]{6}$/),
    });
  }
});

test.each([
  ['', '', '/#sent'],
  ['with a filled honeypot', '', '/#sent'],
  ['in Spanish', '?lang=es', '/es/#sent'],
  ['in an unknown language', '?lang=__proto__', '/#sent'],
])('an accepted form %s is redirected to the outcome on its page', async (how, query, location) => {
  const honeypot = how.includes('honeypot') ? 'https://spam.example' : '';
  const response = await send(exampleForm({ message: `Come ${how}`, [honeypotName]: honeypot }), {}, query);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(location);
});

test.each<[string, BodyInit, Record<string, string>, number, string]>([
  ['cut-off JSON', '{"name":"x', json, 400, 'bad_json'],
  ['JSON that is a list', '[]', json, 400, 'bad_json'],
  ['bytes that are no UTF-8', Uint8Array.of(0x7b, 0xff, 0x7d), json, 400, 'bad_encoding'],
  ['a long key', whole, { ...json, 'Idempotency-Key': 'k'.repeat(256) }, 400, 'bad_idempotency_key'],
  ['an empty key', whole, { ...json, 'Idempotency-Key': '' }, 400, 'bad_idempotency_key'],
  ['a key that is not ASCII', whole, { ...json, 'Idempotency-Key': 'clé' }, 400, 'bad_idempotency_key'],
  ['another origin', whole, { ...json, Origin: 'https://evil.example' }, 403, 'cross_origin'],
  ['plain text', whole, { 'Content-Type': 'text/plain' }, 415, 'unsupported_type'],
  [
    'a type like a property of every object',
    whole,
    { 'Content-Type': 'constructor' },
    415,
    'unsupported_type',
  ],
  ['a coded body', whole, { ...json, 'Content-Encoding': 'gzip' }, 415, 'unsupported_type'],
  ['fields only in the prototype', `{"__proto__":${whole}}`, json, 422, 'invalid'],
])('%s is rejected with a problem document', async (_, body, headers, status, code) => {
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

test('the problem document has the sentence for each field', async () => {
  const { limit } = contactFields.message;
  const wrong = { ...exampleRequest, phone: ' ', email: 'nobody', message: 'm'.repeat(limit + 1) };
  const response = await send(JSON.stringify(wrong), json, '?lang=es');
  const { problems } = words.es.form;
  expect(await response.json()).toHaveProperty('fields', {
    phone: problems.phone.missing,
    email: problems.email.malformed,
    message: interpolate(problems.message.tooLong, { limit }),
  });
});

const multipart = new FormData();
multipart.set('name', exampleRequest.name);

test.each<[string, BodyInit, Record<string, string>, number, keyof typeof words.en.rejection.reasons]>([
  ['a name twice', `${exampleForm()}&name=again`, urlencoded, 400, 'bad_form'],
  ['another origin', exampleForm(), { Origin: 'null' }, 403, 'cross_origin'],
  ['a body over the limit', exampleForm({ message: 'x'.repeat(bodyLimit) }), {}, 413, 'too_large'],
  ['files', multipart, {}, 415, 'bad_form'],
  ['a wrong email address', exampleForm({ email: 'nobody' }), {}, 422, 'invalid'],
])(
  'a form with %s gets a page in its language that says what to do',
  async (_, body, headers, status, reason) => {
    for (const language of ['en', 'es'] as const) {
      const response = await send(body, headers, `?lang=${language}`);
      const { rejection } = words[language];
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toMatch(/^text\/html/);
      const page = (await response.text()).replaceAll('&#39;', "'");
      for (const sentence of [rejection.title, rejection.reasons[reason], rejection.back]) {
        expect(page).toContain(sentence);
      }
      expect(page).toContain(`href="${phoneLink(business.phone)}"`);
      expect(page).not.toMatch(new RegExp(`${exampleRequest.name}|nobody`));
    }
  },
);

test('the largest valid request is accepted, in whichever way it is written', async () => {
  const ofUnits = (length: number) => '王'.repeat(length);
  const largest = {
    ...exampleRequest,
    name: ofUnits(contactFields.name.limit),
    phone: ofUnits(contactFields.phone.limit),
    email: `${'e'.repeat(contactFields.email.limit - '@example.com'.length)}@example.com`,
    message: ofUnits(contactFields.message.limit),
  };
  expect((await send(exampleForm(largest), {})).status).toBe(303);
  const ascii = JSON.stringify(largest).replaceAll('王', '\\u738b');
  expect((await send(ascii, json)).status).toBe(200);
});

test.each(['PUT', 'DELETE', 'GET', 'HEAD'])('%s is not for this address', async (method) => {
  const response = await fetch(address, { method });
  expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
});

test('a reload in the browser redirects back to the form', async () => {
  const headers = { Accept: 'text/html,*/*' };
  const response = await fetch(`${address}?lang=es`, { headers, redirect: 'manual' });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/es/#contact');
});
