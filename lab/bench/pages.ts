/**
 * npm run bench -- pages: bytes, requests and blocking resources of each page, scrolled through on a phone. Then how
 * long a slow phone's main thread is busy until the first paint, and when that is, beside a page of one packet.
 */
import type { Browser, Page } from '@playwright/test';
import type { Figures } from '../figures.ts';
import { comparePages, measuredPages, onPhone, openBrowser, servePages } from './phone.ts';

const runs = 7;

/** An event of Chromium's trace. Times are in microseconds; `tdur` counts only while the thread ran. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
}

export async function benchPages(): Promise<Figures> {
  const pages = await servePages();
  const browser = await openBrowser();
  try {
    const bytes: Figures = {};
    for (const path of measuredPages) {
      bytes[`bytes of ${path}`] = await onPhone(browser, (page) => weigh(page, pages.site + path));
    }
    return { ...bytes, ...(await comparePages(runs, pages, (url) => untilFirstPaint(browser, url))) };
  } finally {
    await browser.close();
    await pages.stop();
  }
}

async function weigh(page: Page, url: string): Promise<string> {
  await page.goto(url);
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
  return page.evaluate(() => {
    const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    const resources = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const bytes = [document, ...resources].reduce((sum, entry) => sum + (entry?.transferSize ?? 0), 0);
    const blocking = resources.filter((entry) => Reflect.get(entry, 'renderBlockingStatus') === 'blocking');
    return `${bytes} B in ${resources.length + 1} requests, ${blocking.length} of them blocking`;
  });
}

const untilFirstPaint = (browser: Browser, url: string) =>
  onPhone(browser, async (page, session) => {
    const events: TraceEvent[] = [];
    session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
    const categories = 'devtools.timeline,disabled-by-default-devtools.timeline,loading,blink.user_timing';
    await session.send('Tracing.start', { categories });
    await page.goto(url);
    await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
    const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
    await session.send('Tracing.end');
    await complete;
    const paint = events.find(({ name }) => name === 'firstContentfulPaint');
    const start = events.findLast(
      ({ name, pid, ts }) => name === 'navigationStart' && pid === paint?.pid && ts < paint.ts,
    );
    if (!start || !paint) throw new Error(`The trace of ${url} has no first paint.`);
    const busy = events
      .filter(({ name, pid, tid }) => name === 'RunTask' && pid === start.pid && tid === start.tid)
      .filter(({ ts }) => ts >= start.ts && ts < paint.ts)
      .reduce((sum, { tdur = 0 }) => sum + tdur, 0);
    return { 'main thread': busy / 1_000, 'first paint': (paint.ts - start.ts) / 1_000 };
  });
