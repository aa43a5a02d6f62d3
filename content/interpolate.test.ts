import { expect, test } from 'vitest';
import { interpolate } from './interpolate.ts';

test('fills every name of a sentence', () => {
  expect(interpolate('{a} and {b} and {a}', { a: 1, b: 'two' })).toBe('1 and two and 1');
});

test('does not let a sentence with a hole pass', () => {
  expect(() => interpolate('Call {phone}', {})).toThrow('"Call {phone}" asks for {phone}');
});

test('does not fill what a value brings with it', () => {
  expect(interpolate('{a}', { a: '{b} $&' })).toBe('{b} $&');
});
