import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { campaignBugs } from './bugs.ts';

const root = join(import.meta.dirname, '../..');

test.each(campaignBugs)('the source text for "$breaks" occurs exactly once', ({ change: [file, from] }) => {
  expect(readFileSync(join(root, file), 'utf8').split(from)).toHaveLength(2);
});
