import { expect, test } from 'vitest';
import { convertToHex } from './palette.ts';

test.each(['red', '#ff0000', 'rgb(255 0 0 / 100%)'])('converts the opaque color %s', (color) => {
  expect(convertToHex(color)).toBe('#ff0000');
});

test.each(['#ff000080', 'rgb(255 0 0 / 50%)', 'transparent', 'reed', ''])('refuses %s', (color) => {
  expect(convertToHex(color)).toBeUndefined();
});
