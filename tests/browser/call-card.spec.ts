import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

for (const status of [200, 503]) {
  test(`the open call card shows the outcome of a ${status} response`, async ({ page, form, words }) => {
    const { card, receipt, failed } = words.extras;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await form.answer(async (route) => {
      await held;
      await (status === 200 ? route.continue() : route.fulfill({ status }));
    });
    await form.open();
    await form.fill();
    await form.button.click();
    await form.card.click();
    answer();
    const dialog = page.getByRole('dialog', { name: card.title });
    const outcome = status === 200 ? (receipt.board[0] ?? '') : `${failed.board[0]} ${failed.kept}`;
    await expect(dialog.getByText(outcome)).toBeInViewport({ ratio: 1 });
    const toast = form.toasts[status === 200 ? 'sent' : 'failed'].locator('.toast');
    await expect(toast).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(toast).toBeVisible();
    await expect(status === 200 ? form.receipt : form.button).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toast).toBeHidden();
    if (status === 200) {
      await form.onlyEmail();
    }
  });
}

test('closing the call card returns the focus to its button', async ({ page, form, words }) => {
  await form.open();
  // In Safari, a press doesn't focus a button.
  await form.card.evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('dialog', { name: words.extras.card.title })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form.card).toBeFocused();
});

test('the page does not scroll behind a dialog @desktop', async ({ page, form, words }) => {
  const { card } = words.extras;
  await form.open();
  await form.card.click();
  const dialog = page.getByRole('dialog', { name: card.title });
  await expect(dialog).toBeVisible();
  await expectNoScrolling(page);
  await page.keyboard.press('Escape');
  await expect(form.card).toBeInViewport();
  await page.locator('#gallery li:first-child a').press('Enter');
  await expect(page.locator('#viewer')).toBeVisible();
  await expectNoScrolling(page);
});

/** Turns the wheel up and down, over the dialog and next to it, and expects the page not to scroll. */
async function expectNoScrolling(page: Page) {
  const scrolled = () => page.evaluate(() => scrollY);
  const before = await scrolled();
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  for (const [x, y] of [
    [width / 2, height / 2],
    [4, 4],
  ] as const) {
    await page.mouse.move(x, y);
    for (const by of [-400, 400, 400]) {
      await page.mouse.wheel(0, by);
      // A page that scrolls has moved after two frames.
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
      );
      // At the first turn of the wheel, Chromium rounds the position to a whole pixel, even if nothing scrolls.
      expect(Math.abs((await scrolled()) - before)).toBeLessThan(1);
    }
  }
}
