/**
 * npm run bench -- dispatch
 *
 * Measures the time until a paired phone with a slow processor can use Dispatch over slow 3G, on the first visit and
 * from the cache. It has the same requirements as the benchmark `slow-link`.
 */
import type { Browser } from '@playwright/test';
import { dispatchPagePath } from '../../contract/dispatch.ts';
import { dispatchPath } from '../../contract/function-paths.ts';
import { run as pair } from '../../server/commands/pair.ts';
import { testCertificate } from '../../tests/support/certificate.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { runCommand } from '../../tests/support/start-in-process.ts';
import { type Figures, median } from '../figures.ts';
import { runOnPhone, servePages } from './phone.ts';
import { requireCaddy, runOverLink, site, slow3G, startCaddy } from './slow-link.ts';

const runs = 9;

/** The promised times. */
const promised = { first: 5_000, cached: 3_000 };

export async function benchDispatch(): Promise<Figures> {
  requireCaddy();
  const folder = createMemoryFolder('dispatch');
  const certificate = testCertificate();
  const pages = await servePages();
  const caddy = await startCaddy(folder, pages, certificate);
  try {
    const key = await pairPhone(pages);
    const visits = await runOverLink(slow3G, { folder, certificate }, async (browser) => {
      const measured: Record<keyof typeof promised, number>[] = [];
      for (let run = 0; run < runs; run += 1) {
        measured.push(await visitTwice(browser, key));
      }
      return measured;
    });
    const formatFigure = (visit: keyof typeof promised) =>
      `usable after ${Math.round(median(visits.map((times) => times[visit])))} ms (promised: ${promised[visit]})`;
    return {
      'slow 3G, first visit': formatFigure('first'),
      'slow 3G, from the cache': formatFigure('cached'),
    };
  } finally {
    caddy.kill('SIGKILL');
    await pages.stop();
  }
}

/** Pairs a phone with the server and returns its key. */
async function pairPhone({ site: url, dataDir }: Awaited<ReturnType<typeof servePages>>): Promise<string> {
  const { output } = await runCommand(pair, { DATA_DIR: dataDir });
  const token = /#pair=(\S+)/.exec(output)?.[1];
  const body = JSON.stringify({ action: 'pair', token, name: 'A phone', firstName: '' });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(url + dispatchPath, { method: 'POST', headers, body });
  if (!response.ok) {
    throw new Error(`No phone was paired: ${await response.text()}`);
  }
  return (await response.json()).key;
}

/** Measures the milliseconds until the requests are painted, first with an empty cache and then with a full one. */
const visitTwice = (browser: Browser, key: string) =>
  runOnPhone(browser, async (page) => {
    await page.addInitScript(noteFirstList, key);
    const visit = async (): Promise<number> => {
      await page.goto(site + dispatchPagePath, { waitUntil: 'commit' });
      return page.evaluate(() => Reflect.get(window, 'listPainted'));
    };
    const first = await visit();
    await page.goto('about:blank');
    return { first, cached: await visit() };
  });

/**
 * Pairs the phone, and records when the requests are painted. Runs in the page, because Playwright's search for an
 * element takes half a second on the slow processor.
 */
function noteFirstList(key: string): void {
  const listPainted = new Promise<number>((resolve) => {
    new MutationObserver((_, observer) => {
      if (document.querySelector('.ring')) {
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
      }
    }).observe(document, { childList: true, subtree: true });
  });
  localStorage.setItem('dispatch-key', key);
  Object.assign(window, { listPainted });
}
