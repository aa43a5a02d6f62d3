import { business } from '../../content/business.ts';
import { type Language, languages } from '../../content/languages.ts';
import { pathOf as pathIn } from '../../site/routes.ts';
import { expect, test } from './fixtures.ts';

const otherThan = (language: Language): Language => (language === 'en' ? 'es' : 'en');

for (const route of ['landing', 'about'] as const) {
  test(`the ${route} page declares its language and links to the other`, async ({
    page,
    language,
    pathOf,
  }) => {
    const other = otherThan(language);
    await page.goto(pathOf(route));
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const link = page.getByRole('banner').getByRole('link', { name: languages[other].name, exact: true });
    await expect(link).toHaveAttribute('lang', other);
    await link.click();
    await expect(page).toHaveURL(pathIn(route, other));
    await expect(page.locator('html')).toHaveAttribute('lang', other);
  });
}

test('the other language opens at the current section', async ({ page, language, pathOf }) => {
  const other = otherThan(language);
  await page.goto(pathOf('landing', 'service-area'));
  const link = page.getByRole('banner').getByRole('link', { name: languages[other].name, exact: true });
  // By keyboard, since the strip with the link has scrolled away.
  await link.evaluate((element: HTMLAnchorElement) => element.click());
  await expect(page).toHaveURL(pathIn('landing', other, 'service-area'));
});

test('the other language is also in the footer, and last in the menu', async ({
  page,
  language,
  pathOf,
  openMenu,
}) => {
  const other = otherThan(language);
  await page.goto(pathOf('landing'));
  const inFooter = page.getByRole('contentinfo').getByRole('link', { name: languages[other].name });
  await inFooter.scrollIntoViewIfNeeded();
  await expect(inFooter).toHaveAttribute('href', pathIn('landing', other));
  if (await page.locator('[popovertarget]').isVisible()) {
    await openMenu();
    const last = page.getByRole('navigation').getByRole('link').last();
    await last.click();
    await expect(page).toHaveURL(pathIn('landing', other, 'contact'));
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the other language is a plain link', async ({ page, language, pathOf }) => {
    const other = otherThan(language);
    await page.goto(pathOf('about'));
    const link = page.getByRole('banner').getByRole('link', { name: languages[other].name, exact: true });
    await link.click();
    await expect(page).toHaveURL(pathIn('about', other));
  });
});

test('each page links itself and its translation, absolute and reciprocal', async ({
  page,
  language,
  pathOf,
}) => {
  for (const route of ['landing', 'about'] as const) {
    await page.goto(pathOf(route));
    const address = (rel: string) =>
      page.locator(`link${rel}`).evaluate((link: HTMLLinkElement) => link.getAttribute('href'));
    const origin = 'https://set-site-url.example';
    expect(await address('[rel=canonical]')).toBe(origin + pathIn(route, language));
    expect(await address('[hreflang=x-default]')).toBe(origin + pathIn(route, 'en'));
    for (const other of Object.keys(languages) as Language[]) {
      expect(await address(`[hreflang=${other}]`)).toBe(origin + pathIn(route, other));
    }
  }
});

test('the page says which language calls are answered in', async ({ page, words, pathOf, language }) => {
  await page.goto(pathOf('landing'));
  const isSpoken = business.phoneLanguages.includes(language);
  await expect(page.getByRole('main').getByText(words.phone.notSpoken)).toHaveCount(isSpoken ? 0 : 2);
});
