import type { Locator } from '@playwright/test';
import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { words as allWords } from '../../content/words/index.ts';
import { callLink } from '../../site/facts.ts';
import { pathOf as pathIn } from '../../site/routes.ts';
import { accessibleText } from './accessible-text.ts';
import { expect, test } from './fixtures.ts';

for (const language of Object.keys(allWords) as Language[]) {
  test(`in ${language} the number comes early and large, above the request`, async ({ page }) => {
    const { hero } = allWords[language];
    const call = page.getByRole('link', { name: `${hero.call} ${printedPhone(business.phone)}` });
    const number = call.getByText(printedPhone(business.phone));
    const size = async () =>
      Number.parseFloat(await number.evaluate((shown) => getComputedStyle(shown).fontSize));
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(pathIn('landing', language));
    await page.evaluate(() => document.fonts.ready);
    await expect(call).toHaveAttribute('href', callLink);
    expect(await size()).toBeGreaterThanOrEqual(38);
    expect(await bottomOf(call)).toBeLessThanOrEqual(330);
    const request = page.locator('h1 ~ div').getByRole('link', { name: hero.request, exact: true });
    expect(await bottomOf(request)).toBeLessThanOrEqual(560);
    // A screen reader's words do not run together, though each sentence is a block.
    expect(await accessibleText(page, 'h1')).toBe(hero.headline);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(call).toBeInViewport({ ratio: 1 });
    expect(await bottomOf(page.getByRole('banner'))).toBeLessThanOrEqual(390 / 5);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await size()).toBeGreaterThanOrEqual(64);
    await expect(request).toBeInViewport({ ratio: 1 });
  });
}

test('the first screen moves once, for at most five seconds, and not with reduced motion', async ({
  page,
}) => {
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime))
        .filter((end) => end > 0),
    );
  await page.goto('/');
  expect(await moving()).toEqual([]);
  // It begins now, however long the page took to load.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const ends = await moving();
  expect(ends.length).toBeGreaterThan(0);
  expect(Math.max(...ends)).toBeLessThanOrEqual(5_000);
});

async function bottomOf(element: Locator): Promise<number> {
  const { y = Number.NaN, height = 0 } = (await element.boundingBox()) ?? {};
  return y + height;
}
