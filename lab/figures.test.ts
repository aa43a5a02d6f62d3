import { expect, test } from 'vitest';
import { pageWithFigures } from './figures.ts';

test('docs/reliability.md has the figures that the campaigns wrote', () => {
  const { text, wanted } = pageWithFigures();
  expect(text).toBe(wanted);
});
