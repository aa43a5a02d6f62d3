import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { exampleRequest } from '../tests/support/example-request.ts';
import { emailAddress, fieldNames, getField, normalizeValue } from './contact-fields.ts';
import { createFieldSchema, parseContactRequest } from './contact-request.ts';

const sent = {
  ...exampleRequest,
  name: 'Ana Lucía Ortega',
  phone: '713 555 0199 ext. 4',
  email: 'ana@ortega-hauling.example',
  service: 'emergency',
  message: 'Lost power on I-45.\nCab smells of fuel.',
};

const unseen = [
  ...' \u00a0\ufeff\u2060\u200b\u200f\u202a\u202e\u2069\u00ad\u180e\u3164\u2800\ufffb\ufffc\u{e0020}',
];

test.each([
  { name: 'phone', value: '911', read: '911' },
  { name: 'phone', value: '٠١٢٣٤٥', read: '٠١٢٣٤٥' },
  ...unseen.map((character) => ({ name: 'name', value: `${character}Ana${character}`, read: 'Ana' })),
  { name: 'name', value: 'می\u200cخواهم', read: 'می\u200cخواهم' },
  { name: 'email', value: 'ana@exam\u00adple\u200b.c\ufffcom\u202c', read: 'ana@example.com' },
  { name: 'message', value: '  first\r\nsecond\n ', read: 'first\nsecond' },
  { name: 'message', value: 'a\0b\0', read: 'ab' },
  { name: 'message', value: 'cut \ud83d off', read: 'cut \ufffd off' },
  ...['👍', '你', 'ه', '?', 'e\u0301'].map((message) => ({ name: 'message', value: message, read: message })),
])('a $name is read as "$read"', ({ name, value, read }) => {
  expect(parseContactRequest({ ...sent, admin: true, [name]: value })).toEqual({
    request: { ...sent, [name]: read },
  });
});

test('older browsers normalize fields in the same way', () => {
  const typed = { message: '  cut \ud83d off\r\nnow ', name: '\u200b\ud83dAna\u00a0' };
  vi.spyOn(String.prototype, 'toWellFormed').mockImplementation(isMissing);
  vi.spyOn(String.prototype, 'replaceAll').mockImplementation(isMissing);
  vi.spyOn(Array.prototype, 'findLastIndex').mockImplementation(isMissing);
  const message = normalizeValue(getField('message'), typed.message);
  const name = normalizeValue(getField('name'), typed.name);
  vi.restoreAllMocks();
  expect(message).toBe('cut \ufffd off\nnow');
  expect(name).toBe('\ufffdAna');
});

const limits = [
  ['name', 'n'.repeat(100)],
  ['phone', '5'.repeat(40)],
  ['email', `${'e'.repeat(254 - '@ab.example'.length)}@ab.example`],
  ['message', 'm'.repeat(5_000)],
] as const;

test.each(limits)('a %s may be exactly as long as its limit', (name, longest) => {
  expect(parseContactRequest({ ...sent, [name]: longest })).toHaveProperty('request');
  expect(parseContactRequest({ ...sent, [name]: `e${longest}` })).toEqual({
    errorCodes: { [name]: 'tooLong' },
  });
});

// The last four values are zero-width characters, bidirectional controls, fillers with blank braille, and lone
// combining marks.
test.each([
  ...[undefined, null, '', ' \t\n ', 7, ['a'], { toString: () => 'a' }],
  ...['\u200b\u200c\u200d\u2060\ufeff', '\u202e\u2066\u2069', '\u3164\u2800', '\u0301\ufe0f'],
])('a required field with the value %j is missing', (value) => {
  const names = fieldNames.filter((name) => getField(name).required);
  const all = Object.fromEntries(names.map((name) => [name, value]));
  const errorCodes = Object.fromEntries(names.map((name) => [name, 'missing']));
  expect(parseContactRequest({ ...sent, ...all })).toEqual({ errorCodes });
});

test.each([
  ['name', 'Ana\r\nBcc: all@example.com'],
  ['name', 'Ana\u0000Ortega'],
  ['phone', '713\u001b555'],
  ['service', 'Emergency'],
])('a %s of %j is malformed', (field, value) => {
  expect(parseContactRequest({ ...sent, [field]: value })).toEqual({ errorCodes: { [field]: 'malformed' } });
});

test.each([
  'Ana Example <ana@example.com>',
  '"Example, Ana" <ana@example.com>;',
  'ana@example.com <ana@example.com>',
  '<ana@example.com>',
  '<mailto:ana@example.com>',
  'mailto:ana@example.com',
  'MAILTO:ana@example.com?subject=Truck&body=Hi.',
  '"ana@example.com"',
  '“ana@example.com”.',
  "'ana@example.com',",
  '(ana@example.com)',
  ...['.', ',', ';', ' .', '!\u2800', '),'].map((end) => `ana@example.com${end}`),
])('the address is extracted from %s', (email) => {
  expect(parseContactRequest({ ...sent, email })).toEqual({ request: { ...sent, email: 'ana@example.com' } });
});

test.each([
  'ana lopez@example.com',
  'Ana Example ana@example.com',
  '<ana@example.com> <bob@example.com>',
  'ana@example.com, Bob <bob@example.com>',
  'ana@example.com; bob@example.com',
  'Ana <ana>',
  'mailto:',
  '<>',
])('an ambiguous address is rejected: %s', (email) => {
  expect(parseContactRequest({ ...sent, email })).toHaveProperty('errorCodes.email');
});

test('extracting an address from any text takes less than 50 ms of CPU', () => {
  for (const part of ['<', '<>', '<a', 'a>', '.', '" ', 'mailto:', '?', '?.']) {
    for (const length of [980, 40_000]) {
      const email = `a${part.repeat(length / part.length)}b@example.com`;
      const start = process.cpuUsage();
      parseContactRequest({ ...sent, email });
      const { user, system } = process.cpuUsage(start);
      expect(user + system, part).toBeLessThan(50_000);
    }
  }
});

test.each([
  ["o'neil@example.com", true],
  ['Ana+Truck@Example.COM', true],
  ['ana@dieselespaña.example', true],
  ['josé@example.com', true],
  ['ana.@example.com', true],
  [`ana@${'a'.repeat(63)}.com`, true],
  [`ana@${'a'.repeat(64)}.com`, false],
  ['ana@a b.example', false],
  ['ana@my_shop.example.com', false],
  ['ana@example.com, bob@example.com', false],
])('browser and server agree on whether %s is an email address: %s', (email, isAddress) => {
  expect(emailAddress.test(email)).toBe(isAddress);
  const result = parseContactRequest({ ...sent, email });
  expect(result).toEqual(
    isAddress ? { request: { ...sent, email } } : { errorCodes: { email: 'malformed' } },
  );
});

test.each([
  [undefined, { output: '' }],
  ['  ', { output: '' }],
  [' 4711 ', { output: '4711' }],
  ['x'.repeat(21), { issues: [{ message: 'tooLong' }] }],
  [4711, { issues: [{ message: 'malformed' }] }],
])('an optional field is validated only if it is present: %j', (value, expected) => {
  const unit = createFieldSchema({
    control: 'input',
    type: 'text',
    required: false,
    limit: 20,
    mail: 'line',
  });
  expect(v.safeParse(unit, value, { abortPipeEarly: true })).toMatchObject(expected);
});

function isMissing(): never {
  throw new TypeError('is not a function');
}
