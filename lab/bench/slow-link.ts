/**
 * npm run bench -- slow-link: first paint, call link and largest paint over HTTP/2 and 3 through a real Caddy
 * with deploy/Caddyfile, on a slow link with a slow processor, each compared with a page of one packet in the
 * same run.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Browser } from '@playwright/test';
import { NotRun } from '../faults/campaign.ts';
import { type Figures, median } from '../figures.ts';
import { address, type Browsers, type Link, links, type Protocol, protocols, withLink } from './link-ends.ts';
import { onPhone, processorSlowdown } from './phone.ts';

const pages = ['/', '/about', '/es/'];
const runs = 9;

interface Paint {
  first: number;
  largest: number;
  call: number;
}

export async function benchSlowLink(): Promise<Figures> {
  if (process.getuid?.() !== 0 || !existsSync('/dev/net/tun')) {
    throw new NotRun('a delayed link between two network namespaces needs root and /dev/net/tun');
  }
  if (spawnSync('caddy', ['version']).status !== 0) {
    throw new NotRun('there is no caddy (apt-get install caddy)');
  }
  const figures: Figures = { 'processor divided by': processorSlowdown, 'median of': runs };
  for (const link of links) {
    await withLink(link, (browsers) => comparePaints(link, browsers, figures));
  }
  return figures;
}

async function comparePaints({ name }: Link, browsers: Browsers, figures: Figures) {
  const loads: { label: string; protocol: Protocol; url: string; paints: Paint[] }[] = [
    { label: 'one packet h2', protocol: 'h2', url: address('control'), paints: [] },
    ...pages.flatMap((path) =>
      protocols.map((protocol) => ({
        label: `${path} ${protocol}`,
        protocol,
        url: address('site') + path,
        paints: [],
      })),
    ),
  ];
  for (let run = 0; run < runs; run += 1) {
    for (const { protocol, url, paints } of loads)
      paints.push(await paint(browsers[protocol], url, protocol));
  }
  const control = medians(loads[0]?.paints ?? []);
  for (const { label, paints } of loads) figures[`${name}, ${label}`] = summarize(medians(paints), control);
}

/** Milliseconds from navigation start to each paint. */
const paint = (browser: Browser, url: string, protocol: Protocol): Promise<Paint> =>
  onPhone(browser, { slowdown: processorSlowdown }, async (page) => {
    await page.addInitScript(() => {
      // Marks the call link for element timing as the parser inserts it.
      new MutationObserver(() => {
        document
          .querySelector('a[href^="tel:"] b:not([elementtiming])')
          ?.setAttribute('elementtiming', 'call');
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(url, { waitUntil: 'load' });
    const { used, ...result } = await page.evaluate(async () => {
      const entries = (type: string) =>
        new Promise<PerformanceEntry[]>((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
          setTimeout(resolve, 1_000, []);
        });
      const [first] = (await entries('paint')).filter(({ name }) => name === 'first-contentful-paint');
      const largest = (await entries('largest-contentful-paint')).at(-1);
      const call = (await entries('element'))[0] as (PerformanceEntry & { renderTime: number }) | undefined;
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return {
        first: first?.startTime ?? 0,
        largest: largest?.startTime ?? 0,
        call: call?.renderTime ?? 0,
        used: navigation?.nextHopProtocol,
      };
    });
    if (used !== protocol) throw new Error(`${url} came over ${used}, not ${protocol}.`);
    return result;
  });

const medians = (paints: Paint[]): Paint => ({
  first: median(paints.map(({ first }) => first)),
  largest: median(paints.map(({ largest }) => largest)),
  call: median(paints.map(({ call }) => call)),
});

function summarize({ first, largest, call }: Paint, control: Paint): string {
  const of = (value: number, base: number) => `${Math.round(value)} ms (${(value / base).toFixed(2)}×)`;
  return `first paint ${of(first, control.first)}, call link ${of(call, control.call)}, largest ${of(largest, control.largest)}`;
}
