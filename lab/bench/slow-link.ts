/**
 * npm run bench -- slow-link: first paint, call link and largest paint on an emulated slow link with a slow
 * processor, each compared with a page of one packet in the same run.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from '@playwright/test';
import { business } from '../../content/business.ts';
import { phoneLink } from '../../content/phone-number.ts';
import { startServer } from '../../tests/support/start-server.ts';
import { type Figures, median } from '../figures.ts';
import { launchBrowser, onPhone, processorSlowdown } from './phone.ts';

/** Milliseconds of a round trip, and kilobits a second. */
const links = [
  { name: 'slow 4G', rtt: 150, kbit: 1600 },
  { name: 'slow 3G', rtt: 400, kbit: 400 },
];
type Link = (typeof links)[number];

const pages = ['/', '/about', '/es/'];
const runs = 9;

/** The baseline: a page with only a call link. */
const controlPage = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Control</title>
<h1 elementtiming="call"><a href="${phoneLink(business.phone)}"><b>Call</b></a></h1>`;

/** Milliseconds from navigation start. */
interface Paint {
  first: number;
  largest: number;
  call: number;
}

export async function benchSlowLink(): Promise<Figures> {
  const site = await startServer();
  const control = createServer((_, response) =>
    response.setHeader('Content-Type', 'text/html').end(controlPage),
  );
  await new Promise<void>((resolve) => control.listen(0, '127.0.0.1', resolve));
  const controlUrl = `http://127.0.0.1:${(control.address() as AddressInfo).port}/`;
  const browser = await launchBrowser();
  const figures: Figures = { 'processor divided by': processorSlowdown, 'median of': runs };
  try {
    for (const link of links) {
      const base = await paint(browser, link, controlUrl);
      for (const path of pages) {
        figures[`${link.name}, ${path}`] = summarize(await paint(browser, link, site.url + path), base);
      }
    }
    return figures;
  } finally {
    await browser.close();
    control.close();
    await site.stop();
  }
}

async function paint(browser: Browser, link: Link, url: string): Promise<Paint> {
  const paints: Paint[] = [];
  for (let run = 0; run < runs; run += 1) paints.push(await paintOnce(browser, link, url));
  return {
    first: median(paints.map(({ first }) => first)),
    largest: median(paints.map(({ largest }) => largest)),
    call: median(paints.map(({ call }) => call)),
  };
}

const paintOnce = (browser: Browser, { rtt, kbit }: Link, url: string): Promise<Paint> =>
  onPhone(browser, processorSlowdown, async (page, session) => {
    const throughput = (kbit * 1000) / 8;
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: rtt,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await page.addInitScript(() => {
      // Marks the call link for element timing as the parser inserts it.
      new MutationObserver(() => {
        document
          .querySelector('a[href^="tel:"] b:not([elementtiming])')
          ?.setAttribute('elementtiming', 'call');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(url, { waitUntil: 'load' });
    return page.evaluate(async () => {
      const entries = (type: string) =>
        new Promise<PerformanceEntry[]>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
          setTimeout(resolve, 1_000, []);
        });
      const first = (await entries('paint')).find(({ name }) => name === 'first-contentful-paint');
      const largest = (await entries('largest-contentful-paint')).at(-1);
      const [call] = (await entries('element')) as (PerformanceEntry & { renderTime: number })[];
      return {
        first: first?.startTime ?? 0,
        largest: largest?.startTime ?? 0,
        call: call?.renderTime ?? 0,
      };
    });
  });

function summarize({ first, largest, call }: Paint, base: Paint): string {
  const of = (value: number, control: number) => `${Math.round(value)} ms (${(value / control).toFixed(2)}×)`;
  return `first paint ${of(first, base.first)}, call link ${of(call, base.call)}, largest ${of(largest, base.largest)}`;
}
