import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { commonHeaders, documentPolicy } from './headers.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
const directive = (html: string, name: string) =>
  documentPolicy(html)
    .split('; ')
    .find((part) => part.startsWith(name));

test.each([
  ['nothing inline', '<p>', ''],
  ['a plain script', '<script>a\n</script>', ` ${hashOf('a\n')}`],
  ['a module', '<script type="module">b</script>', ` ${hashOf('b')}`],
  ['a script with data on it', '<script data-src="x">c</script>', ` ${hashOf('c')}`],
  ['rules for the browser', '<script type="speculationrules">{"d":1}</script>', ` ${hashOf('{"d":1}')}`],
  ['a file', '<script type="module" src="/a.js"></script>', ''],
  ['data', '<script type="application/ld+json">{}</script>', ''],
])('a document with %s allows its own scripts, inline ones by hash', (_, html, hashes) => {
  expect(directive(html, 'script-src')).toBe(`script-src 'self'${hashes}`);
});

test('the same style twice is listed once', () => {
  const html = '<style>p{}</style><style media="print">p{}</style><style>q{}</style>';
  expect(directive(html, 'style-src')).toBe(`style-src 'self' ${hashOf('p{}')} ${hashOf('q{}')}`);
});

test('a form that posts to another origin adds that origin, once and without its path', () => {
  const form = '<form method="post" action="https://abc.example/functions/v1/send?lang=es" class="x">';
  expect(directive(form + form, 'form-action')).toBe("form-action 'self' https://abc.example");
  expect(directive(form, 'connect-src')).toBe("connect-src 'self' https://abc.example");
  expect(directive('<form action="/functions/v1/send">', 'form-action')).toBe("form-action 'self'");
});

test.each(['http://localhost:8080', undefined])('a site at %s sends no HSTS', (siteUrl) => {
  expect(commonHeaders(siteUrl)).not.toHaveProperty('Strict-Transport-Security');
});
