import type { Locator } from '@playwright/test';
import { navigation } from '../../content/navigation.ts';
import { facts } from '../../site/facts.ts';
import { expect, hasLateStyles, test } from './fixtures.ts';

const sections = navigation.filter((item) => 'section' in item);

test('the header links to each section @desktop', async ({ page, words, getPagePath, openMenu }) => {
  await page.goto(getPagePath('about'));
  for (const { name, section } of sections) {
    await openMenu();
    const links = page.getByRole('navigation', { name: words.header.mainNavigation });
    await links.getByRole('link', { name: words.navigation[name], exact: true }).click();
    await expect(page).toHaveURL(getPagePath('landing', section));
    await expect(page.locator('#menu:popover-open')).toHaveCount(0);
    // Any of the sections may have been laid out before.
    const isBelow = () =>
      page.locator(`#${section}`).evaluate((element) => {
        const heading = element.querySelector('h2')?.getBoundingClientRect().top ?? Number.NaN;
        const distance = heading - (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0);
        return distance >= 0 && distance < 130;
      });
    await expect.poll(isBelow, section).toBe(true);
  }
});

test('a section link scrolls smoothly unless motion is reduced, and Back jumps', async ({ page, words }) => {
  const link = page.getByRole('main').getByRole('link', { name: words.gallery.requestDocumentation });
  for (const [reducedMotion, behavior] of [
    ['reduce', 'auto'],
    ['no-preference', 'smooth'],
  ] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto('/');
    await page.waitForFunction(hasLateStyles);
    await page.evaluate(() =>
      addEventListener('click', () => {
        document.documentElement.dataset.behavior = getComputedStyle(document.documentElement).scrollBehavior;
      }),
    );
    const from = await link.evaluate((element) => {
      element.scrollIntoView({ behavior: 'instant', block: 'center' });
      return scrollY;
    });
    await link.click();
    await expect(page.locator('html')).toHaveAttribute('data-behavior', behavior);
    await expect(page.getByRole('heading', { name: words.contact.title })).toBeInViewport();
    // The scroll has ended, so Back doesn't scroll smoothly.
    await expect(page.locator('html')).not.toHaveAttribute('data-scrolling');
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
    await page.goBack();
    await expect.poll(() => page.evaluate((place) => Math.abs(scrollY - place), from)).toBeLessThan(100);
  }
});

test('the menu closes with its button or on a wide screen', async ({ page, words }) => {
  await page.goto('/');
  const toggle = page.getByRole('button', { name: words.header.menu });
  const menu = page.getByRole('navigation', { name: words.header.mainNavigation });
  await toggle.click();
  await menu.getByRole('button', { name: words.header.close }).click();
  await expect(menu).toBeHidden();
  // Turn the tablet to landscape.
  await toggle.click();
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(page.locator('#menu:popover-open')).toHaveCount(0);
  await expect(menu).toBeInViewport();
});

test('the script runs to its end without IntersectionObserver and matchMedia', async ({ page, form }) => {
  await page.addInitScript(() => {
    for (const name of ['IntersectionObserver', 'matchMedia']) {
      Reflect.deleteProperty(window, name);
    }
  });
  await form.open();
  // The script loads these styles last.
  await page.waitForFunction(hasLateStyles);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu opens and Escape closes it', async ({ page, words }) => {
    await page.goto('/');
    const menu = page.getByRole('navigation', { name: words.header.mainNavigation });
    const toggle = page.getByRole('button', { name: words.header.menu });
    await toggle.press('Enter');
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(toggle).toBeFocused();
  });

  test('a menu link shows the form above the open menu', async ({ page, words }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto('/');
    await page.getByRole('button', { name: words.header.menu }).click();
    const menu = page.getByRole('navigation', { name: words.header.mainNavigation });
    await menu.getByRole('link', { name: words.navigation.contact }).click();
    const heading = page.getByRole('heading', { name: words.contact.title });
    await expect(heading).toBeInViewport();
    const { y: top = 0 } = (await menu.boundingBox()) ?? {};
    expect(top).toBeGreaterThanOrEqual(640 - 56);
    expect(await measureBottom(heading)).toBeLessThan(top);
    // A press on the page closes the menu.
    await page.getByLabel(words.form.labels.name).click();
    await expect(menu).toBeHidden();
  });
});

test("the header shows the number only while the hero's call link is covered", async ({ page, words }) => {
  // At this height, the services' call link is out of view in the whole test.
  await page.setViewportSize({ width: 1280, height: 700 });
  await page.goto('/');
  const header = page.getByRole('banner');
  const orange = page.locator('h1 ~ div').getByRole('link', { name: words.hero.call });
  await expect(header).not.toHaveAttribute('data-primary');
  await expect(header.getByText(facts.phone)).toBeHidden();
  // Scroll half of the link under the header, because a sliver does not count as in view.
  await orange.evaluate((link) => {
    const { top, height } = link.getBoundingClientRect();
    scrollTo({ top: scrollY + top + height / 2 - 64, behavior: 'instant' });
  });
  await expect(header).toHaveAttribute('data-primary', '');
  await expect(header.getByText(facts.phone)).toBeVisible();
});

test('a service link opens the form with that service chosen @desktop', async ({
  page,
  form,
  words,
  getPagePath,
}) => {
  const { fleet, construction, mobile } = words.services.items;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(getPagePath('about'));
  await page.getByRole('contentinfo').getByRole('link', { name: fleet.title }).click();
  await expect(page).toHaveURL(getPagePath('landing', 'request'));
  await expect(form.fields.service).toHaveValue('fleet');
  const services = page.getByRole('region', { name: words.services.heading, exact: true });
  const title = page.locator('#request');
  const plainTitle = ((await title.textContent()) ?? '').replace(/:.*/, '');
  for (const [link, chosen] of [
    [services.getByRole('link', { name: words.services.orRequest }), 'emergency'],
    [services.getByRole('link', { name: construction.title }), 'construction'],
    // The form doesn't list this service, so the link undoes the earlier choice.
    [services.getByRole('link', { name: mobile.title }), ''],
  ] as const) {
    await link.click();
    await expect(form.fields.service).toHaveValue(chosen);
    await expect(title).toHaveText(chosen ? `${plainTitle}: ${words.form.services[chosen]}` : plainTitle);
  }
  await form.waitUntilReady();
  // A link doesn't replace the visitor's own choice.
  await form.fields.service.selectOption('diagnostic');
  await services.getByRole('link', { name: fleet.title }).click();
  await expect(title).toBeInViewport();
  await expect(form.fields.service).toHaveValue('diagnostic');
});

async function measureBottom(element: Locator): Promise<number> {
  const { y = Number.NaN, height = 0 } = (await element.boundingBox()) ?? {};
  return y + height;
}
