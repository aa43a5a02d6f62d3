import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchPresentChromium } from '../support/engines/chromium.ts';
import { journeyWithout } from '../support/journey/journey-without.ts';
import { missingFeatures } from '../support/journey/missing-features.ts';
import { type Site, startSite } from '../support/start-site.ts';

let site: Site;
let chromium: Awaited<ReturnType<typeof launchPresentChromium>>;

beforeAll(async () => {
  site = await startSite();
  chromium = await launchPresentChromium();
});

afterAll(async () => {
  await chromium.stop();
  await site.stop();
});

// tests/missing-features.test.ts tests the risky features.
test.each(missingFeatures.filter(({ isRisky }) => !isRisky))(
  'without $name, a visitor sends one request and sees a confirmation',
  async (feature) => expect(await journeyWithout(feature, site, chromium)).toEqual([]),
);
