import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

for (const colorScheme of ['light', 'dark'] as const) {
  // Interactive states are the same at every width and in every language.
  const tag = '@once';
  test.describe(`axe finds nothing by ${colorScheme === 'light' ? 'day' : 'night'}`, () => {
    test.use({ colorScheme });

    for (const route of ['landing', 'about'] as const) {
      test(`on the ${route} page`, async ({ page, pathOf }) => {
        await page.goto(pathOf(route));
        await expectNothing(page);
      });
    }

    test('on the 404 page', { tag }, async ({ page, expectedErrors }) => {
      expectedErrors.push(/status of 404/);
      await page.goto('/nowhere');
      await expectNothing(page);
    });

    test('while the menu is open', { tag }, async ({ page, pathOf, openMenu }) => {
      await page.goto(pathOf('landing'));
      await openMenu();
      await expectNothing(page);
    });

    test('in the lightbox', { tag }, async ({ page, pathOf }) => {
      await page.goto(pathOf('landing'));
      await page.locator('#gallery figure').getByRole('link').first().press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNothing(page);
    });

    test('on the rejection page', { tag }, async ({ page, form, words, expectedErrors }) => {
      expectedErrors.push(/status of 422/);
      await page.route('**/_astro/hydrate*', () => {});
      await page.goto(form.path);
      await form.fill('Refused for its blank name');
      await form.fields.name.fill(' ');
      await form.button.click();
      await expect(page.getByText(words.rejection.reasons.invalid)).toBeVisible();
      await expectNothing(page);
    });

    test('with validation errors', { tag }, async ({ page, form }) => {
      await form.open();
      await form.button.click();
      await expectNothing(page);
    });

    test('with position, hints and dispatch card on the smallest screen', { tag }, async ({
      page,
      form,
      words,
      context,
    }) => {
      const { position, hints, safety, card } = words.roadside;
      await context.grantPermissions(['geolocation']);
      await context.setGeolocation({ latitude: 29.8195, longitude: -95.3767, accuracy: 12 });
      await page.setViewportSize({ width: 320, height: 640 });
      await form.open();
      await form.fields.service.selectOption('emergency');
      await page.getByText(safety.summary).click();
      await page.getByText(hints.summary).click();
      await page.getByRole('button', { name: position.ask }).click();
      await expect(page.locator('.roadside-sign')).toBeVisible();
      await expectNothing(page);
      await page.getByRole('button', { name: card.open }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNothing(page);
      await page.keyboard.press('Escape');
    });

    test('while retrying, and without a position', { tag }, async ({ page, form, words }) => {
      const { position, trying } = words.roadside;
      await page.clock.install();
      await form.answer(() => {});
      await page.setViewportSize({ width: 320, height: 640 });
      await form.open();
      await form.fill('No answer yet');
      await page.evaluate(() => {
        navigator.geolocation.getCurrentPosition = (_found, failed) =>
          failed?.({ code: 1 } as GeolocationPositionError);
      });
      await page.getByRole('button', { name: position.ask }).click();
      await expect(page.getByText(position.denied)).toBeVisible();
      await form.button.click();
      await page.clock.runFor(6_000);
      await expect(page.getByText(trying)).toBeVisible();
      await page.clock.resume();
      await expectNothing(page);
    });

    test('with a result of "Do you come here?"', { tag }, async ({ page, words, pathOf }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto(pathOf('landing', 'service-area'));
      await page.locator('#area-check').scrollIntoViewIfNeeded();
      await page.getByLabel(words.areaCheck.question).fill('Dallas');
      await page.keyboard.press('Enter');
      await expect(page.locator('#area-check p')).toContainText(words.areaCheck.ask);
      await expectNothing(page);
    });

    for (const status of [200, 503]) {
      test(`after a ${status} response`, { tag }, async ({ page, form, words, expectedErrors }) => {
        expectedErrors.push(/status of 503/);
        await form.answer((route) => route.fulfill({ status, json: {} }));
        await form.open();
        await form.fill('Nothing is stored of this.');
        await form.button.click();
        await expect(page.getByRole('button', { name: words.outcome.close })).toBeVisible();
        await expectNothing(page);
      });
    }
  });
}

async function expectNothing(page: Page) {
  // What the sticky header covers at the moment can be scrolled from under it: no target is too small for that.
  await page.locator('body > header').evaluateAll((headers) => {
    for (const header of headers) header.style.setProperty('position', 'static');
  });
  const { violations } = await new AxeBuilder({ page })
    .withTags(tags)
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
