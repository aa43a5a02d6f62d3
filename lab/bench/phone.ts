import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, type CDPSession, chromium, type LaunchOptions, type Page } from '@playwright/test';
import { business } from '../../content/business.ts';
import { formatPhone, formatPhoneLink } from '../../content/phone-number.ts';
import { ensureBrowser } from '../../scripts/programs.mjs';
import { startServer } from '../../tests/support/start-server.ts';
import { compareMedians, type Figures, measureInTurn } from '../figures.ts';

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 };

/** The slowdown of the phone's processor, compared to this machine's. */
const slowdown = 4;

const measuredPages = ['/', '/es/', '/about'];

/** The baseline: a shorter version of the landing page, with inline styles, that fits into one packet. */
const onePacket = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Diesel repair</title>
<style>body{margin:0;font:1rem/1.5 sans-serif;background:#fff;color:#111}main{max-width:40rem;margin:auto;padding:1rem}h1{font-size:2rem;line-height:1.1}.call{display:block;padding:1rem;border-radius:.5rem;background:#f60;color:#000;font-size:2rem}b{display:block}</style>
<main><h1>Truck down? We come to you.</h1><p><a class="call" href="${formatPhoneLink(business.phone)}"><b>${formatPhone(business.phone)}</b></a>
<p>Mobile diesel repair in Houston and Austin, day and night. We repair trucks, trailers and heavy equipment where they stand: engines, brakes, electrical faults, hydraulics and more.
<ul><li>Houston: 45 minutes on average<li>Austin: 50 minutes on average<li>ASE certified technicians<li>Licensed and insured</ul>
<p>Call for a mechanic, or write to us. Calls are answered in English.</main>`;

/** Serves the build and the one-packet page from separate origins. */
export async function servePages() {
  const site = await startServer();
  const control = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8').end(onePacket);
  });
  await once(control.listen(0, '127.0.0.1'), 'listening');
  const { port } = control.address() as AddressInfo;
  return {
    site: site.url,
    dataDir: site.dataDir,
    control: `http://127.0.0.1:${port}`,
    async stop(): Promise<void> {
      control.close();
      await site.stop();
    },
  };
}

export async function openBrowser({ args = [], ...options }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = await ensureBrowser();
  return chromium.launch({ executablePath, ...options, args: ['--no-sandbox', ...args] });
}

/** Runs `use` on a phone's page with an empty cache and no open connections. */
export async function runOnPhone<Result>(
  browser: Browser,
  use: (page: Page, session: CDPSession) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(phone);
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await use(page, session);
  } finally {
    await context.close();
  }
}

/**
 * Returns the medians of each page's times in milliseconds, with their ratios to the baselines. `baselines` has the
 * one-packet page's URLs by name.
 */
export async function comparePages(
  runs: number,
  site: string,
  baselines: Record<string, string>,
  measure: (url: string) => Promise<Record<string, number>>,
): Promise<Figures> {
  const names = [...Object.keys(baselines), ...measuredPages];
  const urls = [...Object.values(baselines), ...measuredPages.map((path) => site + path)];
  const measured = await measureInTurn(runs, urls, measure);
  const compared = measured.slice(0, Object.keys(baselines).length);
  const summarize = (page: Record<string, number>[]) =>
    Object.keys(page[0] ?? {}).map((name) => {
      const collectValues = (visits: Record<string, number>[]) => visits.map((times) => times[name] ?? 0);
      return `${name} ${compareMedians(collectValues(page), compared.map(collectValues))}`;
    });
  return Object.fromEntries(measured.map((page, index) => [names[index], summarize(page).join(', ')]));
}
