import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { groups } from './mutants.ts';

test("each mutant's text occurs once in its file", () => {
  const stale = Object.values(groups)
    .flatMap(({ mutants }) => mutants)
    .filter(({ file, from }) => readFileSync(file, 'utf8').split(from).length !== 2)
    .map(({ file, from }) => `${file} does not hold this once: ${from}`);
  expect(stale).toEqual([]);
});
