import { findFullChromium } from '../../scripts/programs.mjs';
import { testBack } from './back.ts';
import { test } from './fixtures.ts';

// Pages are kept for Back in visitors' browsers, but not in the shell, and Playwright prevents it elsewhere.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      executablePath: await findFullChromium(),
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
});

// Only in npm run test:all: that browser takes long to install.
test.describe('a kept page @all', () => testBack(true));
