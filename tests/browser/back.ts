import type { Page } from '@playwright/test';
import { otherLanguage } from '../support/example-facts.ts';
import { emptyFields } from '../support/example-request.ts';
import { type ContactForm, contactForm } from './contact-form.ts';
import { expect, test } from './fixtures.ts';

/**
 * Tests of Back, in a browser that keeps pages for it or in one that loads them again. A draft is written on one page,
 * and is sent, cleared or changed on another page of the tab.
 */
export function testBack(isKept: boolean): void {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.kept = String(persisted);
      });
    }),
  );

  test('Back shows no draft that was sent in the other language', async ({ page, form, site, pathOf }) => {
    await form.open(pathOf('landing'));
    await form.fill();
    const other = contactForm(page, site, otherLanguage, form.values.message, []);
    await other.open();
    await other.button.click();
    await expect(other.receipt).toBeVisible();
    await goBack(page, 1, pathOf('landing'));
    await expectEmpty(form, page);
    await form.onlyEmail();
  });

  test('Back shows no draft that was cleared on another page', async ({ page, form, pathOf }) => {
    await writeOnTwoPages(form, page, pathOf('landing'), pathOf('about'));
    await page.locator('.roadside-clear').click();
    await expect(form.fields.message).toHaveValue('');
    await goBack(page, 2, pathOf('landing'));
    await expectEmpty(form, page);
  });

  test('Back shows the draft as another page changed it', async ({ page, form, pathOf }) => {
    await writeOnTwoPages(form, page, pathOf('landing'), pathOf('about'));
    await form.fields.phone.fill('281 555 0123');
    await goBack(page, 2, pathOf('landing'));
    await form.whole();
    await form.expectValues({ ...form.values, phone: '281 555 0123' });
  });

  async function expectEmpty(form: ContactForm, page: Page) {
    await form.whole();
    await form.expectValues(emptyFields);
    await expect(page.locator('html')).toHaveAttribute('data-kept', String(isKept));
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  }
}

/** Writes a draft on the first page, which a third page carries on. */
async function writeOnTwoPages(form: ContactForm, page: Page, first: string, second: string) {
  await form.open(first);
  await form.fill();
  await page.goto(second);
  await form.open();
  await form.expectValues(form.values);
}

/** In one step: while Chromium shows a page that it kept, it can't be asked to go back further. */
async function goBack(page: Page, pages: number, path: string) {
  // After this call has returned: going back ends it.
  await page.evaluate((count) => void requestAnimationFrame(() => history.go(-count)), pages);
  await expect(page).toHaveURL(path);
}
