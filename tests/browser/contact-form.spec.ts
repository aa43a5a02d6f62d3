import { interpolate } from '../../content/interpolate.ts';
import { words as allWords } from '../../content/words/index.ts';
import { fieldNames, honeypotName } from '../../contract/contact-fields.ts';
import { formTitleId } from '../../contract/link-targets.ts';
import { getPagePath as getPathInLanguage } from '../../site/routes.ts';
import { otherLanguage } from '../support/example-facts.ts';
import { driver, nearby } from './contact-form.ts';
import { expect, test } from './fixtures.ts';
import { readShifts, recordShifts } from './layout-shifts.ts';

test('the form sends one email and confirms the request @desktop', async ({ form, words, language }) => {
  const { sent } = words.outcome;
  const { receipt } = words.extras;
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.toasts.sent).toContainText(sent.title);
  await expect(form.toasts.sent).toContainText(sent.description);
  const mail = await form.onlyEmail();
  const [, reference = ''] = mail.subject?.match(/ · ([2-9A-HJ-NP-Z]{6})$/) ?? [];
  expect(reference).toHaveLength(6);
  await expect(form.outcome).toContainText(interpolate(receipt.board.join(' '), { reference }));
  await expect(form.outcome).toContainText(receipt.next);
  for (const detail of [driver.name, driver.phone]) {
    expect(mail.text).toContain(detail);
  }
  expect(mail.text).toContain(`${new Intl.DisplayNames('en-US', { type: 'language' }).of(language)}, `);
  expect(mail.replyTo).toBe(driver.email);
});

test('the form suggests a correction for a misspelled address @desktop', async ({ page, form, words }) => {
  const question = page.getByRole('button', {
    name: interpolate(words.form.didYouMean, { address: 'ana@gmail.com' }),
  });
  await recordShifts(page);
  await form.open();
  await form.fields.email.pressSequentially('ana@gmail.con');
  await question.click();
  await expect(form.fields.email).toHaveValue('ana@gmail.com');
  await expect(form.fields.email).toBeFocused();
  await expect(question).toHaveCount(0);
  // Until the visitor leaves the field, this may still become gmail.com.
  await form.fields.email.fill('ana@gmail.co');
  await expect(question).toHaveCount(0);
  // A key, because Chromium expects no shift when a script moves the focus.
  await page.keyboard.press('Tab');
  await expect(question).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(question).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(form.fields.email).toHaveValue('ana@gmail.com');
  await expect(form.fields.email).toBeFocused();
  expect(await readShifts(page)).toEqual([]);
});

test('an open suggestion for the address never blocks Send', async ({ form }) => {
  await form.open();
  await form.fill();
  await form.fields.email.fill('Ana <ana@gmial.con>');
  await form.button.click();
  await expect(form.receipt).toBeVisible();
  expect((await form.onlyEmail()).replyTo).toBe('ana@gmial.con');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the browser posts the form and shows a confirmation page @desktop', async ({
    page,
    form,
    words,
    getPagePath,
  }) => {
    const { sent } = words.outcome;
    await page.goto(form.path);
    await form.fill();
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await form.button.click();
    expect(new URLSearchParams((await posted).postData() ?? '').get(honeypotName)).toBe('');
    await expect(page).toHaveURL(({ pathname, hash }) => pathname === getPagePath('sent') && hash.length > 1);
    await expect(page.getByRole('heading', { name: sent.title })).toBeInViewport();
    await expect(page.getByText(sent.description)).toBeInViewport();
    await expect(page.getByRole('main').getByRole('link', { name: words.extras.call })).toBeInViewport();
    await form.onlyEmail();
    await page.getByRole('link', { name: words.sent.home }).click();
    await expect(page).toHaveURL(getPagePath('landing'));
  });

  test('Back after a failed post restores every field', async ({ page, form }) => {
    await page.goto(form.path);
    await form.fill();
    const body = "The server's page, since Chromium's own may show before the fields are saved";
    await form.answer((route) => route.fulfill({ status: 503, contentType: 'text/html', body }));
    await form.button.click();
    await expect(page.getByText(body)).toBeVisible();
    await page.goBack();
    await form.expectValues(form.values);
  });
});

test.describe('on a highway north of downtown', () => {
  test.use({ geolocation: nearby, permissions: ['geolocation'] });

  test('a draft survives a reload and a change of language', async ({ page, form, words }) => {
    await form.open();
    await form.fill();
    await page.getByRole('button', { name: words.extras.position.ask }).click();
    await expect(page.locator('.location-sign')).toBeVisible();
    await recordShifts(page);
    await page.reload();
    await form.waitUntilReady();
    await form.expectValues(form.values);
    expect(await readShifts(page)).toEqual([]);
    // The location and its sign return with the next press.
    await form.fields.name.click();
    await expect(page.locator('.location-sign')).toBeVisible();
    const { form: text, extras } = allWords[otherLanguage];
    await page.goto(getPathInLanguage('landing', otherLanguage));
    await page.getByRole('form', { name: text.title }).scrollIntoViewIfNeeded();
    await expect(page.getByRole('button', { name: extras.card.open })).toBeVisible();
    await expect(page.getByLabel(text.labels.message, { exact: true })).toHaveValue(form.values.message);
  });

  test('an emergency request needs few taps within 1,250 pixels @desktop', async ({
    page,
    form,
    words,
    getPagePath,
  }) => {
    // Find the title by its id, because a service's heading begins with the same words in Spanish.
    const title = page.locator(`#${formTitleId}`);
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(getPagePath('landing'));
    await page.getByRole('link', { name: words.services.orRequest }).click();
    // The link must land on the form's title. From the section's title, the chosen service would be below the
    // screen.
    await expect(title).toBeInViewport({ ratio: 1 });
    // Further fields make the form longer.
    if (fieldNames.length === 5) {
      await expect(form.fields.service).toBeInViewport({ ratio: 1 });
    }
    await form.waitUntilReady();
    await form.fields.name.click();
    // The browser offers to fill in these three fields with one press.
    for (const name of ['name', 'phone', 'email'] as const) {
      await form.fields[name].fill(driver[name]);
    }
    await page.getByRole('button', { name: words.extras.position.ask }).click();
    await expect(page.locator('.location-sign')).toContainText('40');
    await form.fields.message.click();
    const top = (await title.boundingBox())?.y ?? Number.NaN;
    const { y = Number.NaN, height = 0 } = (await form.element.boundingBox()) ?? {};
    expect(y + height - top).toBeLessThanOrEqual(1_250 + 100 * (fieldNames.length - 5));
    await page.keyboard.type("Lost power, won't restart");
    await form.button.click();
    await expect(form.receipt).toBeFocused();
  });
});
