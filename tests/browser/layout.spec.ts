import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

for (const width of [320, 360, 768, 1280]) {
  test(`no page scrolls sideways at ${width} px`, async ({ page, pathOf, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    await page.setViewportSize({ width, height: 800 });
    for (const path of [pathOf('landing'), pathOf('about'), '/nowhere']) {
      await page.goto(path);
      expect(await sidewaysScroll(page), path).toBeLessThanOrEqual(0);
    }
  });
}

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
