import { gallery } from '../../content/gallery/index.ts';
import { interpolate } from '../../content/interpolate.ts';
import { expect, test } from './fixtures.ts';

test.beforeEach(({ page, pathOf }) => page.goto(pathOf('landing')));

test('opens a picture in the lightbox, named by its caption', async ({ page, words, language }) => {
  const [first = '', second = ''] = gallery.map(({ caption }) => caption[language]);
  const named = (number: number, caption: string) =>
    new RegExp(`^${interpolate(words.gallery.position, { number, total: gallery.length, caption })}`);
  const viewer = page.getByRole('dialog');
  await page.getByRole('figure').filter({ hasText: first }).getByRole('link').click();
  await expect(viewer).toHaveAccessibleName(named(1, first));
  await expect(viewer).toBeFocused();
  // In portrait, a phone shows half of it at a time.
  await expect(viewer.getByRole('img', { name: gallery[0]?.alt[language] ?? '' })).toBeInViewport({
    ratio: 0.45,
  });
  await expect(viewer.getByText(words.gallery.illustration)).toBeVisible();
  await viewer.getByRole('button', { name: words.gallery.next }).click();
  await expect(viewer).toHaveAccessibleName(named(2, second));
  await viewer.getByRole('button', { name: words.gallery.close }).click();
  await expect(viewer).toBeHidden();
});

test('arrow keys wrap around, Escape closes, and focus returns to the last picture viewed', async ({
  page,
  language,
}) => {
  const links = page.locator('#gallery figure').getByRole('link');
  const viewer = page.getByRole('dialog');
  const last = gallery.at(-1)?.caption[language] ?? '';
  await links.first().press('Enter');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer).toHaveAccessibleName(new RegExp(`: ${last}`));
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(links.last()).toBeFocused();
  await links.last().press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(links.first()).toBeFocused();
});

test('a swipe shows the next picture', async ({ page, language }) => {
  const viewer = page.getByRole('dialog');
  await page.locator('#gallery figure').getByRole('link').first().press('Enter');
  await viewer.evaluate((dialog) => {
    const touch = (clientX: number) => new Touch({ identifier: 1, target: dialog, clientX, clientY: 300 });
    dialog.dispatchEvent(
      new TouchEvent('touchstart', { touches: [touch(300)], changedTouches: [touch(300)] }),
    );
    dialog.dispatchEvent(new TouchEvent('touchend', { changedTouches: [touch(200)] }));
  });
  await expect(viewer).toHaveAccessibleName(new RegExp(`: ${gallery[1]?.caption[language]}`));
});

test('shows its controls over a picture that fills the screen', async ({ page, viewport }) => {
  const viewer = page.getByRole('dialog');
  await page.locator('#gallery figure').getByRole('link').nth(2).press('Enter');
  const frame = await viewer.locator('figure > div').boundingBox();
  expect(frame).toMatchObject({ x: 0, y: 0, width: viewport?.width, height: viewport?.height });
  await viewer.getByRole('img').evaluate((image: HTMLImageElement) => image.decode());
  const picture = await viewer.getByRole('img').boundingBox();
  const fits = Math.min(
    (viewport?.width ?? 0) / (picture?.width ?? 1),
    (viewport?.height ?? 0) / (picture?.height ?? 1),
  );
  expect(fits).toBeLessThanOrEqual(1.01);
});

test('in portrait, a phone shows pictures at least 1.9 times as large, to pan and pinch', async ({
  page,
  viewport,
}) => {
  test.skip((viewport?.width ?? 0) >= 960, 'a wide screen shows the whole picture');
  const shown = await page.locator('#gallery figure').getByRole('img').first().boundingBox();
  await page.locator('#gallery figure').getByRole('link').first().press('Enter');
  const frame = page.getByRole('dialog').locator('figure > div');
  const image = frame.getByRole('img');
  await image.evaluate((picture: HTMLImageElement) => picture.decode());
  expect((await image.boundingBox())?.width).toBeGreaterThanOrEqual(1.9 * (shown?.width ?? 0));
  const { before, after, most } = await frame.evaluate((element) => {
    const before = element.scrollLeft;
    element.scrollLeft = element.scrollWidth;
    return { before, after: element.scrollLeft, most: element.scrollWidth - element.clientWidth };
  });
  // It opens centered, and both ends are reachable.
  expect(Math.abs(before - most / 2)).toBeLessThanOrEqual(2);
  expect(Math.abs(after - most)).toBeLessThanOrEqual(1);
  await expect(frame).toHaveCSS('touch-action', /pan-x pan-y pinch-zoom|manipulation|auto/);
});
