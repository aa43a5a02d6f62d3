import { en } from '../../content/words/en.ts';
import { expect, test } from './fixtures.ts';

const sections = [
  { link: 'Services', anchor: 'services' },
  { link: 'Service Area', anchor: 'service-area' },
  { link: 'Contact', anchor: 'contact' },
];

test('the header brings home and calls, on every page with a header', async ({ page }) => {
  for (const path of ['/', '/about']) {
    await page.goto(path);
    const header = page.getByRole('banner');
    await expect(header.getByRole('link', { name: '24/7 Emergency' })).toHaveAttribute(
      'href',
      'tel:+17135550147',
    );
    await expect(header.getByRole('link', { name: 'Mile Marker Diesel' })).toHaveAttribute('href', '/');
    await page.mouse.wheel(0, 2000);
    await expect(header.getByRole('link', { name: '24/7 Emergency' })).toBeInViewport();
  }
});

for (const { link, anchor } of sections) {
  for (const path of ['/', '/about']) {
    test(`"${link}" on ${path} lands on the section, below the header`, async ({ page, openMenu }) => {
      await page.goto(path);
      await openMenu();
      await page.getByRole('navigation').getByRole('link', { name: link, exact: true }).click();
      await expect(page).toHaveURL(`/#${anchor}`);
      const header = await page.getByRole('banner').boundingBox();
      const heading = page.locator(`#${anchor}`).getByRole('heading').first();
      await expect(heading).toBeInViewport();
      const box = await heading.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(header?.height ?? Number.NaN);
    });
  }
}

test('"About" leads to the about page and says where one is', async ({ page, openMenu }) => {
  await page.goto('/');
  await openMenu();
  await page.getByRole('navigation').getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
  await openMenu();
  await expect(page.getByRole('navigation').getByRole('link', { name: 'About' })).toHaveAttribute(
    'aria-current',
    'page',
  );
});

for (const [preference, behavior] of [
  ['no-preference', 'smooth'],
  ['reduce', 'auto'],
] as const) {
  test(`sections scroll ${behavior} for visitors with motion "${preference}"`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: preference });
    await page.goto('/');
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', behavior);
  });
}

test.describe('the menu on small screens', () => {
  test.skip(({ viewport }) => (viewport?.width ?? 0) >= 960, 'wide screens show the links themselves');

  test('says whether it is open, and closes once a link was followed', async ({ page }) => {
    await page.goto('/');
    const toggle = page.getByRole('button', { name: en.header.menu });
    const services = page.getByRole('navigation').getByRole('link', { name: 'Services' });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await services.click();
    await expect(services).toBeHidden();
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  });

  test('closes on Escape and by its button, and the focus stays on the button', async ({ page }) => {
    await page.goto('/');
    const toggle = page.getByRole('button', { name: en.header.menu });
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

    test('opens, and Escape closes it', async ({ page }) => {
      await page.goto('/');
      const navigation = page.getByRole('navigation');
      await expect(navigation).toBeHidden();
      await page.getByRole('button', { name: en.header.menu }).click();
      await expect(navigation).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(navigation).toBeHidden();
    });
  });
});
