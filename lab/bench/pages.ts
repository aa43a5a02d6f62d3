/** npm run bench -- pages: bytes, requests and blocking resources of each page, scrolled through on a phone. */
import { chromium, type Page } from '@playwright/test';
import { findBrowser } from '../../scripts/programs.mjs';
import { startServer } from '../../tests/support/start-server.ts';
import type { Figures } from '../figures.ts';

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 };
const paths = ['/', '/about', '/es/', '/es/about'];

export async function benchPages(): Promise<Figures> {
  const site = await startServer();
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
  try {
    const figures: Figures = {};
    for (const path of paths) {
      // With an empty cache and no open connections.
      const context = await browser.newContext(phone);
      figures[path] = await weigh(await context.newPage(), site.url + path);
      await context.close();
    }
    return figures;
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function weigh(page: Page, url: string): Promise<string> {
  await page.goto(url);
  await scrollThrough(page);
  return page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const bytes = [document, ...resources].reduce((sum, entry) => sum + (entry?.transferSize ?? 0), 0);
    const blocking = resources.filter((entry) => Reflect.get(entry, 'renderBlockingStatus') === 'blocking');
    return `${bytes} B in ${resources.length + 1} requests, ${blocking.length} of them blocking`;
  });
}

async function scrollThrough(page: Page) {
  for (const image of await page.locator('main img').all()) {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((element: HTMLImageElement) => element.decode());
  }
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  for (const form of await page.getByRole('form').all()) {
    await form.scrollIntoViewIfNeeded();
    await page.locator('form[novalidate]').waitFor();
  }
  await page.waitForLoadState('networkidle');
}
