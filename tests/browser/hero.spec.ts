import type { Locator } from '@playwright/test';
import { business } from '../../content/business.ts';
import type { Language } from '../../content/languages.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { words as allWords } from '../../content/words/index.ts';
import { pathOf as pathIn } from '../../site/routes.ts';
import { accessibleText } from './accessible-text.ts';
import { expect, test } from './fixtures.ts';

test('the number comes early and large: on a phone above 330 px, request above 560 px', async ({ page }) => {
  for (const language of Object.keys(allWords) as Language[]) {
    const { hero } = allWords[language];
    const call = page.getByRole('link', { name: `${hero.call} ${printedPhone(business.phone)}` });
    const number = call.getByText(printedPhone(business.phone));
    const size = async () =>
      Number.parseFloat(await number.evaluate((shown) => getComputedStyle(shown).fontSize));
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(pathIn('landing', language));
    await page.evaluate(() => document.fonts.ready);
    expect(await size()).toBeGreaterThanOrEqual(38);
    expect(await bottomOf(call)).toBeLessThanOrEqual(330);
    const request = page.locator('h1 ~ div').getByRole('link', { name: hero.request, exact: true });
    expect(await bottomOf(request)).toBeLessThanOrEqual(560);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await size()).toBeGreaterThanOrEqual(64);
  }
});

test('the drawing under the words moves once, for at most five seconds, and not with reduced motion', async ({
  page,
}) => {
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .map(({ effect }) => Number(effect?.getComputedTiming().endTime))
        .filter((end) => end > 0),
    );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/');
  const ends = await moving();
  expect(ends.length).toBeGreaterThan(0);
  expect(Math.max(...ends)).toBeLessThanOrEqual(5_000);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moving()).toEqual([]);
});

test('no line of the headline mixes two sentences', async ({ page }) => {
  const headline = page.getByRole('heading', { level: 1 });
  for (const language of Object.keys(allWords) as Language[]) {
    await page.goto(pathIn('landing', language));
    await page.evaluate(() => document.fonts.ready);
    for (const width of [320, 360, 390, 412, 480, 600, 768, 834, 896, 1024, 1120, 1280, 1440, 1920, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const lines = await headline.evaluate(wordsByLine);
      expect(lines.length, `${width} px`).toBeGreaterThan(1);
      const mixed = lines.filter((line) => /[.?!]/.test(line.slice(0, -1).join(' ')));
      expect(mixed, `${width} px`).toEqual([]);
    }
    // Nor do a screen reader's words run together.
    expect(await accessibleText(page, 'h1')).toBe(allWords[language].hero.headline);
  }
});

async function bottomOf(element: Locator): Promise<number> {
  const { y = Number.NaN, height = 0 } = (await element.boundingBox()) ?? {};
  return y + height;
}

/** The words of each line as they are laid out. Runs in the page. */
function wordsByLine(heading: Element): string[][] {
  const lines = new Map<number, string[]>();
  const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const top = Math.round(range.getBoundingClientRect().top);
      lines.set(top, [...(lines.get(top) ?? []), word]);
    }
  }
  return [...lines.values()];
}
