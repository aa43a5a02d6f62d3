import { expect, test } from 'vitest';
import { chooseEncoding } from './choose-encoding.ts';

const all = new Set(['br', 'gzip', 'identity'] as const);

test.each([
  ['br, gzip', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.9', 'gzip'],
  ['gzip; q=0.2, br; q=0.2', 'br'],
  ['*', 'br'],
  ['*;q=0.5, br;q=0', 'gzip'],
  ['identity, gzip;q=0.5', 'identity'],
  ['gzip;q=0', 'identity'],
  ['identity;q=0, gzip', 'gzip'],
  ['deflate', 'identity'],
  ['br;q=nonsense', 'br'],
  ['', 'identity'],
  [undefined, 'identity'],
  ['*;q=0', 'identity'],
])('of all encodings, "%s" gets %s', (accepted, chosen) => {
  expect(chooseEncoding(accepted, all)).toBe(chosen);
});

test('sends identity when the client rules out everything', () => {
  expect(chooseEncoding('identity;q=0, *;q=0', all)).toBe('identity');
  expect(chooseEncoding('br;q=0, gzip;q=0', new Set(['br', 'gzip'] as const))).toBe('identity');
});

test('never chooses an encoding that does not exist', () => {
  expect(chooseEncoding('br, gzip', new Set(['identity'] as const))).toBe('identity');
});
