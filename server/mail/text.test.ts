import { expect, test } from 'vitest';
import { counted, delay, stripControlCharacters } from './text.ts';

test.each([
  ['a text that would run backwards', 'pay \u202e0001\u202c', 'pay 0001'],
  ['isolates', '\u2066a\u2067b\u2068c\u2069', 'abc'],
  ['marks', 'a\u200eb\u200fc\u061cd', 'abcd'],
  ['embeddings', '\u202aa\u202bb\u202d', 'ab'],
  ['controls', 'a\u0000b\u001bc\u007fd\u0085e', 'abcde'],
  ['lines that nobody typed', 'Ana\u2028tel:911\u2029', 'Anatel:911'],
])('takes out %s', (_, text, seen) => {
  expect(stripControlCharacters(text)).toBe(seen);
});

test('letters, tabs and line ends stay', () => {
  const text = 'José\tÑandú\n王 مرحبا 🚛';
  expect(stripControlCharacters(text)).toBe(text);
});

const noon = new Date('2026-11-30T12:00:00Z');

test.each([
  [0, undefined],
  [14.9, undefined],
  [15, '15 min'],
  [59.9, '59 min'],
  [60, '1 h'],
  [47 * 60 + 59, '47 h'],
  [48 * 60, '2 d'],
])('says after %d minutes that it is late by %s', (minutes, said) => {
  expect(delay(noon, new Date(noon.getTime() + minutes * 60_000))).toBe(said);
});

test('counts one thing in the singular, all else in the plural', () => {
  const words = { one: 'request', other: 'requests' };
  expect([0, 1, 2, 1_200].map((count) => counted(count, words))).toEqual([
    '0 requests',
    '1 request',
    '2 requests',
    '1,200 requests',
  ]);
});
