import { gallery } from '../../content/gallery.ts';
import { interpolate } from '../../content/interpolate.ts';
import { defaultLanguage } from '../../content/languages.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { expect, test } from './fixtures.ts';

const captions = gallery.map(({ caption }) => caption[defaultLanguage]);

test.beforeEach(({ page }) => page.goto('/'));

test('buttons, keys, and swipes move through the pictures in the viewer', async ({ page, words }) => {
  const { position, next, close } = words.gallery;
  const showing = (index: number) => {
    const [number, total, caption = ''] = [index + 1, gallery.length, captions[index]];
    return page.getByRole('dialog', { name: interpolate(position, { number, total, caption }) });
  };
  const findLink = (caption = '') =>
    page.locator('figure', { has: page.getByText(caption, { exact: true }) }).getByRole('link');
  await findLink(captions[0]).press('Enter');
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
  await expect(findLink(captions.at(-1))).toBeFocused();
  await findLink(captions.at(-1)).press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.getByRole('button', { name: close }).click();
  await expect(findLink(captions[0])).toBeFocused();
});

const isLoaded = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
const hasFailed = (image: HTMLImageElement) => image.complete && image.naturalWidth === 0;

test('pictures that failed offline load when the browser is back online', async ({
  page,
  context,
  expectedErrors,
}) => {
  // The form's script may still be loading when the connection drops.
  expectedErrors.push(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await page.route('**/scenes.svg', (route) => route.abort());
  await page.reload();
  // Pause the timers, so only the online event can cause a retry.
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

test('the viewer retries a picture that failed in a dead spot', async ({ page, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.setViewportSize({ width: 1280, height: 800 });
  let isDeadSpot = true;
  await page.route('**/scenes.svg', (route) => (isDeadSpot ? route.abort() : route.continue()));
  await page.locator('#gallery li:first-child figure a').press('Enter');
  const picture = page.locator('#viewer img');
  await expect.poll(() => picture.evaluate(hasFailed)).toBe(true);
  isDeadSpot = false;
  await expect.poll(() => picture.evaluate(isLoaded)).toBe(true);
});

test('pictures and maps fill the screen next to their captions', async ({ page, words }) => {
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
      const box = await page.locator('#viewer figure div').boundingBox();
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
  // A map is larger than the screen, and arrow keys pan it.
  await page.setViewportSize({ width: 360, height: 740 });
  const [map = ''] = maps;
  const onPage = await page.getByRole('main').getByRole('img', { name: map }).boundingBox();
  const width = 1.6 * (onPage?.width ?? 0);
  await page.getByRole('main').getByRole('link', { name: map }).press('Enter');
  const frame = page.locator('#viewer figure div');
  const shown = frame.getByRole('img', { name: map });
  expect((await shown.boundingBox())?.width).toBeCloseTo(width, -1);
  const place = () => frame.evaluate(({ scrollLeft }) => scrollLeft);
  const centered = (width - 360) / 2;
  expect(await place()).toBeCloseTo(centered, -1);
  await page.keyboard.press('ArrowLeft');
  await expect.poll(place).toBeCloseTo(Math.max(centered - 80, 0), -1);
  await expect(shown).toBeVisible();
  await page.keyboard.press('Escape');
  // Without scripts, the maps' links open these views of one file.
  await page.setViewportSize({ width: 844, height: 390 });
  for (const { id } of drawn) {
    // A change of the fragment alone would not load the document again.
    await page.goto('about:blank');
    await page.goto(`/maps.svg#${id}`);
    const shown = page.locator('.land').filter({ visible: true });
    const boxes = await shown.evaluateAll((all) => all.map((land) => land.getBoundingClientRect().toJSON()));
    const inView = boxes.filter(({ x }) => x >= 0 && x < 844);
    expect(inView.map(({ width }) => Math.round(width))).toEqual([844]);
  }
});
