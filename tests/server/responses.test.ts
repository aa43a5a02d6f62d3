import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { privacyAnchor } from '../../content/navigation.ts';
import { phoneLink } from '../../content/phone-number.ts';
import { en } from '../../content/words/en.ts';
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

test('the rejection page has the privacy note', async () => {
  const page = await (await send(exampleForm({ email: '' }), {})).text();
  expect(page).toContain(`${en.form.privacy} <a href="${server.pages}/about#${privacyAnchor}">`);
});

test('the rejection page has the honeypot, empty and unreachable', async () => {
  const page = await (await send(exampleForm({ email: '', [honeypotName]: 'x' }), {})).text();
  expect(page).toMatch(
    /aria-hidden="true">\s*<label for="website">[^<]+<\/label>\s*<input id="website" name="website" tabindex="-1" autocomplete="off">/,
  );
});

test('an unknown language falls back to the first one', async () => {
  const response = await send(exampleForm({ message: 'language' }), {}, '?lang=__proto__');
  expect(response.headers.get('location')).toBe(`${server.pages}/#sent`);
});

test('the form of a Spanish rejection page posts in Spanish', async () => {
  const page = await (await send(exampleForm({ email: '' }), {}, '?lang=es')).text();
  expect(page).toContain(`action="${contactPath}?lang=es"`);
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
  ['a name twice', `${exampleForm()}&name=again`, urlencoded, 400, en.rejection.reasons.partly_read],
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
  expect(response.headers.get('content-type')).toMatch(/^text\/html/);
  const page = await response.text();
  expect(page.replaceAll('&#39;', "'")).toContain(reason);
  expect(page).toContain(`href="${phoneLink(business.phone)}"`);
  expect(page).toContain('<textarea');
});

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
    expect(response.headers.get('content-type')).toMatch(/^text\/html/);
    const page = (await response.text()).replaceAll('&#39;', "'");
    expect(page).toContain(words[language].rejection.reasons.bad_form);
    expect(page).toContain(`href="${phoneLink(business.phone)}"`);
    expect(page).not.toContain(exampleRequest.name);
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

test('a value may contain "="', async () => {
  const response = await send('name=a=b==c&phone=&message=', urlencoded);
  expect(await response.text()).toContain('value="a=b==c"');
});

test('shows a message again with its leading empty line', async () => {
  const response = await send(exampleForm({ email: 'x', message: '\n\nfirst' }), {});
  // HTML drops the first newline inside a textarea.
  expect(await response.text()).toMatch(/<textarea[^>]*>\n\n\nfirst<\/textarea>/);
});

test('a percent sign that starts no escape is literal', async () => {
  const response = await send('name=100%&phone=&message=50%25', urlencoded);
  expect(await response.text()).toContain('value="100%"');
});

test('the rejection page shows the input, escaped and tied to its error messages', async () => {
  const response = await send(
    exampleForm({ name: '"><script>alert(1)</script>', email: 'x', message: '\n</textarea>' }),
    {},
  );
  const page = await response.text();
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(page).toContain('&lt;/textarea&gt;</textarea>');
  expect(page).toContain('<option value="fleet" selected>');
  expect(page).toContain(`id="email-problem">${en.form.problems.email.malformed}`);
  expect(page).toMatch(/<input id="email"[^>]* aria-invalid="true" aria-describedby="email-problem"/);
});

const filledIn = { name: exampleRequest.name, phone: exampleRequest.phone, email: exampleRequest.email };

test.each<[string, BodyInit, Record<string, string>, number]>([
  ['a message over its limit', exampleForm({ message: 'm'.repeat(30_000) }), {}, 422],
  ['a message over the limit of a body', exampleForm({ message: 'm'.repeat(60_000) }), {}, 413],
  ['a message of a megabyte', exampleForm({ message: 'm'.repeat(1_000_000) }), {}, 413],
  ['a name twice', `${exampleForm()}&name=again`, urlencoded, 400],
  ['a message that is not UTF-8', `${exampleForm({ message: 'Hose' })}%E9`, urlencoded, 400],
])('a form with %s is prefilled', async (_, body, headers, status) => {
  const response = await send(body, headers);
  expect(response.status).toBe(status);
  const page = await response.text();
  for (const [name, value] of Object.entries(filledIn)) {
    expect(page).toMatch(new RegExp(`<input id="${name}"[^>]* value="${value.replace(/[()]/g, '\\$&')}"`));
  }
  expect(page).toContain('<option value="fleet" selected>');
});

test('of an over-long message only what is over the limit of a body is lost, and the page says so', async () => {
  const typedIn = async (message: string) => {
    const page = await (await send(exampleForm({ message }), {})).text();
    return { page, typed: /<textarea[^>]*>\n([^<]*)</.exec(page)?.[1] };
  };
  const room = bodyLimit - exampleForm({ message: '' }).toString().length;
  const long = await typedIn('m'.repeat(room));
  expect(long.typed).toBe('m'.repeat(room));
  expect(long.page).toContain(
    interpolate(en.form.problems.message.tooLong, { limit: contactFields.message.limit }),
  );
  const longer = await typedIn(`${'m'.repeat(room)}Lost`);
  expect(longer.typed).toBe('m'.repeat(room));
  expect(longer.page).toContain(en.rejection.reasons.too_large);
  // Truncated in the middle of a character, which is nine bytes when posted.
  for (const left of [1, 2, 3, 4, 5, 6, 7, 8]) {
    expect((await typedIn(`${'m'.repeat(room - left)}€ and more`)).typed).toBe('m'.repeat(room - left));
  }
});

test('a page for a body that holds no field does not say that some of it was kept', async () => {
  const response = await send('x'.repeat(bodyLimit + 1), urlencoded);
  expect(response.status).toBe(413);
  const page = (await response.text()).replaceAll('&#39;', "'");
  expect(page).toContain(en.rejection.reasons.bad_form);
  expect(page).not.toContain(en.rejection.reasons.too_large);
});

test('a cross-origin post is not shown in our page', async () => {
  const page = await (await send(exampleForm(), { Origin: 'https://evil.example' })).text();
  expect(page).not.toContain(exampleRequest.name);
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
