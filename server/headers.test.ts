import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { crossOrigin, documentPolicy } from './headers.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (html: string, name: string) =>
  documentPolicy(html)
    .split('; ')
    .find((part) => part.startsWith(name));

test('a document without inline code may load only its own scripts and styles', () => {
  expect(directive('<p>', 'script-src')).toBe("script-src 'self'");
  expect(directive('<p>', 'style-src')).toBe("style-src 'self'");
});

test.each([
  ['a plain script', '<script>a\n</script>', 'a\n'],
  ['a module', '<script type="module">b</script>', 'b'],
  ['a script with data on it', '<script data-src="x">c</script>', 'c'],
  ['rules for the browser', '<script type="speculationrules">{"d":1}</script>', '{"d":1}'],
])('%s is allowed by its hash', (_, html, text) => {
  expect(directive(html, 'script-src')).toBe(`script-src 'self' ${hashOf(text)}`);
});

test.each([
  ['a file', '<script src="/a.js"></script>'],
  ['a module file', '<script type="module" src="/a.js"></script>'],
  ['data', '<script type="application/ld+json">{}</script>'],
])('%s needs no hash', (_, html) => {
  expect(directive(html, 'script-src')).toBe("script-src 'self'");
});

test('the same style twice is listed once', () => {
  const html = '<style>p{}</style><style media="print">p{}</style><style>q{}</style>';
  expect(directive(html, 'style-src')).toBe(`style-src 'self' ${hashOf('p{}')} ${hashOf('q{}')}`);
});

test('a form that posts to another origin adds that origin, once and without its path', () => {
  const form = '<form method="post" action="https://abc.example/functions/v1/send?lang=es" class="x">';
  expect(directive(form + form, 'form-action')).toBe("form-action 'self' https://abc.example");
  expect(directive(form, 'connect-src')).toBe("connect-src 'self' https://abc.example");
});

test('a form that posts to this site adds nothing', () => {
  expect(directive('<form action="/functions/v1/send">', 'form-action')).toBe("form-action 'self'");
});

function preflight(origin: string, asked: string) {
  const app = new Hono().use(crossOrigin(['https://shop.example'])).options('/', (c) => c.body(null, 204));
  const headers = { Origin: origin, 'Access-Control-Request-Headers': asked };
  return app.request('/', { method: 'OPTIONS', headers });
}

test.each([
  'authorization,apikey,content-type,x-client-info,idempotency-key',
  'traceparent,tracestate',
  'sentry-trace,baggage',
  'x-retry-count',
  'x-region',
])('a preflight of an allowed origin may ask for %s', async (asked) => {
  const { headers } = await preflight('https://shop.example', asked);
  expect(headers.get('Access-Control-Allow-Headers')).toBe(asked);
  expect(headers.get('Access-Control-Allow-Origin')).toBe('https://shop.example');
});

test('one of another origin gets nothing', async () => {
  const { headers } = await preflight('https://evil.example', 'traceparent');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
});
