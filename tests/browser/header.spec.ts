import { business } from '../../content/business.ts';
import { navigation } from '../../content/navigation.ts';
import { expect, test } from './fixtures.ts';

for (const route of ['landing', 'about'] as const) {
  test(`the header of the ${route} page brings home and calls, also further down`, async ({
    page,
    words,
    pathOf,
  }) => {
    await page.goto(pathOf(route));
    const header = page.getByRole('banner');
    const call = header.getByRole('link', { name: `${words.header.emergency} (713) 555-0147` });
    await expect(call).toHaveAttribute('href', 'tel:+17135550147');
    await expect(header.getByRole('link', { name: business.name })).toHaveAttribute(
      'href',
      pathOf('landing'),
    );
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(call).toBeInViewport({ ratio: 1 });
  });

  for (const item of navigation) {
    if ('section' in item) {
      test(`"${item.name}" on the ${route} page lands on the section, below the header`, async ({
        page,
        words,
        pathOf,
        openMenu,
      }) => {
        await page.goto(pathOf(route));
        await openMenu();
        const link = page
          .getByRole('navigation')
          .getByRole('link', { name: words.navigation[item.name], exact: true });
        await link.click();
        await expect(page).toHaveURL(pathOf('landing', item.section));
        const heading = page.locator(`#${item.section}`).getByRole('heading').first();
        // Right below it, whatever of the sections in between was laid out before; the page scrolls smoothly.
        const distance = async () => {
          const [header, box] = [await page.getByRole('banner').boundingBox(), await heading.boundingBox()];
          return (box?.y ?? Number.NaN) - ((header?.y ?? Number.NaN) + (header?.height ?? Number.NaN));
        };
        await expect.poll(distance).toBeLessThan(130);
        expect(await distance()).toBeGreaterThanOrEqual(0);
      });
    }
  }
}

test('"About" leads to the about page and says where one is', async ({ page, words, pathOf, openMenu }) => {
  await page.goto(pathOf('landing'));
  const link = page.getByRole('navigation').getByRole('link', { name: words.navigation.about });
  await openMenu();
  await link.click();
  await expect(page).toHaveURL(pathOf('about'));
  await openMenu();
  await expect(link).toHaveAttribute('aria-current', 'page');
});

for (const [reducedMotion, behavior] of [
  ['no-preference', 'smooth'],
  ['reduce', 'auto'],
] as const) {
  test(`sections scroll ${behavior} for visitors with motion "${reducedMotion}"`, async ({
    page,
    pathOf,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto(pathOf('landing'));
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', behavior);
  });
}

test.describe('the menu on small screens', () => {
  test.skip(({ viewport }) => (viewport?.width ?? 0) >= 960, 'wide screens show the links themselves');

  test('says whether it is open, and closes once a link was followed', async ({ page, words, pathOf }) => {
    await page.goto(pathOf('landing'));
    const toggle = page.getByRole('button', { name: words.header.menu });
    const services = page.getByRole('navigation').getByRole('link', { name: words.navigation.services });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await services.click();
    await expect(services).toBeHidden();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes on Escape and by its button, and the focus stays on the button', async ({
    page,
    words,
    pathOf,
  }) => {
    await page.goto(pathOf('landing'));
    const toggle = page.getByRole('button', { name: words.header.menu });
    const navigation = page.getByRole('navigation');
    await toggle.press('Enter');
    await expect(navigation).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(navigation).toBeHidden();
    await expect(toggle).toBeFocused();
    await toggle.click();
    await expect(navigation).toBeVisible();
    await toggle.click();
    await expect(navigation).toBeHidden();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('opens, and Escape closes it', async ({ page, words, pathOf }) => {
      await page.goto(pathOf('landing'));
      const navigation = page.getByRole('navigation');
      await expect(navigation).toBeHidden();
      await page.getByRole('button', { name: words.header.menu }).click();
      await expect(navigation).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(navigation).toBeHidden();
    });
  });
});
