import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { commonHeaders, documentPolicy } from '../../server/http/headers.ts';
import { exampleForm, exampleRequest } from '../support/example-request.ts';
import { rawExchange } from '../support/raw-exchange.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';
import { tinySite } from '../support/tiny-site.ts';

let server: InProcessServer;
const cwd = tinySite();

beforeAll(async () => {
  server = await startInProcess({ SITE_URL: 'https://www.example.com' }, { cwd });
});
afterAll(() => server.stop());

// Repeats the literals of server/http/headers.ts on purpose: changing them is a decision.
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000',
};
const ofFiles = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// printf "document.title+=''" | openssl dgst -sha256 -binary | base64, and the same for the style.
const policyWith = (script = '', style = '') =>
  "default-src 'none'; img-src 'self'; font-src 'self'; manifest-src 'self'; " +
  `script-src 'self'${script}; style-src 'self'${style}; ` +
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";
const ofTinyPages = policyWith(
  " 'sha256-kV4KLN/SlJBXmM2fEvj90MucKGxL4rgfWyb0u/hwTNI='",
  " 'sha256-IAdwN3biDCQ3brrgp1m8kBEsPQYyqfREKOEfeoREopc='",
);

const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init });
const post = (body: BodyInit) => ask(contactPath, { method: 'POST', body });

test.each<[string, number, () => Promise<Response>, string]>([
  ['a page', 200, () => ask('/'), ofTinyPages],
  ['an unknown path', 404, () => ask('/nowhere'), ofTinyPages],
  ['a redirect', 308, () => ask('/about/'), ofFiles],
  ['a file', 200, () => ask('/_astro/a.Hash1234.js'), ofFiles],
  ['the state of the server', 200, () => ask('/healthz'), ofFiles],
  ['a page that is posted to', 405, () => ask('/', { method: 'POST' }), ofFiles],
  ['a preflight', 204, () => ask(contactPath, { method: 'OPTIONS' }), ofFiles],
  ['an accepted request', 200, () => server.post(exampleRequest), ofFiles],
  ['an accepted form', 303, () => post(exampleForm({ message: 'headers' })), ofFiles],
  ['a rejected request', 422, () => server.post({}), ofFiles],
  ['a rejected form', 422, () => post(exampleForm({ email: 'x' })), policyWith()],
])('%s (%i) has all common headers, and neither software nor cookies', async (_, status, send, policy) => {
  const answer = await send();
  const headers = Object.fromEntries(answer.headers);
  expect(answer.status).toBe(status);
  expect(headers).toMatchObject({ ...everywhere, 'content-security-policy': policy });
  for (const name of ['server', 'x-powered-by', 'set-cookie']) {
    expect(headers).not.toHaveProperty(name);
  }
});

const lengths = 'Content-Length: 1\r\nTransfer-Encoding: chunked';

test.each([
  ['no HTTP', 'nonsense\r\n\r\n', 400],
  ['a Host that is none', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n', 417],
  ['an address that is none', 'GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['two lengths', `POST / HTTP/1.1\r\nHost: a\r\n${lengths}\r\n\r\n`, 400],
  ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`, 431],
])('%s gets a fallback response with all common headers and the phone number', async (_, bytes, status) => {
  const answer = await rawExchange(server.url, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const [name, value] of Object.entries({ ...everywhere, 'content-security-policy': ofFiles })) {
    expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`);
  }
  expect(answer).toContain(printedPhone(business.phone));
});

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const formElsewhere = '<form method="post" action="https://abc.example/functions/v1/send?lang=es" class="x">';

test.each([
  ['script-src', '<script>a\n</script>', ` ${hashOf('a\n')}`],
  ['script-src', '<script type="module">b</script>', ` ${hashOf('b')}`],
  ['script-src', '<script type="speculationrules">{"d":1}</script>', ` ${hashOf('{"d":1}')}`],
  ['script-src', '<script type="module" src="/a.js"></script>', ''],
  ['script-src', '<script type="application/ld+json">{}</script>', ''],
  ['style-src', '<style>p{}</style><style media="print">p{}</style>', ` ${hashOf('p{}')}`],
  ['form-action', formElsewhere + formElsewhere, ' https://abc.example'],
  ['connect-src', formElsewhere, ' https://abc.example'],
  ['connect-src', '<link rel="dns-prefetch" href="https://abc.example" crossorigin>', ' https://abc.example'],
  ['form-action', '<form action="/functions/v1/send">', ''],
])("the policy's %s for %s is 'self' and what the document needs", (directive, html, more) => {
  expect(documentPolicy(html).split('; ')).toContain(`${directive} 'self'${more}`);
});

test("Firefox 115 may fetch the drawings that a document uses, and the policy's other kinds stay the same", () => {
  const drawing = documentPolicy('<svg><use href="/drawings.svg#road"></use></svg>').split('; ');
  const plain = documentPolicy('<svg><use href="#road"></use></svg>').split('; ');
  expect(drawing.filter((directive) => !plain.includes(directive))).toEqual([
    // Also the default for images, fonts and the manifest.
    "default-src 'self'",
    "frame-src 'none'",
    "media-src 'none'",
    "object-src 'none'",
  ]);
  expect(plain).toContain("default-src 'none'");
});

test.each(['http://localhost:8080', undefined])('a site at %s sends no HSTS', (siteUrl) => {
  expect(commonHeaders(siteUrl)).not.toHaveProperty('Strict-Transport-Security');
});

test('static hosts get the same headers', () => {
  const written = readFileSync(join(cwd, 'build/site/_headers'), 'utf8');
  const general = { ...everywhere, 'content-security-policy': "base-uri 'none'; frame-ancestors 'none'" };
  const lines = Object.entries(general).map(([name, value]) => `  ${name}: ${value}\n`);
  expect(written.toLowerCase()).toContain(`/*\n${lines.join('')}`.toLowerCase());
  for (const page of ['/', '/about', '/es/', '/es/about']) {
    const rule = `\n${page}\n  Cache-Control: no-cache\n  Content-Security-Policy: ${ofTinyPages}\n`;
    expect(written).toContain(rule);
  }
  const life = 'public, max-age=31536000, immutable';
  expect(written).toContain(`/_astro/*\n  Cache-Control: ${life}\n  Content-Security-Policy: ${ofFiles}\n`);
});
