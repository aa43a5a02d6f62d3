import { expect, test } from 'vitest';
import { delay, pluralize, stripControlCharacters } from './text.ts';

test.each([
  ['right-to-left overrides', 'pay \u202e0001\u202c', 'pay 0001'],
  ['directional isolates', '\u2066a\u2067b\u2068c\u2069', 'abc'],
  ['directional marks', 'a\u200eb\u200fc\u061cd', 'abcd'],
  ['directional embeddings', '\u202aa\u202bb\u202d', 'ab'],
  ['control characters', 'a\u0000b\u001bc\u007fd\u0085e', 'abcde'],
  ['line and paragraph separators', 'Ana\u2028tel:911\u2029', 'Anatel:911'],
  ['zero-width characters', 'A\u200bn\u2060a\ufeff', 'Ana'],
  ['soft hyphens and fillers', 'A\u00adn\u3164a\u2800', 'Ana'],
  ['a joiner that joins no emoji', 'A\u200dna', 'Ana'],
  ['tags', 'Ana\u{e0041}\u{e007f}', 'Ana'],
])('removes %s', (_, text, seen) => {
  expect(stripControlCharacters(text)).toBe(seen);
});

test('preserves letters, tabs, newlines and emoji', () => {
  const text = 'José\tÑandú\n王 مرحبا 🚛 👨‍🔧 👩🏽‍🔧 ❤️';
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
])('after %d minutes the delay is %s', (minutes, said) => {
  expect(delay(noon, new Date(noon.getTime() + minutes * 60_000))).toBe(said);
});

test('uses the singular for one, the plural otherwise', () => {
  const words = { one: 'request', other: 'requests' };
  expect([0, 1, 2, 1_200].map((count) => pluralize(count, words))).toEqual([
    '0 requests',
    '1 request',
    '2 requests',
    '1,200 requests',
  ]);
});
