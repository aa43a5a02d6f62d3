import { expect, test } from 'vitest';
import { limits } from './contact-fields.ts';
import { readContactRequest } from './contact-request.ts';

const sent = {
  name: 'Ana Lucía Ortega',
  phone: '713 555 0199 ext. 4',
  email: 'ana@ortega-hauling.example',
  service: 'emergency',
  message: 'Lost power on I-45.\nCab smells of fuel.',
};

test('takes a request as it is', () => {
  expect(readContactRequest(sent)).toEqual({ request: sent });
});

test('trims, and makes every line end LF', () => {
  const message = '  first\r\nsecond\n ';
  expect(readContactRequest({ ...sent, name: ' Ana ', message })).toEqual({
    request: { ...sent, name: 'Ana', message: 'first\nsecond' },
  });
});

test('drops keys it does not know', () => {
  expect(readContactRequest({ ...sent, admin: true, website: 'spam' })).toEqual({ request: sent });
});

test('takes any phone that is not blank', () => {
  for (const phone of ['911', '+52 81 1234 5678', 'ask for Bob', '٠١٢٣٤٥']) {
    expect(readContactRequest({ ...sent, phone })).toHaveProperty('request.phone', phone);
  }
});

test.each(Object.entries(limits))('takes a %s of %i characters and no more', (field, limit) => {
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
])('calls every field %s when it is %j', (problem, value) => {
  for (const field of Object.keys(sent)) {
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
])('calls a %s of %j malformed', (field, value) => {
  expect(readContactRequest({ ...sent, [field]: value })).toEqual({ problems: { [field]: 'malformed' } });
});

test('names every field that fails', () => {
  expect(readContactRequest({})).toEqual({
    problems: { name: 'missing', phone: 'missing', email: 'missing', service: 'missing', message: 'missing' },
  });
});
