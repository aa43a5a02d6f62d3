import type { Page } from '@playwright/test';
import { contactAnchor } from '../../contract/link-targets.ts';
import { receiptKey } from '../../site/contact-form/receipt-key.ts';
import { storageKeys } from '../../site/contact-form/storage-keys.ts';
import { expect, test } from './fixtures.ts';

/** Transferred bytes for scrolling through the landing page on a 412 px phone at 2x. */
const wholeScrollLimit = 150_000;

test.describe('on a 412 px phone at 2x', () => {
  test.use({ viewport: { width: 412, height: 823 }, deviceScaleFactor: 2 });

  test('scrolling through the landing page stays within its byte budget', async ({ page, form }) => {
    await page.goto('/');
    for (const image of await page.locator('main img').all()) {
      await image.scrollIntoViewIfNeeded();
      await image.evaluate((element: HTMLImageElement) => element.decode());
    }
    await form.element.scrollIntoViewIfNeeded();
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await form.waitUntilReady();
    const sizes = await page.evaluate(() =>
      (performance.getEntries() as PerformanceResourceTiming[]).map((entry) => entry.transferSize ?? 0),
    );
    expect(sizes.length).toBeGreaterThan(10);
    expect(sizes.reduce((sum, bytes) => sum + bytes)).toBeLessThanOrEqual(wholeScrollLimit);
  });

  for (const path of ['/', '/es/', '/about', '/es/about']) {
    test(`the largest paint of ${path} is text, not a picture`, async ({ page }) => {
      await page.goto(path);
      const urls = await page.evaluate(async () => {
        const isVisible = (image: HTMLImageElement) => image.getBoundingClientRect().top < innerHeight;
        await Promise.all(
          Array.from(document.images)
            .filter(isVisible)
            .map((image) => image.decode()),
        );
        // The browser reports a paint before the second frame after it.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return new Promise<string[]>((resolve) => {
          const report = (list: PerformanceObserverEntryList) =>
            resolve((list.getEntries() as LargestContentfulPaint[]).map(({ url }) => url));
          new PerformanceObserver(report).observe({ type: 'largest-contentful-paint', buffered: true });
        });
      });
      expect(urls.filter((url) => url !== '')).toEqual([]);
    });
  }
});

test('the site contacts no third party, and stores only a draft or receipt', async ({
  page,
  form,
  site,
  context,
}) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const stored = () => page.evaluate(() => [...Object.keys(sessionStorage), ...Object.keys(localStorage)]);
  await page.goto('/about');
  await form.open();
  expect(await stored()).toEqual([]);
  await form.fill();
  expect(await stored()).toEqual([storageKeys.draft]);
  await form.button.click();
  await expect.poll(stored).toEqual([receiptKey]);
  const receipt = await page.evaluate((key) => sessionStorage.getItem(key), receiptKey);
  expect(Object.values(form.values).filter((value) => receipt?.includes(value))).toEqual([]);
  expect([...hosts]).toEqual([site.url]);
  expect(await context.cookies()).toEqual([]);
});

test("the form's script doesn't load until the form is near", async ({ page, words }) => {
  // Record each script before the page fetches it.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      document.documentElement.dataset.loads += ` ${input}`;
      return fetch(input, init);
    };
  });
  const html = page.locator('html');
  await page.clock.install();
  await page.goto('/', { waitUntil: 'load' });
  await waitForObservers(page);
  await expect(html).not.toHaveAttribute('data-loads');
  await page.clock.runFor(1_000);
  // A screen reader may reach this field next without any scrolling.
  await expect(page.getByLabel(words.areaCheck.question)).toBeAttached();
  await expect(html).toHaveAttribute('data-loads', /show-area-check/);
  await expect(html).not.toHaveAttribute('data-loads', /hydrate|react|find-area/);
});

test('a press on a link to the form loads React at once', async ({ page, form, words }) => {
  await page.goto('/');
  const link = page.locator('h1 ~ div').getByRole('link', { name: words.hero.request, exact: true });
  await expect(link).toHaveAttribute('href', `#${contactAnchor}`);
  await link.dispatchEvent('pointerdown');
  await expect(form.element).toHaveAttribute('novalidate');
  expect(await page.evaluate(() => scrollY)).toBe(0);
});

/** Waits until a new observer has reported. The page's own observers are older, so they have reported by then. */
const waitForObservers = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((reported) => {
        const form = document.querySelector('#contact-form') as Element;
        new IntersectionObserver(() => reported(), { rootMargin: '600px' }).observe(form);
      }),
  );
