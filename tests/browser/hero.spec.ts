import { expect, test } from './fixtures.ts';

test.skip(({ viewport }) => (viewport?.width ?? 0) < 960, 'sets its own size');

for (const width of [896, 1024, 1440, 2560]) {
  test(`at ${width} px the hero's text is over its picture, which fills the hero`, async ({
    page,
    pathOf,
  }) => {
    await page.setViewportSize({ width, height: Math.round(width * 0.625) });
    await page.goto(pathOf('landing'));
    const image = page.getByRole('main').getByRole('figure').first().getByRole('img');
    const headline = await page.getByRole('heading', { level: 1 }).boundingBox();
    const shown = await image.evaluate((picture: HTMLImageElement) => {
      const { left, right, top, height, width: across } = picture.getBoundingClientRect();
      const frame = picture.closest('main')?.firstElementChild?.getBoundingClientRect();
      return {
        left,
        right,
        top: top - (frame?.top ?? 0),
        empty: (frame?.height ?? 0) - height,
        shape: across / height,
      };
    });
    expect(shown).toMatchObject({ left: 0, right: width, top: 0, empty: 0 });
    // At least three quarters of the picture's height: it is 16:9.
    expect(shown.shape).toBeLessThan(16 / 9 / 0.73);
    expect((headline?.x ?? width) + (headline?.width ?? 0)).toBeLessThanOrEqual(width * 0.56);
  });
}

test('only screens above 1600 px load the large rendition', async ({ page, pathOf }) => {
  const image = page.getByRole('main').getByRole('figure').first().getByRole('img');
  const widthShown = async (width: number) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(pathOf('landing'));
    await image.evaluate((picture: HTMLImageElement) => picture.decode());
    return image.evaluate((picture: HTMLImageElement) => {
      const file = new Image();
      file.src = picture.currentSrc;
      return file.decode().then(() => file.naturalWidth);
    });
  };
  expect(await widthShown(1440)).toBeLessThanOrEqual(1600);
  expect(await widthShown(1920)).toBeGreaterThanOrEqual(1920);
});
