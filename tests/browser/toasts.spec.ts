import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** Whether the toast covers the upper part of an element, as much as a thumb needs. */
const isCovered = (element: Locator) =>
  element.evaluate((one) => {
    const box = one.getBoundingClientRect();
    const toast = document.querySelector('.toast')?.getBoundingClientRect();
    return box.top + Math.min(box.height, 48) > (toast?.top ?? Number.NaN) + 1;
  });

test.beforeEach(({ form }) => form.answer((route) => route.fulfill({ status: 503 })));

test('after a failure each way to the business is in view, above the toast', async ({
  page,
  form,
  words,
}) => {
  const { failed, call } = words.roadside;
  await page.setViewportSize({ width: 360, height: 640 });
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.toasts.failed).toContainText(words.outcome.failed.title);
  for (const way of [
    form.outcome.getByRole('link', { name: call }),
    form.outcome.getByRole('button', { name: failed.again }),
    form.outcome.getByRole('link', { name: failed.email }),
  ]) {
    await expect(way).toBeInViewport({ ratio: 1 });
    await expect.poll(() => isCovered(way)).toBe(false);
  }
});

test('a toast never covers the focused element, on the smallest screen', async ({ page, form, words }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.toasts.failed).toContainText(words.outcome.failed.title);
  await expect(form.button).toBeFocused();
  for (const step of ['send', 'message', 'service', 'email', 'phone', 'name']) {
    await expect.poll(() => isCovered(page.locator(':focus')), step).toBe(false);
    await page.keyboard.press('Shift+Tab');
  }
});
