import type { Locator, Page } from '@playwright/test';
import { business } from '../../content/business.ts';
import { type Language, languages } from '../../content/languages.ts';
import { formatPhone } from '../../content/phone-number.ts';
import { services } from '../../content/services.ts';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { words as allWords } from '../../content/words/index.ts';
import { fieldNames } from '../../contract/contact-fields.ts';
import { contactAnchor } from '../../contract/link-targets.ts';
import { isExampleSite } from '../../owner/answers.ts';
import { callLink } from '../../site/facts.ts';
import { getPagePath as getPathInLanguage } from '../../site/routes.ts';
import { otherLanguage } from '../support/example-facts.ts';
import { expect, readAccessibleText, test } from './fixtures.ts';
import { findLayoutErrors } from './layout-faults.ts';

/** An owner's towns, rates, services, and fields make the sections taller. */
const hasLengthOfSpecification = isExampleSite && services.length === 6 && fieldNames.length === 5;

const widths = [320, 360, 412, 600, 768, 960, 1024, 1280, 1440, 1920];

test('the request page and Dispatch use the available width', async ({ page }) => {
  for (const path of [getPathInLanguage('request', otherLanguage), '/dispatch']) {
    await page.goto(path);
    await expect(page.getByRole('main').locator(`a[href="${callLink}"]`)).toBeVisible();
    if (path === '/dispatch') {
      await expect(page.getByRole('heading', { name: dispatchWords.pairing.unpairedTitle })).toBeVisible();
    }
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findLayoutErrors(page), `${path} at ${width} px`).toEqual([]);
      const narrowest = await page
        .locator('main p:not(:empty)')
        .filter({ visible: true })
        .evaluateAll((all) => Math.min(...all.map(({ clientWidth }) => clientWidth)));
      expect(narrowest, `${path} at ${width} px`).toBeGreaterThan(230);
    }
  }
});

for (const language of Object.keys(languages) as Language[]) {
  test(`in ${language} nothing is clipped, off screen, or out of order`, async ({ page }) => {
    const measureTop = (id: string) =>
      page.locator(`#${id}`).evaluate((section) => section.getBoundingClientRect().top + scrollY);
    const measureHeight = (id: string) => page.locator(`#${id}`).evaluate((section) => section.clientHeight);
    await page.goto(getPathInLanguage('about', language));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findLayoutErrors(page), `the about page at ${width} px`).toEqual([]);
    }
    await page.goto(getPathInLanguage('landing', language));
    // The area check appears a second after the page has loaded.
    await expect(page.getByLabel(allWords[language].areaCheck.question)).toBeAttached();
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findLayoutErrors(page), `${width} px`).toEqual([]);
      const contact = page.getByRole('region', { name: allWords[language].contact.title });
      const { read, seen } = await contact.evaluate(readOrders);
      expect(read.length).toBeGreaterThan(5);
      expect(read, `${width} px`).toEqual(seen);
      expect(await measureSkyBelowHeading(page), `the night at ${width} px`).toBeGreaterThanOrEqual(0);
      if (hasLengthOfSpecification && width === 360) {
        expect(await measureTop(contactAnchor)).toBeLessThanOrEqual(4_700);
      }
      if (hasLengthOfSpecification && width === 1440) {
        expect(await measureHeight('services')).toBeLessThanOrEqual(720);
      }
      if (width === 1440) {
        const tops = await page
          .locator('#contact h3')
          .evaluateAll((headings) =>
            headings.map((heading) => Math.round(heading.getBoundingClientRect().top)),
          );
        expect(tops).toEqual([tops[0], tops[0]]);
      }
    }
  });

  test(`in ${language} the phone number is large and above the request link`, async ({ page }) => {
    const { hero } = allWords[language];
    const top = page.locator('h1 ~ div');
    const call = top.getByRole('link', { name: `${hero.call} ${formatPhone(business.phone)}` });
    const number = call.getByText(formatPhone(business.phone));
    const size = async () =>
      Number.parseFloat(await number.evaluate((shown) => getComputedStyle(shown).fontSize));
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(getPathInLanguage('landing', language));
    await page.evaluate(() => document.fonts.ready);
    await expect(call).toHaveAttribute('href', callLink);
    expect(await size()).toBeGreaterThanOrEqual(38);
    expect(await measureBottom(call)).toBeLessThanOrEqual(330);
    const request = top.getByRole('link', { name: hero.request, exact: true });
    expect(await measureBottom(request)).toBeLessThanOrEqual(560);
    // Each sentence is a block, but their words must not run together in a screen reader.
    expect(await readAccessibleText(page, 'h1')).toBe(hero.headline);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect(call).toBeInViewport({ ratio: 1 });
    expect(await measureBottom(page.getByRole('banner'))).toBeLessThanOrEqual(390 / 5);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await size()).toBeGreaterThanOrEqual(64);
    await expect(request).toBeInViewport({ ratio: 1 });
    await expect(top.locator('> svg:last-of-type')).toBeVisible();
  });
}

test("a laptop's first screen shows the number, both signs, and the road", async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 650 });
  for (const language of Object.keys(languages) as Language[]) {
    await page.goto(getPathInLanguage('landing', language));
    await expect(page.locator('.Hero-call [data-call]')).toBeInViewport({ ratio: 1 });
    for (const sign of await page.locator('.Hero-signs li').all()) {
      await expect(sign).toBeInViewport({ ratio: 1 });
    }
    const top = (await page.locator('.HeroRoad-road').boundingBox())?.y ?? Number.POSITIVE_INFINITY;
    expect(650 - top, language).toBeGreaterThanOrEqual(150);
  }
});

test('a 40-character name and a long town fit on a small phone', async ({ page }) => {
  await page.goto('/');
  await page.evaluate(() => {
    const long = (selector: string, text: string) => {
      for (const element of document.querySelectorAll(selector)) {
        element.textContent = text;
      }
    };
    long('.Logo-logo > span', 'Wolfeschlegelstein & Sons Mobile Diesels');
    long('#service-area li', 'Llanfairpwllgwyngyll-on-the-Brazos');
  });
  // The smallest phones only have room for the header's marker.
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 640 });
    expect(await findLayoutErrors(page), `${width} px`).toEqual([]);
  }
  await expect(page.getByRole('banner').getByText('Wolfeschlegelstein')).toBeInViewport();
});

test('after scrolling, the header shows the call link and stays small', async ({ page, words }) => {
  await page.goto('/about');
  const header = page.getByRole('banner');
  const call = header.getByRole('link', { name: words.header.emergency });
  await page.setViewportSize({ width: 360, height: 640 });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(call).toBeInViewport({ ratio: 1 });
  expect(await measureBottom(header)).toBeLessThan(640 / 5);
  // On a short screen the header does not stick.
  await page.setViewportSize({ width: 640, height: 320 });
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(header).not.toBeInViewport();
});

test('the first screen animates for at most five seconds, never with reduced motion', async ({ page }) => {
  const longest = () =>
    page.evaluate(() => {
      const ends = document.getAnimations().map(({ effect }) => effect?.getComputedTiming().endTime);
      return Math.max(0, ...ends.map(Number));
    });
  await page.goto('/');
  expect(await longest()).toBe(0);
  // The animation begins now, no matter how long the page took to load.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await longest()).toBeGreaterThan(0);
  expect(await longest()).toBeLessThanOrEqual(5_000);
});

async function measureBottom(element: Locator): Promise<number> {
  const { y = Number.NaN, height = 0 } = (await element.boundingBox()) ?? {};
  return y + height;
}

/** Returns a section's parts in reading order and in visual order: block by block, row by row. Runs in the page. */
function readOrders(section: Element): { read: string[]; seen: string[] } {
  const parts = Array.from(section.querySelectorAll('h2, h3, form, dl, a[href^="tel:"]'))
    .filter((part) => part.checkVisibility())
    .map((part) => ({
      name: part.textContent?.slice(0, 30) ?? '',
      block: (part.closest('.Contact-columns > *') ?? part).getBoundingClientRect(),
      box: part.getBoundingClientRect(),
    }));
  const seen = parts.toSorted(
    (first, second) =>
      Math.round(first.block.top - second.block.top) ||
      Math.round(first.block.left - second.block.left) ||
      first.box.top - second.box.top,
  );
  return { read: parts.map(({ name }) => name), seen: seen.map(({ name }) => name) };
}

/**
 * Measures the pixels between the gallery's heading and the top of the rig below it. The rig's top is 149 units above
 * the scene's lower edge, and the size of the scene's view is in Scenes.tsx.
 */
const measureSkyBelowHeading = (page: Page) =>
  page.locator('#gallery').evaluate((section) => {
    const text = document.createRange();
    text.selectNodeContents(section.querySelector('h2') as Element);
    const scene = section.querySelector('picture img')?.getBoundingClientRect() ?? new DOMRect();
    const isNarrow = matchMedia('(max-width: 40rem)').matches;
    const unit = Math.min(scene.width / (isNarrow ? 460 : 788), scene.height / 200);
    return scene.bottom - 149 * unit - text.getBoundingClientRect().bottom;
  });
