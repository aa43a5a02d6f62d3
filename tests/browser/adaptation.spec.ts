import type { Page } from '@playwright/test';
import { type Language, languages } from '../../content/languages.ts';
import { words as allWords } from '../../content/words/index.ts';
import { isExample } from '../../owner/answers.ts';
import { facts } from '../../site/facts.ts';
import { said } from '../../site/facts-in.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { pathOf as pathIn } from '../../site/routes.ts';
import { otherLanguage } from '../support/example-facts.ts';
import { expect, setTextSize, styled, test } from './fixtures.ts';
import { contentErrors } from './layout-faults.ts';

/** What WCAG 1.4.12 lets readers set. */
const spacing =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }';

test('the pages fit with more space in the text, and with text at 200%', async ({ page, words }) => {
  const others = (['landing', 'about', 'sent', 'request'] as const).map((page) =>
    pathIn(page, otherLanguage),
  );
  for (const path of [...others, '/dispatch', '/']) {
    await setTextSize(page, 16);
    await page.goto(path);
    await page.evaluate((rules) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(rules);
      document.adoptedStyleSheets = [sheet];
    }, spacing);
    expect(await contentErrors(page), path).toEqual([]);
    await setTextSize(page, 32);
    await page.goto(path);
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    for (const width of [320, 768, 1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await contentErrors(page), `${path} at ${width} px`).toEqual([]);
    }
  }
  const field = page.getByLabel(words.areaCheck.question);
  await expect(field).toBeVisible();
  expect((await field.boundingBox())?.width).toBeGreaterThanOrEqual(200);
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  // No part of the strip stays in the sticky header.
  await expect(page.locator('header > div:first-child a')).not.toBeInViewport();
});

test('forced colors preserve button and field borders and the focus ring', async ({ page, form }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await form.open();
  const edgeless = await page
    .locator('main a[href^="tel:"]:has(span), main button, main input:not([tabindex="-1"]), main select')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all
        .filter((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth) === 0)
        .map((one) => one.textContent),
    );
  expect(edgeless).toEqual([]);
  await form.fields.name.focus();
  await page.keyboard.press('Tab');
  await expect(form.fields.phone).toHaveCSS('outline-style', 'solid');
});

for (const language of Object.keys(languages) as Language[]) {
  test(`prints on one page in ${language}, without the form`, async ({ page }) => {
    const { services, contact, form } = allWords[language];
    await page.goto(pathIn('landing', language));
    await page.waitForFunction(styled);
    expect(await printedPages(page)).toBeLessThanOrEqual(maxPrintedPages);
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('h1 ~ div').getByText(facts.phone)).toBeVisible();
    await expect(
      page.locator('#services').getByRole('heading', { name: services.items.mobile.title }),
    ).toBeVisible();
    await expect(page.getByText(areas.at(-1)?.towns.at(-1)?.name ?? '', { exact: true })).toBeVisible();
    await expect(page.locator('#contact').getByText(said(contact.hours, language))).toBeVisible();
    await expect(page.locator('#contact-form form')).toBeHidden();
    await expect(page.getByText(said(form.privacy, language))).toBeHidden();
  });
}

test('after sending, the reference prints, and no note covers anything', async ({ page, form }) => {
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

  test('the page prints on one page, too', async ({ page }) => {
    await page.goto('/');
    expect(await printedPages(page)).toBeLessThanOrEqual(maxPrintedPages);
  });
});

/** Many towns, rates and profiles may need a second one. */
const maxPrintedPages = isExample ? 1 : 2;

async function printedPages(page: Page): Promise<number> {
  const file = await page.pdf({ format: 'Letter' });
  return file.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

test('targets are at least 44 px wide and high @desktop', async ({
  page,
  form,
  openMenu,
  pathOf,
  expectedErrors,
}) => {
  await form.open(pathOf('landing'));
  await openMenu();
  expect(await smallTargets(page)).toEqual([]);
  expectedErrors.push(/status of 404/);
  for (const path of [pathOf('about'), `${pathOf('landing')}nowhere`]) {
    await page.goto(path);
    expect(await smallTargets(page), path).toEqual([]);
  }
});

test('only a send button that can be pressed is underlined under the pointer', async ({ page, form }) => {
  await form.open();
  await page.waitForFunction(styled);
  await form.button.hover();
  await expect(form.button).toHaveCSS('text-decoration-line', 'underline');
  await form.button.evaluate((button: HTMLButtonElement) => {
    button.disabled = true;
  });
  await expect(form.button).toHaveCSS('text-decoration-line', 'none');
});

/** Links and controls that a finger may miss, with their sizes (WCAG 2.5.5, beyond AA). */
function smallTargets(page: Page): Promise<string[]> {
  return page.locator('a, button, input, select, textarea').evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && (one as HTMLElement).tabIndex >= 0)
      .map((one) => {
        // A service's whole row is its link.
        const { width, height } = (one.closest('li:has(h3 a)') ?? one).getBoundingClientRect();
        return { name: one.textContent || one.id, width, height };
      })
      .filter(({ width, height }) => Math.min(width, height) < 43.9)
      .map(({ name, width, height }) => `${name} ${Math.round(width)}×${Math.round(height)}`),
  );
}
