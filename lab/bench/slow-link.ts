/**
 * npm run bench -- slow-link: first paint, call link and largest paint over HTTP/1.1, 2 and 3 through a real
 * Caddy with deploy/Caddyfile, on a slow link with a slow CPU, each compared with a one-packet page over
 * HTTP/2 in the same run. Then how often the first response arrives in one flight, and how long a press on
 * "Request Service" takes to reach a form that React answers.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { NotRun } from '../faults/campaign.ts';
import type { Figures } from '../records.ts';
import { median } from '../statistics.ts';
import { address, type Browsers, type Link, links, type Protocol, protocols, withLink } from './link-ends.ts';
import { onPhone, processorSlowdown } from './phone.ts';

const pages = ['/', '/about', '/es/'];
const runs = 9;
const flights = 20;
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
  for (const link of Object.values(links)) {
    await withLink(link, (browsers) => comparePaints(link, browsers, figures));
  }
  await withLink(links['3G'], (browsers) => countFlights(links['3G'], browsers, figures));
  await withLink(links['4G'], (browsers) => timeForm(links['4G'], browsers, figures));
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

/**
 * A response came in one flight if it took one round trip and its transmission, which for the longest of ours
 * is half a round trip. Another flight would be another round trip.
 */
async function countFlights({ name, rtt }: Link, browsers: Browsers, figures: Figures) {
  const routes = [
    { label: 'Caddy, HTTP/2', server: 'site', protocol: 'h2' },
    { label: 'Caddy, HTTP/3', server: 'site', protocol: 'h3' },
    { label: 'HTTP/1.1, TLS records of 1,300 B', server: 'shortRecords', protocol: 'h1' },
    { label: 'HTTP/1.1, TLS records of 16 kB', server: 'longRecords', protocol: 'h1' },
  ] as const;
  for (const { label, server, protocol } of routes) {
    for (const path of ['/', '/es/']) {
      const lasted: number[] = [];
      for (let load = 0; load < flights; load += 1) {
        lasted.push(await responseTime(browsers[protocol], address(server) + path));
      }
      const inOne = lasted.filter((milliseconds) => milliseconds < 1.75 * rtt).length;
      const longest = Math.round(Math.max(...lasted));
      figures[`${name}, ${label}, ${path}`] =
        `${inOne} of ${flights} in one flight, longest ${longest} ms from request to last byte`;
    }
  }
}

async function timeForm({ name }: Link, browsers: Browsers, figures: Figures) {
  for (const protocol of ['h2', 'h3'] as const) {
    const answers: FormAnswer[] = [];
    for (let run = 0; run < runs; run += 1) {
      answers.push(await formAnswer(browsers[protocol], address('site')));
    }
    const took = median(answers.map(({ after }) => after));
    const busy = median(answers.map((answer) => answer.busy));
    figures[`${name}, ${protocol}, from "Request Service" to a form that answers`] =
      `${Math.round(took)} ms, ${Math.round(busy)} of them in long tasks`;
  }
}

interface FormAnswer {
  /** Milliseconds from the press until React has taken over the form. */
  after: number;
  /** Milliseconds of that in tasks longer than 50 ms. */
  busy: number;
}

declare const answer: Promise<FormAnswer>;

const formAnswer = (browser: Browser, url: string): Promise<FormAnswer> =>
  withPage(browser, async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    // Read the page for a while: a press at once would compete with the pictures.
    await page.waitForTimeout(1_000);
    const link = page.locator('main a[href="/#contact"]').first();
    await link.hover();
    // Installed before the press: input and scripts reach the page by different ways.
    await page.evaluate(() => {
      Object.assign(globalThis, {
        answer: new Promise<FormAnswer>((resolve) => {
          let pressed = 0;
          const tasks: PerformanceEntry[] = [];
          new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' });
          addEventListener('click', () => (pressed = performance.now()), { capture: true, once: true });
          new MutationObserver(() => {
            if (document.querySelector('form[novalidate]') === null) return;
            const answered = performance.now();
            // The task that ends here is reported later.
            setTimeout(() => {
              const between = tasks.filter(
                ({ startTime }) => startTime >= pressed - 1 && startTime < answered,
              );
              const busy = between.reduce((sum, { duration }) => sum + duration, 0);
              resolve({ after: answered - pressed, busy });
            }, 500);
          }).observe(document, { attributes: true, subtree: true, attributeFilter: ['novalidate'] });
        }),
      });
    });
    await page.mouse.down();
    await page.mouse.up();
    return await page.evaluate(() => answer);
  });

/** What the browser calls a protocol in `nextHopProtocol` (IANA's ALPN protocol IDs). */
const alpn: Record<Protocol, string> = { h1: 'http/1.1', h2: 'h2', h3: 'h3' };

/** Milliseconds from navigation start to each paint. */
const paint = (browser: Browser, url: string, protocol: Protocol): Promise<Paint> =>
  withPage(browser, async (page) => {
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
    if (used !== alpn[protocol]) throw new Error(`${url} came over ${used}, not ${alpn[protocol]}.`);
    return result;
  });

/** Milliseconds from the request for a page to the last byte of its HTML. */
const responseTime = (browser: Browser, url: string): Promise<number> =>
  withPage(browser, async (page) => {
    await page.goto(url, { waitUntil: 'domcontentloaded' });
    return await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return navigation ? navigation.responseEnd - navigation.requestStart : Number.NaN;
    });
  });

/** A page on a slow phone. */
const withPage = <Result>(browser: Browser, use: (page: Page) => Promise<Result>) =>
  onPhone(browser, { slowdown: processorSlowdown }, use);

const medians = (paints: Paint[]): Paint => ({
  first: median(paints.map(({ first }) => first)),
  largest: median(paints.map(({ largest }) => largest)),
  call: median(paints.map(({ call }) => call)),
});

function summarize({ first, largest, call }: Paint, control: Paint): string {
  const of = (value: number, base: number) => `${Math.round(value)} ms (${(value / base).toFixed(2)}×)`;
  return `first paint ${of(first, control.first)}, call link ${of(call, control.call)}, largest ${of(largest, control.largest)}`;
}
