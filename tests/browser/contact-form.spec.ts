import type { Locator } from '@playwright/test';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { words as allWords } from '../../content/words/index.ts';
import { honeypotName, sentAnchor } from '../../contract/contact-fields.ts';
import { facts } from '../../site/facts.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { pathOf as pathIn } from '../../site/routes.ts';
import { driver, empty } from './contact-form.ts';
import { expect, test } from './fixtures.ts';
import { recordShifts, shiftsOf } from './layout-shifts.ts';

test('a request becomes one email, and is confirmed @desktop', async ({ page, form, words, language }) => {
  const { sent, close } = words.outcome;
  const { receipt } = words.roadside;
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.toasts.sent).toContainText(sent.title);
  await expect(form.toasts.sent).toContainText(sent.description);
  await form.expectValues(empty);
  await expect(form.receipt).toBeFocused();
  await page.getByRole('button', { name: close }).click();
  await expect(form.toasts.sent).toBeEmpty();
  const mail = await form.onlyEmail();
  const [, reference = ''] = mail.subject?.match(/ · ([2-9A-HJ-NP-Z]{6})$/) ?? [];
  await expect(form.outcome).toContainText(`${receipt.reference} ${reference}`);
  await expect(form.outcome).toContainText(receipt.next);
  for (const said of [driver.name, driver.phone]) expect(mail.text).toContain(said);
  expect(mail.text).toContain({ en: 'English, ', es: 'Spanish, ' }[language]);
  expect(mail.replyTo).toBe(driver.email);
});

test('a refusal keeps every value and says how to reach us', async ({ page, form, words }) => {
  const { failed } = words.outcome;
  await form.answer((route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }));
  await page.setViewportSize({ width: 768, height: 800 });
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.toasts.failed).toContainText(failed.title);
  await expect(form.toasts.failed).toContainText(interpolate(failed.description, facts));
  // On one line: a number that is split is read wrong.
  const phone = form.toasts.failed.getByText(facts.phone, { exact: true });
  expect(await phone.evaluate((number) => number.getClientRects().length)).toBe(1);
  await form.expectValues(form.values);
  await expect(form.button).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form.toasts.failed).toBeEmpty();
  await expect(form.outcome).toContainText(words.roadside.failed.title);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form posts natively, with the same outcome @desktop', async ({ page, form, words, pathOf }) => {
    const { sent } = words.outcome;
    await page.goto(form.path);
    await expect(page.getByText(sent.title)).toBeHidden();
    await form.fill();
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await form.button.click();
    expect(new URLSearchParams((await posted).postData() ?? '').get(honeypotName)).toBe('');
    await expect(page).toHaveURL(pathOf('landing', sentAnchor));
    await expect(form.outcome).toContainText(sent.title);
    await expect(form.outcome).toContainText(sent.description);
    await expect(form.outcome).toBeInViewport();
    await form.expectValues(empty);
    await form.onlyEmail();
  });
});

test('a request posted before the script arrives takes its draft along', async ({ page, form, words }) => {
  await form.open();
  await form.fill();
  let isLost = true;
  // Then it neither arrives nor fails.
  await page.route('**/_astro/hydrate*', (route) => (isLost ? undefined : route.continue()));
  await page.reload();
  await form.fill();
  isLost = false;
  await form.button.click();
  await expect(page).toHaveURL(`/#${sentAnchor}`);
  await expect(form.outcome).toContainText(words.outcome.sent.title);
  await form.onlyEmail();
  await form.whole();
  await page.reload();
  await form.button.scrollIntoViewIfNeeded();
  await form.whole();
  await form.expectValues(empty);
});

test('the outcome, opened by itself, is none', async ({ page, form, words }) => {
  await form.open();
  await form.fill();
  await page.goto('about:blank');
  await page.goto(`/#${sentAnchor}`);
  await form.button.scrollIntoViewIfNeeded();
  await form.whole();
  await expect(page.getByText(words.outcome.sent.title)).toBeHidden();
  await form.expectValues(form.values);
});

test('a draft survives reload and language @desktop', async ({ page, form, words, language, openMenu }) => {
  const [other, place] = {
    // On a phone through the menu, on the desktop through the strip above.
    en: ['es', page.getByRole('navigation', { name: words.header.mainNavigation })],
    es: ['en', page.getByRole('banner')],
  }[language] as [Language, Locator];
  await form.open();
  await form.fill();
  await page.reload();
  await form.whole();
  await form.expectValues(form.values);

  await openMenu();
  await place.getByRole('link', { name: languages[other].name, exact: true }).click();
  await expect(page).toHaveURL(pathIn('landing', other));
  await page.getByRole('form', { name: allWords[other].form.title }).scrollIntoViewIfNeeded();
  await expect(page.getByRole('button', { name: allWords[other].roadside.card.open })).toBeVisible();
  await expect(page.locator('#contact-message')).toHaveValue(form.values.message);
});

test.describe('on I-45 north of downtown Houston', () => {
  test.use({
    geolocation: { latitude: 29.8195, longitude: -95.3767, accuracy: 12 },
    permissions: ['geolocation'],
  });

  test('an emergency takes seven taps, on 1,250 pixels @desktop', async ({ page, form, words, pathOf }) => {
    const message = "Lost power, won't restart";
    const title = page.getByRole('heading', { name: words.form.title });
    let taps = 0;
    const tap = async (target: typeof form.button) => {
      await target.click();
      taps += 1;
    };
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(pathOf('landing'));
    await tap(page.getByRole('link', { name: words.services.orRequest }));
    await expect(title).toBeInViewport({ ratio: 1 });
    // The link lands on the form's title: on the section's, the chosen service is below the screen.
    await expect(form.fields.service).toBeInViewport({ ratio: 1 });
    await form.whole();
    await tap(form.fields.name);
    // A press on what the browser offers to fill in.
    for (const name of ['name', 'phone', 'email'] as const) await form.fields[name].fill(driver[name]);
    taps += 1;
    await tap(page.getByRole('button', { name: words.roadside.position.ask }));
    // The browser asks, too.
    taps += 1;
    await expect(page.locator('.roadside-sign')).toContainText('40');
    await tap(form.fields.message);
    const height = await form.element.evaluate((element) => {
      const title = document.getElementById('request')?.getBoundingClientRect();
      return element.getBoundingClientRect().bottom - (title?.top ?? Number.NaN);
    });
    expect(height).toBeLessThanOrEqual(1_250);
    await page.keyboard.type(message);
    await tap(form.button);
    await expect(form.receipt).toBeFocused();
    expect({ taps, characters: message.length }).toEqual({ taps: 7, characters: 25 });
  });
});

test('the board answers "Do we come to you?", and nothing moves @desktop', async ({
  page,
  words,
  pathOf,
}) => {
  const { areaCheck } = words;
  await recordShifts(page);
  await page.goto(pathOf('landing'));
  await page.evaluate(() => document.fonts.ready);
  await shiftsOf(page);
  const field = page.getByLabel(areaCheck.question);
  const board = page.getByRole('heading', { level: 1 });
  const height = (await board.boundingBox())?.height ?? Number.NaN;
  const { city = '', averageMinutes: minutes = 0, towns: [town] = [] } = areas[0] ?? {};
  for (const [typed, said] of [
    [town?.name ?? '', areaCheck.inside.map((line) => interpolate(line, { city, minutes }))],
    ['Nowhere', areaCheck.ask],
  ] as const) {
    await field.fill(typed);
    await field.press('Enter');
    await expect(board).toHaveText(said.join(' '));
    await expect(board).toBeInViewport({ ratio: 1 });
    expect((await board.boundingBox())?.height).toBeGreaterThanOrEqual(height);
  }
  await page.locator('#area-check').getByRole('button', { name: areaCheck.clear }).click();
  await expect(board).toHaveText(words.hero.headline);
  await expect(field).toBeFocused();
  expect(await shiftsOf(page)).toEqual([]);
});
