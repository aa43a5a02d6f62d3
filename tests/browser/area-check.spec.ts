import type { Page } from '@playwright/test';
import { interpolate } from '../../content/interpolate.ts';
import { splitSentences } from '../../site/fill-facts.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { expect, readAccessibleText, test } from './fixtures.ts';

const { city = '', averageMinutes: minutes = 0 } = areas[0] ?? {};
const screens = {
  phone: [360, 640],
  tablet: [768, 1024],
  desktop: [1440, 900],
  magnified: [320, 200],
} as const;

test('the area question is near the text or the request link @desktop', async ({
  page,
  words,
  getPagePath,
}) => {
  await page.goto(getPagePath('landing'));
  await expect(page.getByLabel(words.areaCheck.question)).toBeAttached();
  for (const [name, [width, height]] of Object.entries(screens)) {
    await page.setViewportSize({ width, height });
    const [signs, above, question] = await Promise.all([
      measureBox(page, 'h1 ~ ul'),
      measureBox(page, ':has(+ #area-check)'),
      measureBox(page, '#area-check'),
    ]);
    expect(question.top - above.bottom, name).toBeGreaterThanOrEqual(0);
    expect(question.top - above.bottom, name).toBeLessThanOrEqual(24);
    if (name === 'desktop') {
      const request = await measureBox(page, '.Hero-request');
      expect(question.top, name).toBeGreaterThanOrEqual(request.top);
      expect(question.bottom, name).toBeLessThanOrEqual(request.bottom);
    }
    expect(question.left, name).toBeCloseTo(signs.left, 0);
    expect(question.right, name).toBeCloseTo(signs.right, 0);
  }
});

test('the answer of the area check does not replace the drawing', async ({ page, words, getPagePath }) => {
  await page.goto(getPagePath('landing'));
  await page.getByLabel(words.areaCheck.question).fill(city);
  await page.locator('#area-check').getByRole('button').click();
  await expect(page.locator('#area-check p')).toBeVisible();
  await expect(page.locator('.HeroRoad-road')).toBeVisible();
});

test('the answer of the area check appears next to its field with the focus @desktop', async ({
  page,
  words,
  getPagePath,
}) => {
  const { question, press, clear, inside } = words.areaCheck;
  const answer = inside.map((line) => interpolate(line, { city, minutes })).join(' ');
  await page.goto(getPagePath('landing'));
  const field = page.getByLabel(question);
  const button = page.locator('#area-check').getByRole('button');
  for (const [name, [width, height]] of Object.entries(screens)) {
    await page.setViewportSize({ width, height });
    await field.fill(city);
    await field.press('Tab');
    await expect(button).toBeFocused();
    const before = await page.evaluate(() => scrollY);
    await button.press('Enter');
    const shown = page.locator('#area-check').getByText(answer, { exact: true });
    await expect(shown, name).toBeInViewport({ ratio: 0.98 });
    await expect(button).toHaveText(clear);
    await expect(shown, name).toBeFocused();
    await expect(button, name).toBeInViewport({ ratio: 0.98 });
    const [fieldBox, answerBox] = await Promise.all([
      measureBox(page, '#area-check input'),
      measureBox(page, '#area-check p'),
    ]);
    // The answer covers the question.
    const distance = fieldBox.top - answerBox.bottom;
    expect(distance, name).toBeGreaterThanOrEqual(0);
    expect(distance, name).toBeLessThanOrEqual(12);
    // The page may scroll only by the lines of an answer that are above the screen.
    expect(Math.abs((await page.evaluate(() => scrollY)) - before), name).toBeLessThanOrEqual(50);
    await field.fill('');
    await expect(shown).toHaveCount(0);
    await expect(button).toHaveText(press);
  }
});

test('the board shows the answer while screen readers keep the headline @desktop', async ({
  page,
  words,
  getPagePath,
}) => {
  const { areaCheck, hero } = words;
  await page.goto(getPagePath('landing'));
  const field = page.getByLabel(areaCheck.question);
  const board = page.getByRole('heading', { level: 1 });
  const lamps = board.locator('svg:last-of-type path');
  await expect(lamps).toBeVisible();
  const litAtFirst = (await lamps.getAttribute('d')) ?? '';
  const [sentence = ''] = splitSentences(hero.headline);
  const headline = board.getByText(sentence.trim());
  // Forced colors show words instead of lamps.
  await page.emulateMedia({ forcedColors: 'active' });
  await expect(headline).toHaveCSS('opacity', '1');
  await field.fill('Nowhere');
  await field.press('Enter');
  const sign = board.locator('span[aria-hidden]');
  await expect(sign).toHaveText(areaCheck.ask.join(' '));
  await expect(headline).toHaveCSS('opacity', '0');
  await page.emulateMedia({ forcedColors: 'none' });
  await expect(lamps).not.toHaveAttribute('d', litAtFirst);
  // Each line of the answer takes one line inside the board.
  const outer = await measureBox(page, 'h1');
  const inner = await sign.evaluate((element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    const { top, bottom, height } = text.getBoundingClientRect();
    return { top, bottom, lines: height / Number.parseFloat(getComputedStyle(element).fontSize) };
  });
  expect(inner.top).toBeGreaterThanOrEqual(outer.top);
  expect(inner.bottom).toBeLessThanOrEqual(outer.bottom);
  expect(inner.lines).toBeCloseTo(1.1 * areaCheck.ask.length, 0);
  expect(await readAccessibleText(page, 'h1')).toBe(hero.headline);
  await page.getByRole('button', { name: areaCheck.clear }).click();
  await expect(sign).toHaveCount(0);
  await expect(lamps).toHaveAttribute('d', litAtFirst);
  await expect(field).toBeFocused();
});

test("the answer lights only its area's sign", async ({ page, words, getPagePath }) => {
  await page.goto(getPagePath('landing'));
  const field = page.getByLabel(words.areaCheck.question);
  const lit = page.locator('h1 ~ ul li[data-answer]');
  await field.fill(city);
  await field.press('Enter');
  await expect(lit).toHaveCount(1);
  await expect(lit).toContainText(city);
  await field.fill('Nowhere');
  await expect(lit).toHaveCount(0);
  await field.press('Enter');
  await expect(page.locator('#area-check p')).toBeVisible();
  await expect(lit).toHaveCount(0);
});

const measureBox = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    return { top, bottom, left, right };
  });
