import { defineConfig } from '@playwright/test';
import { type Language, languages } from './content/languages.ts';
import { findBrowser } from './scripts/browser.mjs';
import type { Options } from './tests/browser/fixtures.ts';

export default defineConfig<Options>({
  testDir: 'tests/browser',
  outputDir: 'build/test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: [['list', { printSteps: false }]],
  timeout: 30_000,
  use: {
    reducedMotion: 'reduce',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: await findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    },
  },
  projects: (Object.keys(languages) as Language[]).flatMap((language) => [
    { name: `phone, ${language}`, use: { language, viewport: { width: 360, height: 740 }, hasTouch: true } },
    { name: `desktop, ${language}`, use: { language, viewport: { width: 1280, height: 800 } } },
  ]),
});
