import { defineConfig } from '@playwright/test';
import { defaultLanguage } from './content/languages.ts';
import { ensureBrowser } from './scripts/programs.mjs';
import { testTimeLimits } from './scripts/time-limits.mjs';
import type { Options } from './tests/browser/fixtures.ts';
import { type FontSet, withFonts } from './tests/support/environment.ts';
import { otherLanguage } from './tests/support/example-facts.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 800 } };

/**
 * npm run test:all runs all tests in the first project. Where language, width, or color scheme matter, the tag adds the
 * second.
 */
export default defineConfig<Options>({
  testDir: 'tests/browser',
  outputDir: 'build/test-results',
  globalSetup: './tests/support/memory-folder.ts',
  fullyParallel: true,
  forbidOnly: true,
  // For two cores: the unit tests end first.
  workers: 2,
  reporter: [['list', { printSteps: false }]],
  timeout: testTimeLimits.test,
  expect: { timeout: testTimeLimits.awaited },
  use: {
    actionTimeout: testTimeLimits.awaited,
    navigationTimeout: testTimeLimits.awaited,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    deviceScaleFactor: 1,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    ...(await configureChromium('liberation-sans')),
  },
  projects: [
    { name: `phone, ${defaultLanguage}`, use: { ...phone, language: defaultLanguage } },
    // The other language, width, and color scheme together: finds errors in any with half the runs.
    {
      name: `desktop, ${otherLanguage}`,
      use: { ...desktop, language: otherLanguage, colorScheme: 'dark' },
      grep: /@desktop/,
    },
  ],
});

async function configureChromium(fonts: FontSet) {
  return {
    launchOptions: {
      executablePath: await ensureBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        // Letters are as wide as on phones and on Windows: Linux alone rounds them to whole pixels at a scale of 1.
        '--force-device-scale-factor=2',
        // Chromium doesn't draw the pages, because no test looks at a picture of them. Saves a seventh of each load.
        '--force-gpu-mem-available-mb=1',
      ],
      env: { ...process.env, ...withFonts(fonts) },
    },
  };
}
