import { expect, test } from 'vitest';
import { encodeLinkText } from './TextMessageLink.tsx';

/** Windows doesn't open longer links. */
const maxLinkLength = 2_083;

test.each([
  ['a short text', 'Name: Ana\nMessage: It stalled.'],
  ['a long text', 'x'.repeat(5_000)],
  ['a long text in another script', 'دخان أبيض '.repeat(500)],
  ['half a character', `cut \ud83d off ${'🚛'.repeat(1_000)}`],
])('a link opens with %s', (_, text) => {
  const link = encodeLinkText(text);
  expect(link.length).toBeLessThan(maxLinkLength - 100);
  const decoded = decodeURIComponent(link);
  const isWhole = !decoded.endsWith('…');
  expect(text.toWellFormed().startsWith(isWhole ? decoded : decoded.slice(0, -1))).toBe(true);
  expect(isWhole).toBe(text.length < 100);
});
