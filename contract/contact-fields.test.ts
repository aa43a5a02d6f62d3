import { expect, test } from 'vitest';
import { contactFields, emailAddress, normalizedValue } from './contact-fields.ts';
import { readContactRequest } from './contact-request.ts';

const unseen = [
  '\u00a0',
  '\ufeff',
  '\u2060',
  '\u200b',
  '\u200f',
  '\u202a',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u00ad',
];

test.each(unseen)('a single line loses %j at its ends', (character) => {
  for (const field of [contactFields.name, contactFields.phone, contactFields.email]) {
    expect(normalizedValue(field, `${character} a@b.example${character}`)).toBe('a@b.example');
  }
});

test('a joiner within a name stays, and within an email address goes', () => {
  expect(normalizedValue(contactFields.name, 'می\u200cخواهم')).toBe('می\u200cخواهم');
  expect(normalizedValue(contactFields.email, 'ana@exam\u00adple\u200b.com')).toBe('ana@example.com');
});

test.each([
  'ana@example.com',
  'Ana+Truck@Example.COM',
  "o'neil.x-1@sub.example.co",
  'ana@dieselespaña.example',
  'ana@xn--dieselespaa-beb.example',
  'ana@camión-taller.example',
  'ana@почта.example',
  'ana.@example.com',
  `ana@${'a'.repeat(63)}.com`,
])('%s is an email address on both sides', (email) => {
  expect(emailAddress.test(email)).toBe(true);
  expect(readContactRequest({ email })).not.toHaveProperty('problems.email');
});

test.each([
  'ana',
  'ana@',
  '@example.com',
  'ana@a b.example',
  'ana@example.com.',
  'ana@-example.com',
  'ana@example-.com',
  'ana@my_shop.example.com',
  `ana@${'a'.repeat(64)}.com`,
  'ana@example.com, bob@example.com',
  'mailto:ana@example.com',
])('%s is none on either side', (email) => {
  expect(emailAddress.test(email)).toBe(false);
  expect(readContactRequest({ email })).toHaveProperty('problems.email', 'malformed');
});
