import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { createCommonHeaders, createDocumentPolicy } from '../../server/http/headers.ts';
import { exampleForm, exampleRequest } from '../support/example-request.ts';
import { exchangeRaw } from '../support/raw-exchange.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';
import { createTinySite } from '../support/tiny-site.ts';

let server: InProcessServer;
const cwd = createTinySite();

beforeAll(async () => {
  server = await startInProcess({ SITE_URL: 'https://www.example.com' }, { cwd });
});
afterAll(() => server.stop());

// These literals repeat server/http/headers.ts on purpose, so that nobody changes a header by accident.
const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=63072000',
};
const filePolicy = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
// Compute such a hash with printf "document.title+=''" | openssl dgst -sha256 -binary | base64.
const policyWith = (script = '', style = '') =>
  "default-src 'none'; img-src 'self'; font-src 'self'; manifest-src 'self'; " +
  `script-src 'self'${script}; style-src 'self'${style}; ` +
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";
const tinyPagePolicy = policyWith(
  " 'sha256-kV4KLN/SlJBXmM2fEvj90MucKGxL4rgfWyb0u/hwTNI='",
  " 'sha256-IAdwN3biDCQ3brrgp1m8kBEsPQYyqfREKOEfeoREopc='",
);

const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init });
const post = (body: BodyInit) => ask(contactPath, { method: 'POST', body });

test.each<[string, number, () => Promise<Response>, string]>([
  ['a page', 200, () => ask('/'), tinyPagePolicy],
  ['an unknown path', 404, () => ask('/nowhere'), tinyPagePolicy],
  ['a redirect', 308, () => ask('/about/'), filePolicy],
  ['a file', 200, () => ask('/_astro/a.Hash1234.js'), filePolicy],
  ['the state of the server', 200, () => ask('/healthz'), filePolicy],
  ['a page that is posted to', 405, () => ask('/', { method: 'POST' }), filePolicy],
  ['a preflight', 204, () => ask(contactPath, { method: 'OPTIONS' }), filePolicy],
  ['an accepted request', 200, () => server.post(exampleRequest), filePolicy],
  ['an accepted form', 303, () => post(exampleForm({ message: 'headers' })), filePolicy],
  ['a rejected request', 422, () => server.post({}), filePolicy],
  ['a rejected form', 422, () => post(exampleForm({ email: 'x' })), policyWith()],
])('%s (%i) has all common headers, no cookies and no software names', async (_, status, send, policy) => {
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
  ['text that is not HTTP', 'nonsense\r\n\r\n', 400],
  ['an invalid Host', 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
  ['two Hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', 400],
  ['an unknown expectation', 'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n', 417],
  ['an invalid address', 'GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n', 400],
  ['two lengths', `POST / HTTP/1.1\r\nHost: a\r\n${lengths}\r\n\r\n`, 400],
  ['headers over 16 KiB', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`, 431],
])('%s gets a fallback response with all common headers and the phone number', async (_, bytes, status) => {
  const answer = await exchangeRaw(server.url, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  for (const [name, value] of Object.entries({ ...everywhere, 'content-security-policy': filePolicy })) {
    expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`);
  }
  expect(answer).toContain(printedPhone(business.phone));
});

const formatHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const foreignForm = '<form method="post" action="https://abc.example/functions/v1/send?lang=es" class="x">';

test.each([
  ['script-src', '<script>a\n</script>', ` ${formatHash('a\n')}`],
  ['script-src', '<script type="module">b</script>', ` ${formatHash('b')}`],
  ['script-src', '<script type="speculationrules">{"d":1}</script>', ` ${formatHash('{"d":1}')}`],
  ['script-src', '<script type="module" src="/a.js"></script>', ''],
  ['script-src', '<script type="application/ld+json">{}</script>', ''],
  ['style-src', '<style>p{}</style><style media="print">p{}</style>', ` ${formatHash('p{}')}`],
  ['form-action', foreignForm + foreignForm, ' https://abc.example'],
  ['connect-src', foreignForm, ' https://abc.example'],
  ['connect-src', '<link rel="dns-prefetch" href="https://abc.example" crossorigin>', ' https://abc.example'],
  ['form-action', '<form action="/functions/v1/send">', ''],
])("the policy's %s for %s allows 'self' and the document's needs", (directive, html, more) => {
  expect(createDocumentPolicy(html).split('; ')).toContain(`${directive} 'self'${more}`);
});

test("the policy lets Firefox 115 fetch a document's drawings, but nothing else", () => {
  const drawing = createDocumentPolicy('<svg><use href="/drawings.svg#road"></use></svg>').split('; ');
  const plain = createDocumentPolicy('<svg><use href="#road"></use></svg>').split('; ');
  expect(drawing.filter((directive) => !plain.includes(directive))).toEqual([
    // Images, fonts and the manifest use this default, too.
    "default-src 'self'",
    "frame-src 'none'",
    "media-src 'none'",
    "object-src 'none'",
  ]);
  expect(plain).toContain("default-src 'none'");
});

test.each(['http://localhost:8080', undefined])('a site at %s sends no HSTS', (siteUrl) => {
  expect(createCommonHeaders(siteUrl)).not.toHaveProperty('Strict-Transport-Security');
});

test('static hosts send the same headers', () => {
  const written = readFileSync(join(cwd, 'build/site/_headers'), 'utf8');
  const general = { ...everywhere, 'content-security-policy': "base-uri 'none'; frame-ancestors 'none'" };
  const lines = Object.entries(general).map(([name, value]) => `  ${name}: ${value}\n`);
  expect(written.toLowerCase()).toContain(`/*\n${lines.join('')}`.toLowerCase());
  for (const page of ['/', '/about', '/es/', '/es/about']) {
    const rule = `\n${page}\n  Cache-Control: no-cache\n  Content-Security-Policy: ${tinyPagePolicy}\n`;
    expect(written).toContain(rule);
  }
  const life = 'public, max-age=31536000, immutable';
  expect(written).toContain(
    `/_astro/*\n  Cache-Control: ${life}\n  Content-Security-Policy: ${filePolicy}\n`,
  );
});
