import { gallery } from '../../content/gallery/index.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ page, pathOf }) => page.goto(pathOf('landing')));

test('a press shows the picture large, named by its caption', async ({ page, words, language }) => {
  const [first = '', second = ''] = gallery.map(({ caption }) => caption[language]);
  const viewer = page.getByRole('dialog');
  await page.getByRole('figure').filter({ hasText: first }).getByRole('link').click();
  await expect(viewer).toHaveAccessibleName(new RegExp(`^${first}`));
  await expect(viewer.getByRole('img', { name: gallery[0]?.alt[language] ?? '' })).toBeInViewport({
    ratio: 1,
  });
  await expect(viewer.getByText(words.gallery.illustration)).toBeVisible();
  await viewer.getByRole('button', { name: words.gallery.next }).click();
  await expect(viewer).toHaveAccessibleName(new RegExp(`^${second}`));
  await viewer.getByRole('button', { name: words.gallery.close }).click();
  await expect(viewer).toBeHidden();
});

test('arrow keys lead round, Escape closes, and the focus is on the picture seen last', async ({
  page,
  language,
}) => {
  const links = page.locator('#gallery figure').getByRole('link');
  const viewer = page.getByRole('dialog');
  const last = gallery.at(-1)?.caption[language] ?? '';
  await links.first().press('Enter');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer).toHaveAccessibleName(new RegExp(`^${last}`));
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(links.last()).toBeFocused();
  await links.last().press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(links.first()).toBeFocused();
});

test('a swipe leads to the next picture', async ({ page, language }) => {
  const viewer = page.getByRole('dialog');
  await page.locator('#gallery figure').getByRole('link').first().press('Enter');
  await viewer.evaluate((dialog) => {
    const touch = (clientX: number) => new Touch({ identifier: 1, target: dialog, clientX, clientY: 300 });
    dialog.dispatchEvent(
      new TouchEvent('touchstart', { touches: [touch(300)], changedTouches: [touch(300)] }),
    );
    dialog.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(200)] }));
  });
  await expect(viewer).toHaveAccessibleName(new RegExp(`^${gallery[1]?.caption[language]}`));
});
