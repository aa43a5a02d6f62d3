import { ensureFullChromium } from '../../scripts/programs.mjs';
import { testBack } from './back.ts';
import { test } from './fixtures.ts';

// Visitors' browsers keep pages in a cache for Back. The headless shell has no such cache, and Playwright turns it
// off in other browsers.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      executablePath: await ensureFullChromium(),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
});

// Only npm run test:all runs these tests, because the full Chromium takes long to install.
test.describe('with pages from the back/forward cache @all', () => testBack(true));
