import { expect, test } from 'vitest';
import { fillIn } from './fill-in.ts';

test('fills every name of a sentence', () => {
  expect(fillIn('{a} and {b} and {a}', { a: 1, b: 'two' })).toBe('1 and two and 1');
});

test('does not let a sentence with a hole pass', () => {
  expect(() => fillIn('Call {phone}', {})).toThrow('"Call {phone}" asks for {phone}');
});

test('does not fill what a value brings with it', () => {
  expect(fillIn('{a}', { a: '{b} $&' })).toBe('{b} $&');
});
