import type { Page } from '@playwright/test';
import { contactPath } from '../../contract/contact-fields.ts';
import { emptyFields } from '../support/example-request.ts';
import { type ContactForm, nearby } from './contact-form.ts';
import { expect, test } from './fixtures.ts';

// If our script can't send the form, the browser does.

test.describe('with a location', () => {
  test.use({ geolocation: nearby, permissions: ['geolocation'] });

  test('the browser sends every answer after an error in our handler', async ({
    page,
    form,
    words,
    expectedErrors,
  }) => {
    expectedErrors.push(/broken by an add-on/);
    await form.open();
    await form.fill();
    await page.getByRole('button', { name: words.extras.position.ask }).click();
    await expect(page.locator('.location-sign')).toBeVisible();
    await page.evaluate(() => {
      crypto.getRandomValues = () => {
        throw new TypeError('broken by an add-on');
      };
    });
    // The browser points out the missing address.
    await form.fields.email.fill('');
    await form.button.click();
    await expect(form.fields.email).toBeFocused();
    expect(await form.fields.email.evaluate((field) => field.matches(':invalid'))).toBe(true);
    await form.fields.email.fill(form.values.email);
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await form.button.click();
    expect((await posted).headers()['content-type']).toBe('application/x-www-form-urlencoded');
    expect((await form.onlyEmail()).text).toContain(`${nearby.latitude}`.slice(0, 7));
  });
});

test('a browser without a feature that our script needs posts the form', async ({ page, form }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'));
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(form.path);
  await form.fill();
  const answered = page.waitForResponse((response) => response.url().includes(contactPath));
  await form.button.click();
  expect((await answered).status()).toBe(303);
  await form.onlyEmail();
  expect(loaded.filter((url) => url.includes('hydrate'))).toEqual([]);
});

// The following tests check the draft of a form that the browser sends.

test('the page after a native post deletes the draft', async ({ page, form, getPagePath }) => {
  await form.open();
  await form.fill();
  const releaseScript = await blockScript(page);
  await page.reload();
  await form.fill();
  await form.button.click();
  await expect(page).toHaveURL(({ pathname, hash }) => pathname === getPagePath('sent') && hash.length > 1);
  await form.onlyEmail();
  expect(await page.evaluate(() => sessionStorage.getItem('draft'))).toBeNull();
  // A reload does not post again.
  await page.reload();
  await releaseScript();
  await page.goBack();
  await expectEmpty(form);
  await page.goto(getPagePath('landing'));
  await expectEmpty(form);
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a rejected native post keeps the draft', async ({ page, form }) => {
  await form.open();
  await form.fill();
  const releaseScript = await blockScript(page);
  await page.reload();
  await form.fill();
  const body = "The server's page";
  await form.answer((route) => route.fulfill({ status: 503, contentType: 'text/html', body }));
  await form.button.click();
  await expect(page.getByText(body)).toBeVisible();
  await releaseScript();
  await page.goBack();
  await form.waitUntilReady();
  await form.expectValues(form.values);
});

test('opening the page after a native post directly keeps the draft', async ({ page, form, getPagePath }) => {
  await form.open();
  await form.fill();
  await page.goto(getPagePath('sent'));
  await form.open();
  await form.expectValues(form.values);
});

/** Blocks React's script until the returned function is called. */
async function blockScript(page: Page) {
  const hydrate = '**/_astro/hydrate*';
  // Without a response, the script neither arrives nor fails.
  await page.route(hydrate, () => undefined);
  return () => page.unroute(hydrate);
}

async function expectEmpty(form: ContactForm) {
  await form.button.scrollIntoViewIfNeeded();
  await form.waitUntilReady();
  await form.expectValues(emptyFields);
}
