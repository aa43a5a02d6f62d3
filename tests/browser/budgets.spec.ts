import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Bytes on the wire of a whole scroll of the landing page on a phone of 412 px with two dots a pixel. */
const wholeScrollLimit = 260_000;

test.skip(({ viewport }) => (viewport?.width ?? 0) >= 960, 'budgets are for phones');

test('a whole scroll of the landing page stays within its bytes', async ({ browser, site, pathOf }) => {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 2,
  });
  const page = await context.newPage();
  const transfers = await countTransfers(page);
  await page.goto(pathOf('landing'));
  for (const image of await page.locator('main img').all()) {
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((element: HTMLImageElement) => element.decode());
  }
  await page.getByRole('form').scrollIntoViewIfNeeded();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('form')).toHaveAttribute('novalidate');
  const sum = [...transfers.values()].reduce((total, bytes) => total + bytes, 0);
  expect(sum, JSON.stringify([...transfers])).toBeLessThanOrEqual(wholeScrollLimit);
  await context.close();
});

test('nothing is asked of another host, and nothing is left in the browser', async ({
  page,
  site,
  pathOf,
  form,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  await page.goto(pathOf('about'));
  await form.open();
  expect([...hosts]).toEqual([site.url]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('before the form is near, its script is not fetched', async ({ page, pathOf }) => {
  const scripts = scriptsOf(page);
  await page.goto(pathOf('landing'), { waitUntil: 'load' });
  expect(scripts.filter((name) => !name.startsWith('Page'))).toEqual([]);
});

test('whoever saves data gets React only with the focus', async ({ page, form }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const scripts = scriptsOf(page);
  await page.goto(form.path);
  await form.fields.name.scrollIntoViewIfNeeded();
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(scripts.filter((name) => !name.startsWith('Page'))).toEqual([]);
  await form.fields.name.focus();
  await expect(page.getByRole('form')).toHaveAttribute('novalidate');
});

test('what comes near late is loaded, also where the browser tells two changes at once', async ({
  page,
  words,
  pathOf,
}) => {
  await page.addInitScript(() => {
    // As on a busy phone: that it is far waits to be told until it is near.
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(tell: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        const held: IntersectionObserverEntry[] = [];
        super((entries, observer) => {
          held.push(...entries);
          if (entries.some(({ isIntersecting }) => isIntersecting)) tell(held.splice(0), observer);
        }, options);
      }
    };
  });
  await page.goto(pathOf('landing'), { waitUntil: 'load' });
  await page.locator('#area-check').scrollIntoViewIfNeeded();
  await expect(page.getByLabel(words.areaCheck.question)).toBeVisible();
  await page.getByRole('form', { name: words.form.title }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('form', { name: words.form.title })).toHaveAttribute('novalidate');
});

/** The files of scripts that the page asks for, as they are asked for. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script')
      scripts.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
  return scripts;
}

/** Bytes of each answer, headers included, as Chromium counted them. */
async function countTransfers(page: Page): Promise<Map<string, number>> {
  const session = await page.context().newCDPSession(page);
  const names = new Map<string, string>();
  const transfers = new Map<string, number>();
  session.on('Network.requestWillBeSent', ({ requestId, request }) => names.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const { pathname } = new URL(names.get(requestId) ?? 'http://unknown');
    transfers.set(pathname, encodedDataLength);
  });
  await session.send('Network.enable');
  return transfers;
}
