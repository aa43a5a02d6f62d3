import { gallery } from '../../content/gallery/index.ts';
import { interpolate } from '../../content/interpolate.ts';

import { expect, test } from './fixtures.ts';

const captions = gallery.map(({ caption }) => caption.en);

test.beforeEach(({ open }) => open('/'));

test('buttons, keys and swipes show pictures, and focus returns to the last one', async ({ page, words }) => {
  const { position, next, close, illustration } = words.gallery;
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
  await expect(showing(0).getByText(new RegExp(`${illustration}$`))).toBeVisible();
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

test('neither caption nor buttons cover the picture, which keeps most of the screen', async ({ page }) => {
  const viewer = page.locator('#viewer');
  await page
    .getByRole('figure')
    .filter({ hasText: captions[2] ?? '' })
    .getByRole('link')
    .press('Enter');
  const frame = viewer.locator('figure > div');
  const image = frame.getByRole('img');
  await image.evaluate((picture: HTMLImageElement) => picture.decode());
  for (const [width, height] of [
    [360, 640],
    [844, 390],
    [1280, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(frame).toBeInViewport();
    const { box, covered, picture } = await viewer.evaluate((dialog) => {
      const boxOf = (element: Element | null) => (element as Element).getBoundingClientRect();
      const box = boxOf(dialog.querySelector('figure > div'));
      const others = Array.from(dialog.querySelectorAll('figcaption, button'), boxOf);
      const covered = others.filter(
        (other) =>
          Math.min(box.right, other.right) - Math.max(box.left, other.left) >= 1 &&
          Math.min(box.bottom, other.bottom) - Math.max(box.top, other.top) >= 1,
      );
      return { box, covered, picture: boxOf(dialog.querySelector('img')) };
    });
    expect(covered, `${width}×${height}`).toEqual([]);
    expect(box.width * box.height, `${width}×${height}`).toBeGreaterThan(0.7 * width * height);
    expect(picture.height).toBeLessThanOrEqual(box.height + 1);
  }
});

test('in portrait, a phone shows pictures large, on their subject, to pan', async ({ page, words }) => {
  const figure = page.getByRole('figure').filter({ hasText: captions[0] ?? '' });
  const shown = await figure.getByRole('img').boundingBox();
  await figure.getByRole('link').press('Enter');
  const viewer = page.locator('#viewer');
  const frame = viewer.locator('figure > div');
  await expect(frame).toHaveCSS('touch-action', /pan-x pan-y pinch-zoom|manipulation|auto/);
  for (const { file, alt, subject = 50 } of gallery) {
    const image = frame.getByRole('img', { name: alt.en });
    await image.evaluate((picture: HTMLImageElement) => picture.decode());
    expect((await image.boundingBox())?.width, file).toBeGreaterThanOrEqual(1.9 * (shown?.width ?? 0));
    const { left, right, unreachable } = await frame.evaluate((element) => {
      const { scrollLeft, scrollWidth, clientWidth } = element;
      element.scrollLeft = scrollWidth;
      return {
        left: (100 * scrollLeft) / scrollWidth,
        right: (100 * (scrollLeft + clientWidth)) / scrollWidth,
        unreachable: scrollWidth - clientWidth - element.scrollLeft,
      };
    });
    // At least a fifth of the picture on either side, unless it ends there.
    expect(left, file).toBeLessThanOrEqual(Math.max(0, subject - 20));
    expect(right, file).toBeGreaterThanOrEqual(Math.min(100, subject + 20) - 1);
    expect(unreachable, file).toBeLessThanOrEqual(1);
    await viewer.getByRole('button', { name: words.gallery.next }).press('Enter');
  }
});
