import { gallery } from '../../content/gallery/index.ts';
import { interpolate } from '../../content/interpolate.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { expect, test } from './fixtures.ts';

const captions = gallery.map(({ caption }) => caption.en);

test.beforeEach(({ open }) => open('/'));

test('buttons, keys and swipes show pictures, and focus returns to the last one', async ({ page, words }) => {
  const { position, next, close } = words.gallery;
  const showing = (index: number) =>
    page.getByRole('dialog', {
      name: interpolate(position, {
        number: index + 1,
        total: gallery.length,
        caption: captions[index] ?? '',
      }),
    });
  const linkOf = (caption = '') => page.getByRole('figure').filter({ hasText: caption }).getByRole('link');
  await linkOf(captions[0]).press('Enter');
  await expect(showing(0)).toBeFocused();
  await page.getByRole('button', { name: next }).click();
  await expect(showing(1)).toBeVisible();
  await showing(1).evaluate((dialog) => {
    const touch = (clientX: number) => new Touch({ identifier: 1, target: dialog, clientX, clientY: 300 });
    const [from, to] = [touch(300), touch(200)];
    dialog.dispatchEvent(new TouchEvent('touchstart', { touches: [from], changedTouches: [from] }));
    dialog.dispatchEvent(new TouchEvent('touchend', { changedTouches: [to] }));
  });
  await expect(showing(2)).toBeVisible();
  for (const index of [1, 0, gallery.length - 1]) {
    await page.keyboard.press('ArrowLeft');
    await expect(showing(index)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(showing(gallery.length - 1)).toBeHidden();
  await expect(linkOf(captions.at(-1))).toBeFocused();
  await linkOf(captions.at(-1)).press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: close }).click();
  await expect(linkOf(captions[0])).toBeFocused();
});

test('pictures and maps are as wide or as high as the screen, and nothing covers them', async ({
  page,
  words,
}) => {
  const viewer = page.locator('#viewer');
  const map = interpolate(words.serviceArea.mapAlt, { city: serviceAreas[1]?.city ?? '' });
  for (const name of [gallery[2]?.alt.en ?? '', map]) {
    await page.getByRole('main').getByRole('link', { name }).press('Enter');
    const image = viewer.getByRole('img');
    await image.evaluate((picture: HTMLImageElement) => picture.decode());
    for (const [width, height] of [
      [360, 640],
      [844, 390],
      [1280, 800],
    ] as const) {
      const at = `${width}×${height}`;
      await page.setViewportSize({ width, height });
      const box = await image.evaluate((picture) => picture.getBoundingClientRect().toJSON());
      const others = await viewer
        .locator('figcaption, button')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
      const covered = others.filter(
        (other) =>
          Math.min(box.right, other.right) - Math.max(box.left, other.left) >= 1 &&
          Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) >= 1,
      );
      expect(covered, at).toEqual([]);
      expect(box.width * box.height, at).toBeGreaterThan(0.7 * width * height);
      await expect(image, at).toHaveCSS('object-fit', 'contain');
    }
    await page.keyboard.press('Escape');
  }
  // What the link leads to without scripts.
  await page.goto('/map-houston.svg');
  expect((await page.locator('.land').boundingBox())?.width).toBeCloseTo(1_280, 0);
});
