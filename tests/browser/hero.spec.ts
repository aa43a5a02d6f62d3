import { heroPicture } from '../../content/gallery/index.ts';
import type { Language } from '../../content/languages.ts';
import { words as allWords } from '../../content/words/index.ts';
import { pathOf as pathIn } from '../../site/routes.ts';
import { accessibleText } from './accessible-text.ts';
import { expect, test } from './fixtures.ts';

test('the picture of a wide hero fills it, in a fitting size', async ({ page }) => {
  for (const width of [896, 1024, 1440, 2560]) {
    const height = Math.round(width * 0.625);
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const image = page.getByRole('img', { name: heroPicture.alt.en });
    await image.evaluate((picture: HTMLImageElement) => picture.decode());
    const shown = await image.evaluate(async (picture: HTMLImageElement) => {
      const { left, right, top, height, width: across } = picture.getBoundingClientRect();
      const frame = picture.closest('main')?.firstElementChild?.getBoundingClientRect();
      const headline = document.querySelector('h1')?.getBoundingClientRect();
      const file = new Image();
      file.src = picture.currentSrc;
      await file.decode();
      return {
        left,
        right,
        top: top - (frame?.top ?? 0),
        empty: (frame?.height ?? 0) - height,
        shape: across / height,
        pixels: file.naturalWidth,
        headline: headline?.right ?? Number.NaN,
      };
    });
    expect(shown).toMatchObject({ left: 0, right: width, top: 0, empty: 0 });
    // At least three quarters of the picture's height: it is 16:9.
    expect(shown.shape).toBeLessThan(16 / 9 / 0.73);
    expect(shown.headline).toBeLessThanOrEqual(width * 0.56);
    // Only screens above 1600 px load the large rendition.
    if (width > 1600) expect(shown.pixels).toBeGreaterThanOrEqual(1920);
    else expect(shown.pixels).toBeLessThanOrEqual(1600);
  }
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
