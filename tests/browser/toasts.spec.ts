import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('one orange thing and two call links are in sight, above the toast', async ({ page, form, words }) => {
  const { failed, call, trying } = words.roadside;
  await page.clock.install();
  await page.setViewportSize({ width: 360, height: 640 });
  const gate = Promise.withResolvers<void>();
  let status = 503;
  await form.answer(async (route) => {
    await gate.promise;
    await route.fulfill({ status, json: { ok: true, reference: '7KQ2MA' } });
  });
  await form.open();
  await form.fill();
  await form.button.click();
  await page.clock.runFor(6_000);
  await expect(page.getByText(trying)).toBeInViewport({ ratio: 1 });
  await expectFewCalls(page, 'slow');
  gate.resolve();
  await expect(form.toasts.failed).toContainText(words.outcome.failed.title);
  for (const way of [
    form.outcome.getByRole('link', { name: call }),
    form.outcome.getByRole('button', { name: failed.again }),
    form.outcome.getByRole('link', { name: failed.email }),
  ]) {
    await expect(way).toBeInViewport({ ratio: 1 });
    // The page scrolls it above the toast.
    const isCovered = () =>
      way.evaluate((element) => {
        const toast = document.querySelector('.toast')?.getBoundingClientRect();
        return element.getBoundingClientRect().bottom > (toast?.top ?? Number.NaN);
      });
    await expect.poll(isCovered).toBe(false);
  }
  await expectFewCalls(page, 'failed');
  status = 200;
  await form.button.click();
  await expect(form.receipt).toBeFocused();
  await expectFewCalls(page, 'sent');
});

test('a toast never covers the focused element, on the smallest screen', async ({ page, form, words }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await form.answer((route) => route.fulfill({ status: 503 }));
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.toasts.failed).toContainText(words.outcome.failed.title);
  await expect(form.button).toBeFocused();
  for (const step of ['send', 'message', 'service', 'email', 'phone', 'name']) {
    const isCovered = () =>
      page.evaluate(() => {
        const box = document.activeElement?.getBoundingClientRect() ?? new DOMRect();
        const toast = document.querySelector('.toast')?.getBoundingClientRect();
        return box.top + Math.min(box.height, 48) > (toast?.top ?? Number.NaN) + 1;
      });
    await expect.poll(isCovered, step).toBe(false);
    await page.keyboard.press('Shift+Tab');
  }
});

/** Of what is in sight: the call links, and what is filled with the one color of the call. */
async function expectFewCalls(page: Page, when: string) {
  const inSight = () =>
    page.evaluate(() => {
      const links = Array.from(document.querySelectorAll<HTMLElement>('a[href^="tel:"]')).filter((link) => {
        const { left, top, width, height } = link.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return link.checkVisibility() && hit !== null && link.contains(hit);
      });
      const orange = getComputedStyle(document.querySelector('main [data-call]') as Element).backgroundColor;
      return {
        calls: links.length <= 2,
        orange: links.filter((link) => getComputedStyle(link).backgroundColor === orange).length,
      };
    });
  await expect.poll(inSight, when).toEqual({ calls: true, orange: 1 });
}
