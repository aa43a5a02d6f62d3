import { gallery } from '../../content/gallery/index.ts';
import { interpolate } from '../../content/interpolate.ts';
import { defaultLanguage } from '../../content/languages.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { expect, test } from './fixtures.ts';

const captions = gallery.map(({ caption }) => caption[defaultLanguage]);

test.beforeEach(({ page }) => page.goto('/'));

test('buttons, keys and swipes show pictures, and focus returns to the last one', async ({ page, words }) => {
  const { position, next, close } = words.gallery;
  const showing = (index: number) => {
    const [number, total, caption = ''] = [index + 1, gallery.length, captions[index]];
    return page.getByRole('dialog', { name: interpolate(position, { number, total, caption }) });
  };
  const linkOf = (caption = '') =>
    page.locator('figure', { has: page.getByText(caption, { exact: true }) }).getByRole('link');
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

const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
const hasFailed = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0;

test('pictures that failed offline, on the page and in the viewer, load when the browser is back online', async ({
  page,
  context,
  expectedErrors,
}) => {
  // The form's script may be on its way when the line breaks.
  expectedErrors.push(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await page.route('**/scenes.svg', (route) => route.abort());
  await page.reload();
  // Without timers, only the event is left to retry.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  const thumbnail = page.locator('#gallery li:last-child figure img');
  await thumbnail.scrollIntoViewIfNeeded();
  await page.locator('#gallery li:first-child figure a').press('Enter');
  const picture = page.locator('#viewer img');
  for (const image of [thumbnail, picture]) {
    await expect.poll(() => image.evaluate(hasFailed)).toBe(true);
  }
  await page.unroute('**/scenes.svg');
  await context.setOffline(true);
  await context.setOffline(false);
  for (const image of [thumbnail, picture]) {
    await expect.poll(() => image.evaluate(isLoaded)).toBe(true);
  }
});

test('a picture that failed in a dead spot loads by itself', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.setViewportSize({ width: 1280, height: 800 });
  let failures = 0;
  await page.route('**/scenes.svg', (route) => {
    failures += 1;
    return failures === 1 ? route.abort() : route.continue();
  });
  await page.locator('#gallery li:first-child figure a').press('Enter');
  await expect.poll(() => page.locator('#viewer img').evaluate(isLoaded)).toBe(true);
  expect(failures).toBe(2);
});

test('pictures and maps are as wide or as high as the screen, beside captions', async ({ page, words }) => {
  const drawn = areas.filter(({ geography }) => geography);
  const maps = drawn.map(({ city }) => interpolate(words.serviceArea.mapAlt, { city }));
  for (const name of [gallery[2]?.alt[defaultLanguage] ?? '', ...maps.slice(-1)]) {
    const link = page.getByRole('main').getByRole('link', { name });
    await expect(link).toHaveAttribute('aria-haspopup', 'dialog');
    await link.press('Enter');
    const image = page.locator('#viewer').getByRole('img');
    for (const [width, height] of [
      [360, 640],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      const box = await image.boundingBox();
      expect((box?.width ?? 0) * (box?.height ?? 0)).toBeGreaterThan(0.7 * width * height);
      await expect(image).toHaveCSS('object-fit', 'contain');
      const under = await page.locator('#viewer figcaption').evaluate((caption) => {
        const { x, y, width, height } = caption.getBoundingClientRect();
        const all = document.elementsFromPoint(x + width / 2, y + height / 2);
        return all.map(({ localName }) => localName);
      });
      expect(under).not.toContain('img');
    }
    await page.keyboard.press('Escape');
  }
  // What the links lead to without scripts.
  for (const { id } of drawn) {
    // Another fragment alone would open no other document.
    await page.goto('about:blank');
    await page.goto(`/maps.svg#${id}`);
    const shown = page.locator('.land').filter({ visible: true });
    const boxes = await shown.evaluateAll((all) => all.map((land) => land.getBoundingClientRect().toJSON()));
    const inView = boxes.filter(({ x }) => x >= 0 && x < 844);
    expect(inView.map(({ width }) => Math.round(width))).toEqual([844]);
  }
});
