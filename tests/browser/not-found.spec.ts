import { business } from '../../content/business.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { words as allWords } from '../../content/words/index.ts';
import { callLink } from '../../site/facts.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/status of 404/);
});

test('an unknown path returns 404, logs the path and leads home', async ({ page, words }) => {
  const log = page.waitForEvent('console', (message) => message.type() === 'log');
  const answer = await page.goto('/trucks/42?name=Ana');
  expect(answer?.status()).toBe(404);
  expect((await log).text()).toBe('Page not found: /trucks/42');
  // In the font of the signs, on a first visit too.
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  expect(fonts.map(({ familyName }) => familyName)).toEqual(['Overpass']);
  await page.getByRole('link', { name: words.notFound.home, exact: true }).click();
  await expect(page).toHaveURL('/');
});

test('the dead-end sign is centered, with the ways out in view', async ({ page }) => {
  const { notFound } = allWords.es;
  await page.goto('/es/nowhere');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.headline);
  await expect(page.getByText(allWords.en.notFound.headline)).toBeVisible();
  const call = page.getByRole('link', { name: printedPhone(business.phone) });
  await expect(call).toHaveAttribute('href', callLink);
  for (const [width, height] of [
    [360, 640],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(page.getByRole('link', { name: notFound.home, exact: true })).toBeInViewport({ ratio: 1 });
    await expect(call).toBeInViewport({ ratio: 1 });
    const off = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const middle = ({ left, right }: DOMRect) => (left + right) / 2;
      const all = Array.from(heading.closest('main')?.children ?? [], (one) => one.getBoundingClientRect());
      const [left, right] = [
        Math.min(...all.map((box) => box.left)),
        Math.max(...all.map((box) => box.right)),
      ];
      const sign = heading.parentElement?.getBoundingClientRect() ?? new DOMRect();
      const text = heading.getBoundingClientRect();
      return { screen: Math.abs(left - (innerWidth - right)), sign: Math.abs(middle(sign) - middle(text)) };
    });
    expect(Math.max(off.screen, off.sign), `${width}×${height}`).toBeLessThanOrEqual(2);
  }
});
