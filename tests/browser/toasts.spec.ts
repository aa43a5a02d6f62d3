import type { Locator } from '@playwright/test';
import { interpolate } from '../../content/interpolate.ts';
import { facts } from '../../site/facts.ts';
import { expect, test } from './fixtures.ts';

/** Whether the toast covers an element's upper part, up to the height that a thumb needs. */
const isCovered = (element: Locator) =>
  element.evaluate((covered) => {
    const box = covered.getBoundingClientRect();
    const toast = document.querySelector('.toast')?.getBoundingClientRect();
    return box.top + Math.min(box.height, 48) > (toast?.top ?? Number.NaN) + 1;
  });

const isUnfocused = (element: Element) => document.activeElement !== element;

for (const [width, height] of [
  [360, 640],
  [320, 256],
] as const) {
  test(`at ${width}×${height} an error does not cover the focused element`, async ({ page, form, words }) => {
    const { failed, call } = words.extras;
    await form.answer((route) => route.fulfill({ status: 503 }));
    await page.setViewportSize({ width, height });
    await form.open();
    await form.fill();
    await form.button.click();
    await expect(form.toasts.failed).toContainText(interpolate(words.outcome.failed.description, facts));
    await expect(form.button).toBeFocused();
    // The number is on one line, because people misread a split number.
    const phone = form.toasts.failed.getByText(facts.phone, { exact: true });
    expect(await phone.evaluate((number) => number.getClientRects().length)).toBe(1);
    // A tall enough screen shows every way to reach us at once.
    const ways = [
      form.outcome.getByRole('link', { name: call }),
      form.outcome.getByRole('button', { name: failed.again }),
      form.outcome.getByRole('link', { name: failed.email }),
    ];
    for (const way of height < 640 ? [] : ways) {
      await expect(way).toBeInViewport({ ratio: 1 });
      await expect.poll(() => isCovered(way)).toBe(false);
    }
    // An emergency's form also has its details, a link, and a button for the position.
    for (let stop = 0; stop < 20 && (await form.fields.name.evaluate(isUnfocused)); stop += 1) {
      await page.keyboard.press('Shift+Tab');
      await expect.poll(() => isCovered(page.locator(':focus')), `stop ${stop}`).toBe(false);
    }
    await expect(form.fields.name).toBeFocused();
    await expect(page.locator('.toast')).toBeVisible();
  });
}

test('Escape closes an open menu before an error behind it', async ({ page, form, openMenu, words }) => {
  await form.answer((route) => route.fulfill({ status: 503 }));
  await form.open();
  await form.fill();
  await form.button.click();
  const toast = form.toasts.failed.locator('.toast');
  await expect(toast).toBeVisible();
  await openMenu();
  const menu = page.getByRole('navigation', { name: words.header.mainNavigation });
  const link = menu.getByRole('link', { name: words.navigation.contact, exact: true });
  await expect(link).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(toast).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
});
