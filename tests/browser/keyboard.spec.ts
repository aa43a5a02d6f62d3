import { expect, test } from './fixtures.ts';

test('the skip link and section links move the focus to headings', async ({ page, words }) => {
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
  // A focusable landmark would take the focus from visitors who read in it.
  await expect(page.locator('main[tabindex], section[tabindex]')).toHaveCount(0);
});

test('every tab stop and its whole ring are visible in both directions @desktop', async ({
  page,
  form,
  words,
  getPagePath,
}) => {
  await form.open(getPagePath('landing'));
  await expect(page.getByLabel(words.areaCheck.question)).toBeVisible();
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  // The first tab stop is the skip link. The last is the link at the end of the footer.
  const ends = { Tab: 'footer p:last-child small:last-child a', 'Shift+Tab': '.skip-link' };
  for (const [key, end] of Object.entries(ends)) {
    for (let stop = 1, isLast = false; !isLast; stop += 1) {
      await page.keyboard.press(key);
      const seen = await page.evaluate(describeFocus, end);
      expect(seen.fault, `${key} ${stop}`).toBeUndefined();
      expect(await page.evaluate(findRingFaults), `${key} ${stop}`).toEqual([]);
      isLast = seen.isLast;
    }
  }
});

/** Returns whether the focus is at the last stop, and why the focus is not visible, if so. Runs in the page. */
function describeFocus(end: string): { isLast: boolean; fault?: string } {
  const focused = document.activeElement;
  if (!focused || focused === document.body) {
    return { isLast: true, fault: 'the focus is on the body' };
  }
  const isLast = focused.matches(end);
  const box = focused.getBoundingClientRect();
  const name = focused.textContent?.trim() || focused.id;
  if (box.bottom <= 0 || box.top >= innerHeight) {
    return { isLast, fault: `"${name}" is out of sight` };
  }
  const middle = (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2;
  const inScreen = Math.max(1, Math.min(innerHeight - 1, middle));
  const seen = document.elementFromPoint(box.left + Math.min(box.width, 40) / 2, inScreen);
  const isCovered = !focused.contains(seen) && !seen?.contains(focused);
  return isCovered ? { isLast, fault: `"${name}" is under ${seen?.className}` } : { isLast };
}

/** Lists the elements that cut or touch the ring around the focused element. Runs in the page. */
function findRingFaults(): string[] {
  const focused = document.activeElement as Element;
  const name = focused.textContent?.trim() || focused.id;
  // The ring of a service's link is around its whole row.
  const row = focused.closest('li:has(h3 a)');
  const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(focused, row ? '::before' : null);
  if (outlineStyle === 'none') {
    return [`"${name}" has no ring`];
  }
  // The skip link is shown on top of the header.
  if (getComputedStyle(focused).position === 'absolute') {
    return [];
  }
  const beyond = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset);
  const { left, top, right, bottom } = (row ?? focused).getBoundingClientRect();
  const ring = { left: left - beyond, top: top - beyond, right: right + beyond, bottom: bottom + beyond };
  const faults: string[] = [];
  for (
    let around = focused.parentElement;
    around && around !== document.body;
    around = around.parentElement
  ) {
    if (getComputedStyle(around).overflow === 'visible') {
      continue;
    }
    const box = around.getBoundingClientRect();
    const isInside =
      box.left <= ring.left && box.top <= ring.top && box.right >= ring.right && box.bottom >= ring.bottom;
    if (!isInside) {
      faults.push(`the ring of "${name}" is cut by ${around.className}`);
    }
  }
  for (const other of document.querySelectorAll('a, button, select, textarea, input:not([tabindex="-1"])')) {
    const box = other.getBoundingClientRect();
    const isApart =
      box.left >= ring.right || box.right <= ring.left || box.top >= ring.bottom || box.bottom <= ring.top;
    const hasBorder = getComputedStyle(other).borderTopStyle !== 'none' && other.checkVisibility();
    if (hasBorder && !isApart && !other.contains(focused) && !focused.contains(other)) {
      faults.push(`the ring of "${name}" touches "${other.textContent?.trim() || other.id}"`);
    }
  }
  return faults;
}
