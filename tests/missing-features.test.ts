import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startsProcess } from '../scripts/time-limits.mjs';
import { prepareJourneys } from './support/journey/journey-without.ts';
import { missingFeatures } from './support/journey/missing-features.ts';

const journeyWithout = prepareJourneys();

test.each(missingFeatures.filter(({ change }) => change))(
  'removing $name changes a built file',
  ({ change }) => {
    const files = globSync('build/site/**/*.{html,css,js,svg}').map((file) => readFileSync(file, 'utf8'));
    expect(files.length).toBeGreaterThan(20);
    expect(files.some((text) => change?.(text) !== text)).toBe(true);
  },
);

// tests/slow/missing-features.test.ts tries the other features.
test.each(missingFeatures.filter(({ isRisky }) => isRisky))(
  'without $name, a visitor sends one request and sees a confirmation',
  startsProcess,
  async (feature) => expect(await journeyWithout(feature)).toEqual([]),
);
