import type { Page } from '@playwright/test';
import { type Language, languages } from '../../content/languages.ts';
import { words as allWords } from '../../content/words/index.ts';
import { isExampleSite } from '../../owner/answers.ts';
import { facts } from '../../site/facts.ts';
import { fillFacts } from '../../site/fill-facts.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { getPagePath as getPathInLanguage, type PageName, pagePaths } from '../../site/routes.ts';
import { otherLanguage } from '../support/example-facts.ts';
import { expect, hasLateStyles, setTextSize, test } from './fixtures.ts';
import { findLayoutErrors } from './layout-faults.ts';

/** The text spacing that readers may set (WCAG 1.4.12). */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

const pagesInOtherLanguage = (Object.keys(pagePaths) as PageName[]).map((name) =>
  getPathInLanguage(name, otherLanguage),
);

for (const path of [...pagesInOtherLanguage, '/dispatch', '/']) {
  test(`${path} fits the screen with wider text spacing and with text at 200%`, async ({ page }) => {
    await setTextSize(page, 16);
    await openWithAreaCheck(page, path);
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
    }, spacing);
    expect(await findLayoutErrors(page)).toEqual([]);
    await setTextSize(page, 32);
    await openWithAreaCheck(page, path);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    for (const width of [320, 768, 1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findLayoutErrors(page), `at ${width} px`).toEqual([]);
    }
  });
}

test('with text at 200%, only the strip of the header scrolls away', async ({ page, words }) => {
  await setTextSize(page, 32);
  await openWithAreaCheck(page, '/');
  const header = page.getByRole('banner');
  const [call, menu] = await Promise.all([
    header.getByRole('link', { name: words.header.emergency }).boundingBox(),
    header.getByRole('button', { name: words.header.menu }).boundingBox(),
  ]);
  // The call link and the menu button share one row.
  expect(menu?.x).toBeGreaterThan(call?.x ?? Number.NaN);
  expect(menu?.y).toBeLessThan((call?.y ?? 0) + (call?.height ?? 0));
  const field = page.getByLabel(words.areaCheck.question);
  await expect(field).toBeVisible();
  expect((await field.boundingBox())?.width).toBeGreaterThanOrEqual(200);
  // On a screen of at least 26rem, the header is sticky, but the strip at its top scrolls away.
  await page.setViewportSize({ width: 360, height: 1000 });
  const strip = page.locator('header > div:first-child');
  await expect(strip).toBeInViewport();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(strip).not.toBeInViewport();
  await expect(header.getByRole('button', { name: words.header.menu })).toBeInViewport();
});

/** Opens a page. On a landing page, waits for the area check, which appears a second after the page has loaded. */
async function openWithAreaCheck(page: Page, path: string): Promise<void> {
  await page.goto(path);
  if ((await page.locator('#area-check').count()) > 0) {
    await expect(page.locator('#area-check input')).toBeVisible();
  }
}

test('forced colors preserve button and field borders and the focus ring', async ({ page, form }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await form.open();
  const edgeless = await page
    .locator(
      'main a[href^="tel:"]:has(span), main button, main a.Button-button, main input:not([tabindex="-1"]), main select, main textarea',
    )
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        .filter((control) => Number.parseFloat(getComputedStyle(control).borderTopWidth) === 0)
        .map((control) => control.textContent),
    );
  expect(edgeless).toEqual([]);
  await form.fields.name.focus();
  await page.keyboard.press('Tab');
  await expect(form.fields.phone).toHaveCSS('outline-style', 'solid');
});

for (const language of Object.keys(languages) as Language[]) {
  test(`the landing page in ${language} prints on one page without the form`, async ({ page }) => {
    const { services, contact, form } = allWords[language];
    await page.goto(getPathInLanguage('landing', language));
    await page.waitForFunction(hasLateStyles);
    expect(await countPrintedPages(page)).toBeLessThanOrEqual(maxPrintedPages);
    await page.emulateMedia({ media: 'print', reducedMotion: 'no-preference' });
    await expect(page.locator('h1 > span:first-child')).toHaveCSS('animation-name', 'none');
    await expect(page.locator('h1 ~ div').getByText(facts.phone)).toBeVisible();
    await expect(
      page.locator('#services').getByRole('heading', { name: services.items.mobile.title }),
    ).toBeVisible();
    await expect(page.getByText(areas.at(-1)?.towns.at(-1)?.name ?? '', { exact: true })).toBeVisible();
    await expect(page.locator('#contact').getByText(fillFacts(contact.hours, language))).toBeVisible();
    await expect(page.locator('#contact-form form')).toBeHidden();
    // The minutes are printed only in the service areas.
    await expect(page.locator('h1 ~ ul')).toBeHidden();
    const address = await page
      .locator('#contact dl')
      .evaluate((facts) => [getComputedStyle(facts, '::after').content, facts.dataset.site]);
    expect(address[0]).toBe(`"${address[1]}"`);
    await expect(page.getByText(fillFacts(form.privacy, language))).toBeHidden();
    expect(await findLayoutErrors(page)).toEqual([]);
  });
}

test('a sent request prints its reference without the toast', async ({ page, form }) => {
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.toasts.sent).not.toBeEmpty();
  await page.emulateMedia({ media: 'print' });
  await expect(form.receipt).toBeVisible();
  await expect(form.toasts.sent).toBeHidden();
  await expect(form.fields.name).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the landing page prints on one page', async ({ page }) => {
    await page.goto('/');
    expect(await countPrintedPages(page)).toBeLessThanOrEqual(maxPrintedPages);
  });
});

/** A real business with many towns, rates, and profiles may need a second page. */
const maxPrintedPages = isExampleSite ? 1 : 2;

async function countPrintedPages(page: Page): Promise<number> {
  const file = await page.pdf({ format: 'Letter' });
  const count = file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  expect(count).toBeGreaterThan(0);
  return count;
}

test('targets are at least 44 px wide and high @desktop', async ({
  page,
  form,
  openMenu,
  getPagePath,
  expectedErrors,
}) => {
  await form.open(getPagePath('landing'));
  await openMenu();
  expect(await findSmallTargets(page)).toEqual([]);
  expectedErrors.push(/status of 404/);
  for (const path of [getPagePath('about'), `${getPagePath('landing')}nowhere`]) {
    await page.goto(path);
    expect(await findSmallTargets(page), path).toEqual([]);
  }
});

test.describe('with a mouse', () => {
  test.use({ hasTouch: false });

  test('hovering underlines the send button only while it is enabled', async ({ page, form }) => {
    await form.open();
    await page.waitForFunction(hasLateStyles);
    await form.button.hover();
    await expect(form.button).toHaveCSS('text-decoration-line', 'underline');
    await form.button.evaluate((button: HTMLButtonElement) => {
      button.disabled = true;
    });
    await expect(form.button).toHaveCSS('text-decoration-line', 'none');
  });
});

/** Lists the links and controls that a finger may miss, with their sizes (WCAG 2.5.5, beyond AA). */
function findSmallTargets(page: Page): Promise<string[]> {
  return page.locator('a, button, input, select, textarea, summary').evaluateAll((all) =>
    all
      .filter((target) => target.checkVisibility() && (target as HTMLElement).tabIndex >= 0)
      .map((target) => {
        // A service's link covers its whole row.
        const { width, height } = (target.closest('li:has(h3 a)') ?? target).getBoundingClientRect();
        return { name: target.textContent || target.id, width, height };
      })
      .filter(({ width, height }) => Math.min(width, height) < 43.9)
      .map(({ name, width, height }) => `${name} ${Math.round(width)}×${Math.round(height)}`),
  );
}
