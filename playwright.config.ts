import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';
import { limits } from './scripts/time-limits.mjs';
import type { Options } from './tests/browser/fixtures.ts';
import { type FontSet, withFonts } from './tests/support/fonts.ts';
import './tests/support/surroundings.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const desktop = { viewport: { width: 1280, height: 800 } };

/**
 * Tests run in the first two projects. Those tagged `@once` do not depend on language or width and run only
 * in the first.
 */
export default defineConfig<Options>({
  testDir: 'tests/browser',
  outputDir: 'build/test-results',
  globalSetup: './tests/support/temporary-folders.ts',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: [['list', { printSteps: false }]],
  timeout: limits.test,
  expect: { timeout: limits.awaited },
  use: {
    actionTimeout: limits.awaited,
    navigationTimeout: limits.awaited,
    reducedMotion: 'reduce',
    colorScheme: 'light',
    deviceScaleFactor: 1,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    ...(await chromiumWith('liberation-sans')),
  },
  projects: [
    { name: 'phone, en', use: { ...phone, language: 'en' } },
    // The other language and width together: catches errors in either with half the test runs.
    {
      name: 'desktop, es',
      use: { ...desktop, language: 'es' },
      grepInvert: /@once/,
      testIgnore: /(gallery|honeypot|toasts)\.spec\.ts/,
    },
    // Only tests where English may fail although Spanish, the longer language, passes.
    { name: 'desktop, en', use: { ...desktop, language: 'en' }, grep: /@every-language/ },
    // What the page is set in until its own font has arrived, on an Android and on a bare Linux.
    {
      name: 'Roboto',
      use: { ...desktop, language: 'es', ...(await chromiumWith('roboto')) },
      grep: /@every-font/,
    },
    {
      name: 'DejaVu',
      use: { ...desktop, language: 'es', ...(await chromiumWith('dejavu-sans')) },
      grep: /@every-font/,
    },
  ],
});

async function chromiumWith(fonts: FontSet) {
  return {
    fonts,
    launchOptions: {
      executablePath: await findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        // Letters are as wide as on phones and on Windows: Linux alone rounds them to whole pixels at a scale of 1.
        '--force-device-scale-factor=2',
      ],
      env: { ...process.env, ...withFonts(fonts) },
    },
  };
}
