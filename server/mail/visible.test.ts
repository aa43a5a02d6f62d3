import { expect, test } from 'vitest';
import { visible } from './visible.ts';

test.each([
  ['a text that would run backwards', 'pay \u202e0001\u202c', 'pay 0001'],
  ['isolates', '\u2066a\u2067b\u2068c\u2069', 'abc'],
  ['marks', 'a\u200eb\u200fc\u061cd', 'abcd'],
  ['embeddings', '\u202aa\u202bb\u202d', 'ab'],
  ['controls', 'a\u0000b\u001bc\u007fd\u0085e', 'abcde'],
  ['lines that nobody typed', 'Ana\u2028tel:911\u2029', 'Anatel:911'],
])('%s are taken out', (_, text, seen) => {
  expect(visible(text)).toBe(seen);
});

test('letters, tabs and line ends stay', () => {
  const text = 'José\tÑandú\n王 مرحبا 🚛';
  expect(visible(text)).toBe(text);
});
