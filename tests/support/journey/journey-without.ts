import { defaultLanguage } from '../../../content/languages.ts';
import type { launchPresentChromium } from '../engines/chromium.ts';
import { startProxy } from '../flaky-proxy.ts';
import type { Site } from '../start-site.ts';
import type { MissingFeature } from './missing-features.ts';
import { takeJourney } from './take-journey.ts';

type PresentChromium = Awaited<ReturnType<typeof launchPresentChromium>>;

/** Takes the journey in the current Chromium without one feature. Returns a sentence for each fault. */
export async function journeyWithout(
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
