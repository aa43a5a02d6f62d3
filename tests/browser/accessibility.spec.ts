import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing by ${colorScheme === 'light' ? 'day' : 'night'}`, () => {
    test.use({ colorScheme });

    for (const route of ['landing', 'about'] as const) {
      test(`on the ${route} page`, async ({ page, pathOf }) => {
        await page.goto(pathOf(route));
        await expectNothing(page);
      });
    }

    test('on the page for paths that do not exist', async ({ page, expectedErrors }) => {
      expectedErrors.push(/status of 404/);
      await page.goto('/nowhere');
      await expectNothing(page);
    });

    test('while the menu is open', async ({ page, pathOf, openMenu }) => {
      await page.goto(pathOf('landing'));
      await openMenu();
      await expectNothing(page);
    });

    test('while a picture is shown large', async ({ page, pathOf }) => {
      await page.goto(pathOf('landing'));
      await page.locator('#gallery figure').getByRole('link').first().press('Enter');
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNothing(page);
    });

    test('on the page that refuses a form', async ({ page, form, words, expectedErrors }) => {
      expectedErrors.push(/status of 422/);
      await page.route('**/_astro/hydrate*', () => {});
      await page.goto(form.path);
      await form.fill('Refused for its blank name');
      await form.fields.name.fill(' ');
      await form.button.click();
      await expect(page.getByText(words.refusal.reasons.invalid)).toBeVisible();
      await expectNothing(page);
    });

    test('while errors are shown', async ({ page, form }) => {
      await form.open();
      await form.button.click();
      await expectNothing(page);
    });

    for (const status of [200, 503]) {
      test(`after an answer of ${status}`, async ({ page, form, words, expectedErrors }) => {
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
  const { violations } = await new AxeBuilder({ page })
    .withTags(tags)
    .options({ rules: { 'target-size': { enabled: true } } })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
