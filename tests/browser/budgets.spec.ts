import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Transferred bytes for scrolling through the landing page on a 412 px phone at 2x. */
const wholeScrollLimit = 260_000;

test.skip(({ viewport }) => (viewport?.width ?? 0) >= 960, 'budgets are for phones');

test('scrolling through the landing page stays within its byte budget', async ({ browser, site, pathOf }) => {
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

test('makes no third-party requests and stores nothing in the browser', async ({
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

test("does not load the form's script until the form is near", async ({ page, words, pathOf }) => {
  await page.clock.install();
  const scripts = scriptsOf(page);
  await page.goto(pathOf('landing'), { waitUntil: 'load' });
  expect(scripts.filter((name) => !name.startsWith('Page'))).toEqual([]);
  await page.clock.runFor(1_000);
  // Which a screen reader's next field may be, without any scrolling.
  await expect(page.getByLabel(words.areaCheck.question)).toBeAttached();
  expect(scripts.filter((name) => /^(hydrate|client|find-area)/.test(name))).toEqual([]);
});

test('with data saver on, loads React only on focus', async ({ page, form }) => {
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

test('a press on a link to the form loads React before the page has scrolled there', async ({
  page,
  pathOf,
}) => {
  await page.goto(pathOf('landing'));
  await page.locator('main a[href$="#contact"]').first().dispatchEvent('pointerdown');
  await expect(page.getByRole('form')).toHaveAttribute('novalidate');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

test('loads what comes near even when the browser reports two changes at once', async ({
  page,
  words,
  pathOf,
}) => {
  await page.addInitScript(() => {
    // As on a busy phone: "far" is only reported along with "near".
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

/** Collects the script files that the page requests. */
function scriptsOf(page: Page): string[] {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script')
      scripts.push(new URL(request.url()).pathname.split('/').at(-1) ?? '');
  });
  return scripts;
}

/** Bytes of each response, including headers, as counted by Chromium. */
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
