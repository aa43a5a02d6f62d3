/**
 * npm run bench -- pages: bytes by type, requests and blocking resources of each page, scrolled through on a
 * phone.
 */
import type { CDPSession, Page } from '@playwright/test';
import { startServer } from '../../tests/support/start-server.ts';
import type { Figures } from '../figures.ts';
import { launchBrowser, onPhone } from './phone.ts';

const paths = ['/', '/about', '/es/', '/es/about'];

export async function benchPages(): Promise<Figures> {
  const site = await startServer();
  const browser = await launchBrowser();
  try {
    const figures: Figures = {};
    for (const path of paths) {
      figures[path] = await onPhone(browser, {}, (page, session) => weigh(page, session, site.url + path));
    }
    return figures;
  } finally {
    await browser.close();
    await site.stop();
  }
}

async function weigh(page: Page, session: CDPSession, url: string): Promise<string> {
  const transfers = await count(session);
  await page.goto(url);
  await scrollThrough(page);
  const byType = Object.entries(Object.groupBy(transfers.values(), ({ type }) => type));
  const sum = (all: Transfer[]) => all.reduce((total, { bytes }) => total + bytes, 0);
  const parts = byType.map(([type, all = []]) => `${type} ${sum(all)} B in ${all.length}`);
  const blocking = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(
        (entry) =>
          (entry as PerformanceResourceTiming & { renderBlockingStatus: string }).renderBlockingStatus ===
          'blocking',
      )
      .map(({ name }) => name),
  );
  return (
    `${sum([...transfers.values()])} B in ${transfers.size} requests (${parts.join(', ')}), ` +
    `blocking: ${blocking.join(' ') || 'nothing'}`
  );
}

interface Transfer {
  type: string;
  bytes: number;
}

async function count(session: CDPSession): Promise<Map<string, Transfer>> {
  const transfers = new Map<string, Transfer>();
  session.on('Network.responseReceived', ({ requestId, type }) =>
    transfers.set(requestId, { type, bytes: 0 }),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const transfer = transfers.get(requestId);
    if (transfer) transfer.bytes = encodedDataLength;
  });
  await session.send('Network.enable');
  return transfers;
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
