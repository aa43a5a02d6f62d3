import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { contactPath } from '../../contract/contact-fields.ts';
import { createCommonHeaders, createDocumentPolicy } from '../../server/http/headers.ts';
import { createExampleForm, exampleRequest } from '../support/example-request.ts';
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
const createPolicy = (script = '', style = '') =>
  "default-src 'none'; img-src 'self'; font-src 'self'; manifest-src 'self'; " +
  `script-src 'self'${script}; style-src 'self'${style}; ` +
  "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; " +
  "require-trusted-types-for 'script'; trusted-types 'none'";
const tinyPagePolicy = createPolicy(
  " 'sha256-kV4KLN/SlJBXmM2fEvj90MucKGxL4rgfWyb0u/hwTNI='",
  " 'sha256-IAdwN3biDCQ3brrgp1m8kBEsPQYyqfREKOEfeoREopc='",
);

const ask = (path: string, init: RequestInit = {}) =>
  fetch(server.url + path, { redirect: 'manual', ...init });
const post = (body: BodyInit) => ask(contactPath, { method: 'POST', body });

test.each<{ what: string; status: number; send: () => Promise<Response>; policy: string }>([
  { what: 'a page', status: 200, send: () => ask('/'), policy: tinyPagePolicy },
  { what: 'an unknown path', status: 404, send: () => ask('/nowhere'), policy: tinyPagePolicy },
  { what: 'a redirect', status: 308, send: () => ask('/about/'), policy: filePolicy },
  { what: 'a file', status: 200, send: () => ask('/_astro/a.Hash1234.js'), policy: filePolicy },
  { what: 'the state of the server', status: 200, send: () => ask('/healthz'), policy: filePolicy },
  {
    what: 'a page that is posted to',
    status: 405,
    send: () => ask('/', { method: 'POST' }),
    policy: filePolicy,
  },
  {
    what: 'a preflight',
    status: 204,
    send: () => ask(contactPath, { method: 'OPTIONS' }),
    policy: filePolicy,
  },
  { what: 'an accepted request', status: 200, send: () => server.post(exampleRequest), policy: filePolicy },
  {
    what: 'an accepted form',
    status: 303,
    send: () => post(createExampleForm({ message: 'headers' })),
    policy: filePolicy,
  },
  { what: 'a rejected request', status: 422, send: () => server.post({}), policy: filePolicy },
  {
    what: 'a rejected form',
    status: 422,
    send: () => post(createExampleForm({ email: 'x' })),
    policy: createPolicy(),
  },
])(
  '$what ($status) has all common headers, no cookies, and no software names',
  async ({ status, send, policy }) => {
    const answer = await send();
    const headers = Object.fromEntries(answer.headers);
    expect(answer.status).toBe(status);
    expect(headers).toMatchObject({ ...everywhere, 'content-security-policy': policy });
    for (const name of ['server', 'x-powered-by', 'set-cookie']) {
      expect(headers).not.toHaveProperty(name);
    }
  },
);

const lengths = 'Content-Length: 1\r\nTransfer-Encoding: chunked';

test.each([
  { what: 'text that is not HTTP', bytes: 'nonsense\r\n\r\n', status: 400 },
  { what: 'an invalid Host', bytes: 'GET / HTTP/1.1\r\nHost: a b\r\n\r\n', status: 400 },
  { what: 'two Hosts', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n', status: 400 },
  { what: 'an unknown expectation', bytes: 'GET / HTTP/1.1\r\nHost: a\r\nExpect: more\r\n\r\n', status: 417 },
  { what: 'an invalid address', bytes: 'GET http://[ HTTP/1.1\r\nHost: a\r\n\r\n', status: 400 },
  { what: 'two lengths', bytes: `POST / HTTP/1.1\r\nHost: a\r\n${lengths}\r\n\r\n`, status: 400 },
  {
    what: 'headers over 16 KiB',
    bytes: `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(17 * 1024)}\r\n\r\n`,
    status: 431,
  },
])(
  '$what gets a fallback response with all common headers and the phone number',
  async ({ bytes, status }) => {
    const answer = await exchangeRaw(server.url, bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    for (const [name, value] of Object.entries({ ...everywhere, 'content-security-policy': filePolicy })) {
      expect(answer.toLowerCase()).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`);
    }
    expect(answer).toContain(formatPhone(business.phone));
  },
);

const formatHash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const foreignForm = '<form method="post" action="https://abc.example/functions/v1/send?lang=es" class="x">';

test.each([
  { directive: 'script-src', html: '<script>a\n</script>', more: ` ${formatHash('a\n')}` },
  { directive: 'script-src', html: '<script type="module">b</script>', more: ` ${formatHash('b')}` },
  {
    directive: 'script-src',
    html: '<script type="speculationrules">{"d":1}</script>',
    more: ` ${formatHash('{"d":1}')}`,
  },
  { directive: 'script-src', html: '<script type="module" src="/a.js"></script>', more: '' },
  { directive: 'script-src', html: '<script type="application/ld+json">{}</script>', more: '' },
  {
    directive: 'style-src',
    html: '<style>p{}</style><style media="print">p{}</style>',
    more: ` ${formatHash('p{}')}`,
  },
  { directive: 'form-action', html: foreignForm + foreignForm, more: ' https://abc.example' },
  { directive: 'connect-src', html: foreignForm, more: ' https://abc.example' },
  {
    directive: 'connect-src',
    html: '<link rel="dns-prefetch" href="https://abc.example" crossorigin>',
    more: ' https://abc.example',
  },
  { directive: 'form-action', html: '<form action="/functions/v1/send">', more: '' },
])(
  "the policy's $directive for $html allows 'self' and the document's needs",
  ({ directive, html, more }) => {
    expect(createDocumentPolicy(html).split('; ')).toContain(`${directive} 'self'${more}`);
  },
);

test("the policy lets Firefox 115 fetch a document's drawings, but nothing else", () => {
  const drawing = createDocumentPolicy('<svg><use href="/sprite.svg#road"></use></svg>').split('; ');
  const plain = createDocumentPolicy('<svg><use href="#road"></use></svg>').split('; ');
  expect(drawing.filter((directive) => !plain.includes(directive))).toEqual([
    // Images, fonts, and the manifest use this default, too.
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
