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
  await expect(viewer.getByText(new RegExp(`${words.gallery.illustration}$`))).toBeVisible();
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

for (const viewport of [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
]) {
  test(`at ${viewport.width}×${viewport.height} neither caption nor buttons cover the picture`, async ({
    page,
  }) => {
    await page.setViewportSize(viewport);
    const viewer = page.getByRole('dialog');
    await page.locator('#gallery figure').getByRole('link').nth(2).press('Enter');
    await viewer.getByRole('img').evaluate((image: HTMLImageElement) => image.decode());
    const frame = await viewer.locator('figure > div').boundingBox();
    const others = [viewer.locator('figcaption'), ...(await viewer.getByRole('button').all())];
    for (const other of others) {
      expect(overlap(frame, await other.boundingBox())).toBe(0);
    }
    // The picture keeps most of the screen.
    expect((frame?.width ?? 0) * (frame?.height ?? 0)).toBeGreaterThan(
      0.7 * viewport.width * viewport.height,
    );
    const picture = await viewer.getByRole('img').boundingBox();
    expect(picture?.height).toBeLessThanOrEqual((frame?.height ?? 0) + 1);
  });
}

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
  const { after, most } = await frame.evaluate((element) => {
    element.scrollLeft = element.scrollWidth;
    return { after: element.scrollLeft, most: element.scrollWidth - element.clientWidth };
  });
  expect(Math.abs(after - most)).toBeLessThanOrEqual(1);
  await expect(frame).toHaveCSS('touch-action', /pan-x pan-y pinch-zoom|manipulation|auto/);
});

test('in portrait, a phone opens each picture on its subject', async ({ page, words }) => {
  const viewer = page.getByRole('dialog');
  const frame = viewer.locator('figure > div');
  await page.locator('#gallery figure').getByRole('link').first().press('Enter');
  for (const { file, subject = 50 } of gallery) {
    await frame.getByRole('img').evaluate((image: HTMLImageElement) => image.decode());
    const { left, right } = await frame.evaluate((element) => ({
      left: (100 * element.scrollLeft) / element.scrollWidth,
      right: (100 * (element.scrollLeft + element.clientWidth)) / element.scrollWidth,
    }));
    // At least a fifth of the picture on either side, unless it ends there.
    expect(left, file).toBeLessThanOrEqual(Math.max(0, subject - 20));
    expect(right, file).toBeGreaterThanOrEqual(Math.min(100, subject + 20) - 1);
    await viewer.getByRole('button', { name: words.gallery.next }).press('Enter');
  }
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The area that two boxes share, in square pixels. */
function overlap(one: Box | null, other: Box | null): number {
  if (!one || !other) return 0;
  const across = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const down = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return Math.round(Math.max(0, across) * Math.max(0, down));
}
