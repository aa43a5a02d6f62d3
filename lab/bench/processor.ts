/**
 * npm run bench -- processor: how long the main thread of a slow phone is busy until a page's first paint, and when that
 * is, each beside a page of one packet. They load in turn, so that other work on this machine meets all of them.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../scripts/programs.mjs';
import { startServer } from '../../tests/support/start-server.ts';
import { type Figures, median } from '../figures.ts';
import { measuredPages, onePacket, onPhone } from './phone.ts';

const runs = 7;

/** An event of Chromium's trace. Times are in microseconds; `tdur` counts only while the thread ran. */
interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  tdur?: number;
}

export async function benchProcessor(): Promise<Figures> {
  const site = await startServer();
  const baseline = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(onePacket);
  }).listen(0, '127.0.0.1');
  await once(baseline, 'listening');
  const { port } = baseline.address() as AddressInfo;
  const browser = await chromium.launch({ executablePath: await findBrowser(), args: ['--no-sandbox'] });
  const loads = [`http://127.0.0.1:${port}/`, ...measuredPages.map((path) => site.url + path)].map((url) => ({
    url,
    busy: [] as number[],
    paint: [] as number[],
  }));
  for (let run = 0; run < runs; run += 1) {
    for (const { url, busy, paint } of loads) {
      const measured = await untilFirstPaint(browser, url);
      busy.push(measured.busy);
      paint.push(measured.paint);
    }
  }
  await browser.close();
  baseline.close();
  await site.stop();
  const [one] = loads;
  const compare = (values: number[], base: number[] = []) =>
    `${Math.round(median(values))} ms (${(median(values) / median(base)).toFixed(2)})`;
  return Object.fromEntries(
    loads.map(({ busy, paint }, index) => [
      measuredPages[index - 1] ?? 'one packet',
      `main thread ${compare(busy, one?.busy)}, first paint ${compare(paint, one?.paint)}`,
    ]),
  );
}

/** Both in milliseconds. */
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
    const tasks = events.filter(
      ({ name, pid, tid, ts }) =>
        name === 'RunTask' && pid === start.pid && tid === start.tid && ts >= start.ts && ts < paint.ts,
    );
    const busy = tasks.reduce((sum, { tdur = 0 }) => sum + tdur, 0);
    return { busy: busy / 1_000, paint: (paint.ts - start.ts) / 1_000 };
  });
