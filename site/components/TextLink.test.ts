import { expect, test } from 'vitest';
import { linkText } from './TextLink.tsx';

/** Windows opens no longer link. */
const longestLink = 2_083;

test.each([
  ['a short text', 'Name: Ana\nMessage: It stalled.'],
  ['a long one', 'x'.repeat(5_000)],
  ['a long one in another script', 'دخان أبيض '.repeat(500)],
  ['half a character', `cut \ud83d off ${'🚛'.repeat(1_000)}`],
])('a link opens with %s', (_, text) => {
  const link = linkText(text);
  expect(link.length).toBeLessThan(longestLink - 100);
  const decoded = decodeURIComponent(link);
  const isWhole = !decoded.endsWith('…');
  expect(text.toWellFormed().startsWith(isWhole ? decoded : decoded.slice(0, -1))).toBe(true);
  expect(isWhole).toBe(text.length < 100);
});
