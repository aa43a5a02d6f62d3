import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fieldNames, fieldOf } from './contact-fields.ts';
import { readContactRequest, schemaOf } from './contact-request.ts';

const sent = {
  ...Object.fromEntries(fieldNames.map((name) => [name, ''])),
  name: 'Ana Lucía Ortega',
  phone: '713 555 0199 ext. 4',
  email: 'ana@ortega-hauling.example',
  service: 'emergency',
  message: 'Lost power on I-45.\nCab smells of fuel.',
};

test('accepts a valid request unchanged', () => {
  expect(readContactRequest(sent)).toEqual({ request: sent });
});

test('trims, and normalizes line breaks to LF', () => {
  const message = '  first\r\nsecond\n ';
  expect(readContactRequest({ ...sent, name: ' Ana ', message })).toEqual({
    request: { ...sent, name: 'Ana', message: 'first\nsecond' },
  });
});

test('drops unknown keys', () => {
  expect(readContactRequest({ ...sent, admin: true, website: 'spam' })).toEqual({ request: sent });
});

test('accepts any phone that is not blank', () => {
  for (const phone of ['911', '+52 81 1234 5678', 'ask for Bob', '٠١٢٣٤٥']) {
    expect(readContactRequest({ ...sent, phone })).toHaveProperty('request.phone', phone);
  }
});

test.each(
  fieldNames.flatMap((field) => {
    const { limit } = fieldOf(field);
    return limit === undefined ? [] : [{ field, limit }];
  }),
)('takes a $field of $limit characters and no more', ({ field, limit }) => {
  const end = field === 'email' ? '@ab.example' : '';
  const ofLength = (length: number) => 'a'.repeat(length - end.length) + end;
  expect(readContactRequest({ ...sent, [field]: ofLength(limit) })).toHaveProperty('request');
  expect(readContactRequest({ ...sent, [field]: ofLength(limit + 1) })).toEqual({
    problems: { [field]: 'tooLong' },
  });
});

test.each([
  ['missing', undefined],
  ['missing', null],
  ['missing', ''],
  ['missing', ' \t\n '],
  ['missing', 7],
  ['missing', ['a']],
  ['missing', { toString: () => 'a' }],
])('reports every required field as %s when it is %j', (problem, value) => {
  for (const field of fieldNames.filter((name) => fieldOf(name).required)) {
    expect(readContactRequest({ ...sent, [field]: value })).toEqual({ problems: { [field]: problem } });
  }
});

test.each([
  ['name', 'Ana\r\nBcc: all@example.com'],
  ['name', 'Ana\u0000Ortega'],
  ['phone', '713\u001b555'],
  ['email', 'ana'],
  ['email', 'ana@'],
  ['email', 'ana@a b.example'],
  ['email', 'ana@example.com, bob@example.com'],
  ['service', 'Emergency'],
  ['service', 'mobile'],
])('reports a %s of %j as malformed', (field, value) => {
  expect(readContactRequest({ ...sent, [field]: value })).toEqual({ problems: { [field]: 'malformed' } });
});

test.each([
  ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
  ['bidirectional controls', '\u202e\u2066\u2069'],
  ['a Hangul filler', '\u3164'],
  ['blank braille', '\u2800\u2800'],
  ['combining marks alone', '\u0301\ufe0f'],
  ['tags', '\u{e0041}\u{e007f}'],
  ['a soft hyphen', '\u00ad'],
])('reports an invisible name or message of %s as missing', (_, blank) => {
  for (const field of ['name', 'phone', 'message']) {
    expect(readContactRequest({ ...sent, [field]: ` ${blank} ` })).toEqual({
      problems: { [field]: 'missing' },
    });
  }
});

test.each(['👍', '你', 'ه', '?', '1', '\u00e9', 'e\u0301'])(
  'a message of %s counts as visible',
  (message) => {
    expect(readContactRequest({ ...sent, message })).toHaveProperty('request.message', message);
  },
);

test('strips NUL from a message', () => {
  expect(readContactRequest({ ...sent, message: 'a\0b\0' })).toHaveProperty('request.message', 'ab');
});

test('replaces a lone surrogate', () => {
  expect(readContactRequest({ ...sent, message: 'cut \ud83d off' })).toHaveProperty(
    'request.message',
    'cut \ufffd off',
  );
});

test('reports every invalid field', () => {
  expect(readContactRequest({})).toEqual({
    problems: { name: 'missing', phone: 'missing', email: 'missing', service: 'missing', message: 'missing' },
  });
});

const unitNumber = schemaOf({ control: 'input', type: 'text', required: false, limit: 20, mail: 'line' });

test.each([undefined, null, '', '  '])(
  'an optional field may be %j, and is then an empty string',
  (value) => {
    expect(v.parse(v.object({ unit: unitNumber }), value === undefined ? {} : { unit: value })).toEqual({
      unit: '',
    });
  },
);

test('validates an optional field that is filled in', () => {
  expect(v.parse(unitNumber, ' 4711 ')).toBe('4711');
  expect(v.safeParse(unitNumber, 'x'.repeat(21)).issues?.[0].message).toBe('tooLong');
  expect(v.safeParse(unitNumber, 'a\nb').issues?.[0].message).toBe('malformed');
  expect(v.safeParse(unitNumber, 4711).issues?.[0].message).toBe('malformed');
});
