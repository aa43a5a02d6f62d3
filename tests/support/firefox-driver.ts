import puppeteer from 'puppeteer-core';
import { findFirefox } from '../../scripts/browser.mjs';
import type { Engine } from './engine-journeys.ts';

/** Firefox ESR over WebDriver BiDi: Playwright only drives its own Firefox build. */
export async function startFirefox(): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: await findFirefox(),
    headless: true,
  });
  let page = await browser.newPage();
  return {
    // In a new tab: one that went back to a page does not report its next navigation.
    async open(url) {
      await page.close();
      page = await browser.newPage();
      await page.setViewport({ width: 1024, height: 768 });
      await page.goto(url);
    },
    reload: () => page.reload(),
    run: (body) => page.evaluate(`(() => { ${body} })()`),
    click: (selector) => page.click(selector),
    async type(selector, text) {
      await page.$eval(selector, (field) => (field as HTMLInputElement).select());
      await page.type(selector, text);
    },
    choose: (selector, option) => page.type(selector, option),
    press: (key) => page.keyboard.press(key),
    async isNamed(selector, role, name) {
      // Within its parent: Firefox walks all that it is told to search, once for each name.
      const element = await page.$(selector);
      const parent = await element?.evaluateHandle((child) => child.parentElement as Element);
      for (const found of (await parent?.$$(`aria/${name}[role="${role}"]`)) ?? []) {
        if (await found.evaluate((element, wanted) => element.matches(wanted), selector)) return true;
      }
      return false;
    },
    stop: () => browser.close(),
  };
}
