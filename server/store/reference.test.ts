import { expect, test } from 'vitest';
import { newReference } from './reference.ts';

test('a reference is six unambiguous characters', () => {
  const references = Array.from({ length: 1_000 }, newReference);
  expect(references.every((reference) => /^[2-9A-HJKMNP-Z]{6}$/.test(reference))).toBe(true);
  expect(new Set(references).size).toBe(1_000);
});
