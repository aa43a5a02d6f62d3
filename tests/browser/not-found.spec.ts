import { business } from '../../content/business.ts';
import { defaultLanguage, languages } from '../../content/languages.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { words as allWords } from '../../content/words/index.ts';
import { callLink } from '../../site/facts.ts';
import { otherLanguage } from '../support/example-facts.ts';
import { expect, setTextSize, test } from './fixtures.ts';
import { findLayoutErrors } from './layout-faults.ts';

test('an unknown path answers 404 and links home on every screen', async ({ page, expectedErrors }) => {
  const { path } = languages[otherLanguage];
  const { notFound } = allWords[otherLanguage];
  expectedErrors.push(/status of 404/);
  const log = page.waitForEvent('console', (message) => message.type() === 'log');
  const answer = await page.goto(`${path}trucks/42?name=Ana`);
  expect(answer?.status()).toBe(404);
  expect((await log).text()).toBe(`Page not found: ${path}trucks/42`);
  await expect(page.locator('html')).toHaveAttribute('lang', otherLanguage);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFound.headline);
  await expect(page.getByText(allWords[defaultLanguage].notFound.headline)).toBeVisible();
  const call = page.getByRole('link', { name: formatPhone(business.phone) });
  const home = page.getByRole('link', { name: notFound.home, exact: true });
  await expect(call).toHaveAttribute('href', callLink);
  for (const [width, height] of [
    [360, 640],
    [568, 320],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const link of [home, call]) {
      await expect(link).toBeInViewport({ ratio: 1 });
    }
  }
  for (const [size, widths] of [
    [16, [320, 412, 768, 1024, 1440]],
    [32, [320, 360, 412, 700, 768]],
  ] as const) {
    await setTextSize(page, size);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 });
      expect(await findLayoutErrors(page), `${size} px of text at ${width} px`).toEqual([]);
    }
  }
  await home.click();
  await expect(page).toHaveURL(path);
});
