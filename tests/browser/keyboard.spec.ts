import { expect, test } from './fixtures.ts';

test('the skip link skips the header, and a section link moves the focus', async ({ page, words }) => {
  await page.goto('/');
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: words.skipLink });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.locator('h1 ~ div').getByRole('link', { name: words.hero.call })).toBeFocused();

  const heading = page.getByRole('heading', { name: words.contact.title });
  await page.getByRole('link', { name: words.gallery.requestDocumentation }).press('Enter');
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(heading).not.toHaveAttribute('tabindex');
  // A focusable landmark takes the focus from whoever reads in it.
  await expect(page.locator('main[tabindex], section[tabindex]')).toHaveCount(0);
});

test('every tab stop is visible, both ways', async ({ page, form, words }) => {
  await form.open('/');
  await expect(page.getByLabel(words.areaCheck.question)).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // The first tab stop is the skip link. The last is the link at the end of the footer.
  const ends = { Tab: 'footer p:last-child small:last-child a', 'Shift+Tab': '.skip-link' };
  for (const [key, end] of Object.entries(ends)) {
    for (let stop = 1, isLast = false; !isLast; stop += 1) {
      await page.keyboard.press(key);
      const seen = await page.evaluate(focus, end);
      expect(seen.fault, `${key} ${stop}`).toBeUndefined();
      isLast = seen.isLast;
    }
  }
});

/** Whether the focus is at the last stop, and why it is not visible, if so. Runs in the page. */
function focus(end: string): { isLast: boolean; fault?: string } {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return { isLast: true, fault: 'the focus is on the body' };
  const isLast = focused.matches(end);
  const box = focused.getBoundingClientRect();
  const name = focused.textContent?.trim() || focused.id;
  if (box.bottom <= 0 || box.top >= innerHeight) return { isLast, fault: `"${name}" is out of sight` };
  const middle = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
  const inScreen = Math.max(1, Math.min(innerHeight - 1, middle));
  const seen = document.elementFromPoint(box.left + Math.min(box.width, 40) / 2, inScreen);
  const isCovered = !focused.contains(seen) && !seen?.contains(focused);
  return isCovered ? { isLast, fault: `"${name}" is under ${seen?.className}` } : { isLast };
}
