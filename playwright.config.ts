import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';
import type { Options } from './tests/browser/fixtures.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 800 } };

/**
 * A test runs in the first two projects. Tagged `@once`, what it shows is the same in every language and at
 * every width: it runs in the first alone.
 */
export default defineConfig<Options>({
  testDir: 'tests/browser',
  outputDir: 'build/test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: [['list', { printSteps: false }]],
  timeout: 30_000,
  // CI shares its machine, which may stall for seconds. What passes only the second time is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  use: {
    reducedMotion: 'reduce',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: await findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    },
  },
  projects: [
    { name: 'phone, en', use: { ...phone, language: 'en' } },
    // The other language and the other width at once: a fault of either shows, in half the tests of all pairs.
    {
      name: 'desktop, es',
      use: { ...desktop, language: 'es' },
      grepInvert: /@once/,
      testIgnore: /(gallery|honeypot|toasts)\.spec\.ts/,
    },
    // What Spanish, the longer language, does not show of English.
    { name: 'desktop, en', use: { ...desktop, language: 'en' }, grep: /@every-language/ },
  ],
});
