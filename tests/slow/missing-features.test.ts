import { expect, test } from 'vitest';
import { prepareJourneys } from '../support/journey/journey-without.ts';
import { missingFeatures } from '../support/journey/missing-features.ts';

const journeyWithout = prepareJourneys();

// tests/missing-features.test.ts tests the risky features.
test.each(missingFeatures.filter(({ isRisky }) => !isRisky))(
  'without $name, a visitor sends one request and sees a confirmation',
  async (feature) => expect(await journeyWithout(feature)).toEqual([]),
);
