/**
 * npm run bench -- pages
 *
 * Measures the time to first paint on a slow phone, and the part of it in which the main thread is busy.
 */
import type { Browser } from '@playwright/test';
import type { Figures } from '../figures.ts';
import { comparePages, openBrowser, runOnPhone, servePages } from './phone.ts';

/** Many runs are needed, because a page is randomly painted with the browser's first or second frame. */
const runs = 25;

/** An event in Chromium's trace. Times are in microseconds, and `tdur` is CPU time. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
  args: { data?: { navigationId?: string } };
}

export async function benchPages(): Promise<Figures> {
  const pages = await servePages();
  const browser = await openBrowser();
  try {
    return await comparePages(runs, pages.site, { 'one packet': `${pages.control}/` }, (url) =>
      measureFirstPaint(browser, url),
    );
  } finally {
    await browser.close();
    await pages.stop();
  }
}

const measureFirstPaint = (browser: Browser, url: string) =>
  runOnPhone(browser, async (page, session) => {
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
    // The browser also navigates to the SVG files that a page references.
    const isOurs = ({ args }: TraceEvent) => args.data?.navigationId === paint?.args.data?.navigationId;
    const start = events.find((event) => event.name === 'navigationStart' && isOurs(event));
    if (!start || !paint) {
      throw new Error(`The trace of ${url} has no first paint.`);
    }
    const busy = events
      .filter(({ name, pid, tid }) => name === 'RunTask' && pid === start.pid && tid === start.tid)
      .filter(({ ts }) => ts >= start.ts && ts < paint.ts)
      .reduce((sum, { tdur = 0 }) => sum + tdur, 0);
    return { 'main thread': busy / 1_000, 'first paint': (paint.ts - start.ts) / 1_000 };
  });
