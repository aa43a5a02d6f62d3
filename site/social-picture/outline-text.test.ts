import { expect, test } from 'vitest';
import { textOutliner } from './outline-text.ts';

test('draws every letter of a name, those of a second font file too', async () => {
  const outline = await textOutliner('Dvořák');
  const glyphs = outline('Dvořák', 36).path.match(/ d="[^"]{20,}"/g) ?? [];
  expect(glyphs).toHaveLength(6);
  // A font draws what it lacks as the same box.
  expect(new Set(glyphs).size).toBe(6);
  expect(outline('Dvořák', 36).width).toBeGreaterThan(outline('Dvoák', 36).width);
});
