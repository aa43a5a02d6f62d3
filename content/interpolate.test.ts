import { expect, test } from 'vitest';
import { interpolate } from './interpolate.ts';

test('replaces every placeholder in a sentence', () => {
  expect(interpolate('{a} and {b} and {a}', { a: 1, b: 'two' })).toBe('1 and two and 1');
});

test('throws on a placeholder without a value', () => {
  expect(() => interpolate('Call {phone}', {})).toThrow('"Call {phone}" asks for {phone}');
});

test('does not replace placeholders inside values', () => {
  expect(interpolate('{a}', { a: '{b} $&' })).toBe('{b} $&');
});
