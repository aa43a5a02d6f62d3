import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

test('the skip link comes first and skips the header', async ({ page, words, pathOf }) => {
  await page.goto(pathOf('landing'));
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: words.skipLink });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('main').getByRole('link').first()).toBeFocused();
});

test('a link to a section moves the focus to its heading, which gives it up for good', async ({
  page,
  words,
  pathOf,
}) => {
  await page.goto(pathOf('landing'));
  const heading = page.getByRole('heading', { name: words.contact.title });
  await page.getByRole('main').getByRole('link', { name: words.hero.request, exact: true }).press('Enter');
  await expect(heading).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(heading).not.toHaveAttribute('tabindex');
  // A focusable landmark takes the focus from whoever reads in it.
  await expect(page.locator('main[tabindex], section[tabindex]')).toHaveCount(0);
});

for (const route of ['landing', 'about'] as const) {
  test(`every tab stop of the ${route} page is visible, forward and backward`, async ({
    page,
    pathOf,
    words,
    form,
  }) => {
    if (route === 'landing') await form.open();
    await page.goto(pathOf(route));
    const last = page.locator('footer a').last();
    for (const key of ['Tab', 'Shift+Tab']) {
      const end = key === 'Tab' ? last : page.getByRole('link', { name: words.skipLink });
      let stop = 0;
      do {
        await page.keyboard.press(key);
        stop += 1;
        expect(await faultOfFocus(page), `${key} ${stop}`).toBeUndefined();
      } while (!(await end.evaluate((link) => link === document.activeElement)));
    }
  });
}

test('by keyboard alone: an invalid submit, its errors, the fix, the submit', async ({ page, form, words }, {
  testId,
}) => {
  const { problems } = words.form;
  await form.open();
  const title = await page.title();
  await form.fields.name.focus();
  await page.keyboard.type('Ana');
  await page.keyboard.press('Enter');
  await expect(form.fields.phone).toBeFocused();
  await expect(page.getByText(problems.phone.missing)).toBeVisible();
  await expect(page).toHaveTitle(`${words.form.errorTitle} ${title}`);
  await page.keyboard.type('713 555 0199');
  await expect(page.getByText(problems.phone.missing)).toBeHidden();
  await page.keyboard.press('Tab');
  await page.keyboard.type('ana@ortega-hauling.example');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  // Past the position and what becomes of it, the safety rules and the details.
  for (const stop of [
    words.roadside.position.ask,
    words.form.privacyLink,
    words.roadside.safety.summary,
    words.roadside.hints.summary,
  ]) {
    await page.keyboard.press('Tab');
    await expect(page.locator(':focus')).toHaveText(stop);
  }
  await page.keyboard.press('Tab');
  await page.keyboard.type(testId);
  await expect(page).toHaveTitle(title);
  await page.keyboard.press('Tab');
  await expect(form.button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.outcome.getByRole('heading', { name: words.roadside.receipt.title })).toBeFocused();
});

test('a field shows no error on the first blur', { tag: '@once' }, async ({ page, form }) => {
  await form.open();
  for (const field of Object.values(form.fields)) {
    await field.focus();
    await field.blur();
  }
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
  await expect(page.locator('form .field-error')).toHaveCount(0);
});

/** Why the focus is not visible, if so. */
function faultOfFocus(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return 'the focus is on the body';
    const box = focused.getBoundingClientRect();
    const name = focused.textContent?.trim() || focused.id;
    if (box.bottom <= 0 || box.top >= innerHeight) return `"${name}" is out of sight`;
    const middle = Math.max(
      1,
      Math.min(innerHeight - 1, (Math.max(0, box.top) + Math.min(innerHeight, box.bottom)) / 2),
    );
    const seen = document.elementFromPoint(box.left + Math.min(box.width, 40) / 2, middle);
    if (!focused.contains(seen) && !seen?.contains(focused)) return `"${name}" is under ${seen?.className}`;
    return undefined;
  });
}
