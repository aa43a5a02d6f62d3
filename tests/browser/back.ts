import type { Page } from '@playwright/test';
import { storageKeys } from '../../site/contact-form/storage-keys.ts';
import { otherLanguage } from '../support/example-facts.ts';
import { emptyFields } from '../support/example-request.ts';
import { type ContactForm, createContactForm } from './contact-form.ts';
import { expect, test } from './fixtures.ts';

/**
 * Tests Back in a browser that keeps pages for it, or in one that loads them again. In each test, the visitor writes a
 * draft on one page, then sends, clears, or changes the draft on another page of the tab.
 */
export function testBack(isKept: boolean): void {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      addEventListener('pageshow', ({ persisted }) => {
        document.documentElement.dataset.kept = String(persisted);
      });
    }),
  );

  test("Back doesn't restore a draft that was sent in the other language", async ({
    page,
    form,
    site,
    getPagePath,
  }) => {
    await form.open(getPagePath('landing'));
    await form.fill();
    const other = createContactForm(page, site, otherLanguage, form.values.message, []);
    await other.open();
    await other.button.click();
    await expect(other.receipt).toBeVisible();
    await goBack(page, 1, getPagePath('landing'));
    await expectEmpty(form, page);
    await form.onlyEmail();
  });

  test("Back doesn't restore a draft that was cleared on another page", async ({
    page,
    form,
    getPagePath,
  }) => {
    await continueDraftOnThirdPage(form, page, getPagePath('landing'), getPagePath('about'));
    await page.locator('.ContactForm-end button').click();
    await expect(form.fields.message).toHaveValue('');
    await goBack(page, 2, getPagePath('landing'));
    await expectEmpty(form, page);
  });

  test('Back shows the changes that another page made to the draft', async ({ page, form, getPagePath }) => {
    await continueDraftOnThirdPage(form, page, getPagePath('landing'), getPagePath('about'));
    await form.fields.phone.fill('281 555 0123');
    await goBack(page, 2, getPagePath('landing'));
    await form.waitUntilReady();
    await form.expectValues({ ...form.values, phone: '281 555 0123' });
  });

  async function expectEmpty(form: ContactForm, page: Page) {
    await form.waitUntilReady();
    await form.expectValues(emptyFields);
    await expect(page.locator('html')).toHaveAttribute('data-kept', String(isKept));
    expect(await page.evaluate((key) => sessionStorage.getItem(key), storageKeys.draft)).toBeNull();
  }
}

/** Writes a draft on the first page, visits the second, then continues the draft on a third. */
async function continueDraftOnThirdPage(form: ContactForm, page: Page, first: string, second: string) {
  await form.open(first);
  await form.fill();
  await page.goto(second);
  await form.open();
  await form.expectValues(form.values);
}

/** Goes back in one step, because a test can't ask Chromium to go back further from a kept page. */
async function goBack(page: Page, pages: number, path: string) {
  // Wait until this call has returned, because going back would end it.
  await page.evaluate((count) => void requestAnimationFrame(() => history.go(-count)), pages);
  await expect(page).toHaveURL(path);
}
