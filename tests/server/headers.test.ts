import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { mostKibibytes } from '../../contract/body-limit.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { exampleForm, exampleRequest } from '../support/example-request.ts';
import { rawExchange } from '../support/raw-exchange.ts';
import { type InProcessServer, startInProcess, unavailableStore } from '../support/start-in-process.ts';
import { tinySite } from '../support/tiny-site.ts';

let server: InProcessServer;
const cwd = tinySite();

beforeAll(async () => {
  server = await startInProcess({ SITE_URL: 'https://www.example.com' }, { cwd });
});
afterAll(() => server.stop());

// Repeats the literals of server/headers.ts on purpose: changing them is a decision.
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000',
};
const ofFiles = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// printf "document.title+=''" | openssl dgst -sha256 -binary | base64, and the same for the style.
const ofTinyPages =
  "default-src 'none'; script-src 'self' 'sha256-kV4KLN/SlJBXmM2fEvj90MucKGxL4rgfWyb0u/hwTNI='; " +
  "style-src 'self' 'sha256-IAdwN3biDCQ3brrgp1m8kBEsPQYyqfREKOEfeoREopc='; " +
  "img-src 'self'; font-src 'self'; connect-src 'self'; manifest-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
const ofRejections =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; " +
  "connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; " +
  "frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init });
const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  ask(contactPath, { method: 'POST', body, headers });
const json = { 'Content-Type': 'application/json' };

test.each<[string, number, () => Promise<Response>, string]>([
  ['a page', 200, () => ask('/'), ofTinyPages],
  ['an unknown path', 404, () => ask('/nowhere'), ofTinyPages],
  ['a redirect', 308, () => ask('/about/'), ofFiles],
  ['a file', 200, () => ask('/_astro/a.Hash1234.js'), ofFiles],
  ['the state of the server', 200, () => ask('/healthz'), ofFiles],
  ['a page that is posted to', 405, () => ask('/', { method: 'POST' }), ofFiles],
  ['a method the function has not', 405, () => ask(contactPath, { method: 'PUT' }), ofFiles],
  ['a preflight', 204, () => ask(contactPath, { method: 'OPTIONS' }), ofFiles],
  ['a reload of the answer', 303, () => ask(contactPath, { headers: { Accept: 'text/html' } }), ofFiles],
  ['an accepted request', 200, () => server.post(exampleRequest), ofFiles],
  ['an accepted form', 303, () => post(exampleForm({ message: 'headers' })), ofFiles],
  ['a rejected request', 422, () => post('{}', json), ofFiles],
  ['a rejected form', 422, () => post(exampleForm({ email: 'x' })), ofRejections],
  [
    'a form of another site',
    403,
    () => post(exampleForm(), { Origin: 'https://evil.example' }),
    ofRejections,
  ],
  ['a body that is too large', 413, () => post('x'.repeat((mostKibibytes + 1) * 1024), json), ofFiles],
  ['a type nobody reads', 415, () => post('x', { 'Content-Type': 'text/plain' }), ofFiles],
])('%s (%i) has all common headers', async (_, status, send, policy) => {
  const answer = await send();
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...everywhere,
    'content-security-policy': policy,
  });
});

test('a 503 has all common headers', async () => {
  const broken = await startInProcess({ SITE_URL: 'https://a.example' }, { cwd, store: unavailableStore() });
  const answer = await fetch(broken.url + contactPath, { method: 'POST', body: exampleForm() });
  expect(answer.status).toBe(503);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    ...everywhere,
    'content-security-policy': ofRejections,
    'retry-after': '60',
  });
  await broken.stop();
});

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['an address that is none', 'GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
  [
    'a length and chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
    400,
  ],
  ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`, 431],
])('%s gets a fallback response with all common headers and the phone number', async (_, bytes, status) => {
  const answer = await rawExchange(server.url, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const [name, value] of Object.entries({ ...everywhere, 'content-security-policy': ofFiles })) {
    expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`);
  }
  expect(answer).toContain(printedPhone(business.phone));
});

test('TRACE is no method here, and echoes nothing', async () => {
  const bytes = 'TRACE / HTTP/1.1\r\nHost: a\r\nX-Canary: tweet\r\nConnection: close\r\n\r\n';
  const answer = await rawExchange(server.url, bytes);
  expect(answer).toMatch(/^HTTP\/1.1 40[05] /);
  expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  expect(answer).not.toContain('tweet');
});

test('an http site sends no HSTS', async () => {
  const plain = await startInProcess({ SITE_URL: 'http://localhost:8080' }, { cwd });
  expect((await fetch(plain.url)).headers.has('strict-transport-security')).toBe(false);
  await plain.stop();
});

test('no response reveals the server software or sets a cookie', async () => {
  for (const answer of [await ask('/'), await server.post({}), await post(exampleForm({ name: '' }))]) {
    expect([...answer.headers.keys()]).not.toContain('server');
    expect([...answer.headers.keys()]).not.toContain('x-powered-by');
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
});

test('static hosts get the same headers', () => {
  const written = readFileSync(join(cwd, 'build/site/_headers'), 'utf8');
  const rules = new Map(written.split(/\n(?=\/)/).map((rule) => [rule.split('\n', 1)[0], rule]));
  expect([...rules.keys()]).toEqual([
    '/*',
    '/_astro/*',
    '/.well-known/security.txt',
    '/about',
    '/es/about',
    '/es/',
    '/',
    '/robots.txt',
  ]);
  expect(rules.get('/*')).toBe(`/*
  X-Content-Type-Options: nosniff
  Referrer-Policy: strict-origin-when-cross-origin
  Permissions-Policy: geolocation=(self), camera=(), microphone=(), payment=(), usb=()
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Embedder-Policy: require-corp
  Cross-Origin-Resource-Policy: same-origin
  Strict-Transport-Security: max-age=63072000
  Content-Security-Policy: base-uri 'none'; frame-ancestors 'none'
`);
  expect(rules.get('/about')).toBe(
    `/about\n  Cache-Control: no-cache\n  Content-Security-Policy: ${ofTinyPages}\n`,
  );
  expect(rules.get('/_astro/*')).toBe(
    `/_astro/*\n  Cache-Control: public, max-age=31536000, immutable\n  Content-Security-Policy: ${ofFiles}\n`,
  );
});
