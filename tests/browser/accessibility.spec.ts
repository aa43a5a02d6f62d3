import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { en } from '../../content/words/en.ts';
import { expect, test } from './fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`by ${colorScheme === 'light' ? 'day' : 'night'}`, () => {
    test.use({ colorScheme });

    for (const path of ['/', '/about', '/nowhere']) {
      test(`axe finds nothing on ${path}`, async ({ page, expectedErrors }) => {
        expectedErrors.push(/status of 404/);
        await page.goto(path);
        await expectNothing(page);
      });
    }

    test('axe finds nothing while the menu is open', async ({ page, openMenu }) => {
      await page.goto('/');
      await openMenu();
      await expectNothing(page);
    });

    test('axe finds nothing while errors are shown', async ({ page, form }) => {
      await form.open();
      await form.button.click();
      await expectNothing(page);
    });

    for (const status of [200, 503]) {
      test(`axe finds nothing after an answer of ${status}`, async ({ page, form, expectedErrors }) => {
        expectedErrors.push(/status of 503/);
        await form.answer((route) => route.fulfill({ status, json: {} }));
        await form.open();
        await form.fill('Nothing is stored of this.');
        await form.button.click();
        await expect(page.getByRole('button', { name: en.outcome.close })).toBeVisible();
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
