import { afterAll, beforeAll } from 'vitest';
import { defaultLanguage } from '../../../content/languages.ts';
import { launchPresentChromium } from '../engines/chromium.ts';
import { startProxy } from '../flaky-proxy.ts';
import { type Site, startSite } from '../start-site.ts';
import type { MissingFeature } from './missing-features.ts';
import { takeJourney } from './take-journey.ts';

type PresentChromium = Awaited<ReturnType<typeof launchPresentChromium>>;

/**
 * Starts the site and the current Chromium for the tests of a file. Returns a function that takes the journey without
 * one feature, and resolves with a sentence for each fault.
 */
export function prepareJourneys(): (feature: MissingFeature) => Promise<string[]> {
  let site: Site;
  let chromium: PresentChromium;

  beforeAll(async () => {
    site = await startSite();
    chromium = await launchPresentChromium();
  });

  afterAll(async () => {
    await chromium.stop();
    await site.stop();
  });

  return (feature) => journeyWithout(feature, site, chromium);
}

async function journeyWithout(
  { script, change }: MissingFeature,
  site: Site,
  chromium: PresentChromium,
): Promise<string[]> {
  const proxy = await startProxy(site.url, { change });
  const engine = await chromium.open({ script });
  try {
    return await takeJourney({
      engine,
      proxy,
      site,
      language: defaultLanguage,
      page: 'landing',
      hasScripts: true,
      // The script may leave the form to the browser.
      isFull: false,
    });
  } finally {
    await engine.stop();
    await proxy.stop();
  }
}
