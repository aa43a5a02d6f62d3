import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultLanguage, type Language } from '../../content/languages.ts';
import packageFile from '../../package.json' with { type: 'json' };
import {
  chromiumVersions,
  ensureOldChromium,
  ensureOldFirefox,
  ensureOldWebKit,
} from '../../scripts/old-browsers.mjs';
import type { PageName } from '../../site/routes.ts';
import { startChromium, startChromiumAt } from '../support/engines/chromium.ts';
import type { Engine, EngineOptions } from '../support/engines/engine.ts';
import { startFirefox, startFirefoxAt } from '../support/engines/firefox.ts';
import { startWebKit, startWpe } from '../support/engines/webkit.ts';
import { otherLanguage } from '../support/example-facts.ts';
import { startProxy } from '../support/flaky-proxy.ts';
import { takeJourney } from '../support/journey/take-journey.ts';
import { type Site, startSite } from '../support/start-site.ts';

type Start = (options: EngineOptions) => Promise<Engine>;

interface Row {
  name: string;
  /** Returns the function that starts the engine. Throws if the engine isn't available. */
  find: () => Start;
  /** Whether everything must work (docs/browsers.md). Otherwise, only the form must work. */
  isFull: boolean;
}

/** The oldest Chrome in which everything works. */
const [fullChrome] = packageFile.browserslist.full.flatMap(
  (browser) => browser.match(/(?<=^chrome )\d+/) ?? [],
);

const rows: Row[] = [
  ...chromiumVersions.map((version) => ({
    name: `Chromium ${version}`,
    find: (): Start => {
      const browser = ensureOldChromium(version);
      return (options) => startChromiumAt(browser, options);
    },
    isFull: version >= Number(fullChrome),
  })),
  {
    name: 'Firefox 115',
    find: () => {
      const browser = ensureOldFirefox();
      return (options) => startFirefoxAt(browser, options);
    },
    isFull: true,
  },
  {
    name: 'WPE WebKit 2.38 (Safari 16.0)',
    find: () => {
      const driver = ensureOldWebKit();
      return () => startWpe(driver);
    },
    isFull: false,
  },
  { name: 'the current Chromium', find: () => startChromium, isFull: true },
  { name: 'the current Firefox', find: () => startFirefox, isFull: true },
  { name: 'the current WebKitGTK', find: () => startWebKit, isFull: true },
];

const pages: [PageName, Language][] = [
  ['landing', defaultLanguage],
  ['landing', otherLanguage],
  ['about', defaultLanguage],
];
const journeys = pages.flatMap(([page, language]) =>
  [true, false].map((hasScripts) => ({
    page,
    language,
    hasScripts,
    mode: hasScripts ? 'with JavaScript' : 'without JavaScript',
  })),
);

let site: Site;

beforeAll(async () => {
  site = await startSite();
});

afterAll(() => site.stop());

describe.each(rows)('$name', ({ find, isFull }) => {
  let start: Start | undefined;
  let reason = '';

  beforeAll(() => {
    try {
      start = find();
    } catch (error) {
      reason = error instanceof Error ? error.message : `${error}`;
    }
  });

  test.for(journeys)('the $page page in $language works $mode', async (journey, { skip }) => {
    if (!start) {
      return skip(reason);
    }
    const proxy = await startProxy(site.url, journey);
    const engine = await start(journey);
    try {
      const options = { ...journey, engine, proxy, site, isFull: isFull && journey.hasScripts };
      expect(await takeJourney(options)).toEqual([]);
    } finally {
      await engine.stop();
      await proxy.stop();
    }
  });
});
