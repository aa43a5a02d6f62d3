import { expect, test } from 'vitest';
import { pagesWithFigures } from './figures.ts';

test.each(pagesWithFigures())('docs/$page has the figures that were recorded', ({ text, wanted }) => {
  expect(text).toBe(wanted);
});
