import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.mjs';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'build/test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  reporter: [['list', { printSteps: false }]],
  timeout: 30_000,
  use: {
    locale: 'en-US',
    reducedMotion: 'reduce',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: await findBrowser(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
    },
  },
  projects: [
    { name: 'phone', use: { viewport: { width: 360, height: 740 }, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
  ],
});
