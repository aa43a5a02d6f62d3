import { business } from '../../content/business.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { expect, test } from './fixtures.ts';

test.skip(({ viewport }) => (viewport?.width ?? 0) < 960, 'sets its own size');

test('on a phone in landscape the call link comes first', async ({ page, words, pathOf }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto(pathOf('landing'));
  const header = await page.getByRole('banner').boundingBox();
  expect(header?.height).toBeLessThanOrEqual(390 / 5);
  const call = page.getByRole('link', { name: `${words.hero.call} ${printedPhone(business.phone)}` });
  await expect(call).toBeInViewport({ ratio: 1 });
  await expect(
    page.getByRole('main').getByText(words.header.emergency, { exact: true }).first(),
  ).toBeHidden();
  await expect(page.getByRole('banner').locator('a[hreflang]').first()).toBeInViewport({ ratio: 1 });
});

test("the header's call link turns orange once less than 60% of the hero's orange link is visible", async ({
  page,
  pathOf,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(pathOf('landing'));
  const header = page.getByRole('banner');
  // The call, or the request where calls are answered in another language.
  const orange = page.locator('main [data-call]').first();
  await expect(header).not.toHaveAttribute('data-primary');
  // Half of it under the header: a sliver does not count as in view.
  await orange.evaluate((link) => {
    const { top, height } = link.getBoundingClientRect();
    scrollTo({ top: scrollY + top + height / 2 - 64, behavior: 'instant' });
  });
  await expect(header).toHaveAttribute('data-primary', '');
});
