import { expect, test } from './fixtures.ts';
import { contentErrors } from './layout-faults.ts';

test.skip(({ viewport }) => (viewport?.width ?? 0) < 960, 'each test sets its own width');

for (const size of [24, 32]) {
  for (const viewport of [
    { width: 360, height: 640 },
    { width: 412, height: 823 },
    { width: 768, height: 1024 },
    { width: 1280, height: 800 },
  ]) {
    test(`with the browser's text at ${size} px the page fits ${viewport.width}×${viewport.height}`, async ({
      page,
      pathOf,
    }) => {
      await page.setViewportSize(viewport);
      const session = await page.context().newCDPSession(page);
      await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
      await page.goto(pathOf('landing', 'main'));
      await expect(page.locator('html')).toHaveCSS('font-size', `${size}px`);
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      const header = await page.getByRole('banner').boundingBox();
      expect((header?.y ?? 0) + (header?.height ?? 0)).toBeLessThanOrEqual(viewport.height / 5);
      expect(await contentErrors(page)).toEqual([]);
      // No part of the strip stays in the sticky header.
      const language = page.getByRole('banner').locator('a[hreflang]').first();
      await expect(language).not.toBeInViewport();
      if (viewport.width / size <= 20) await expect(page.locator('html')).toHaveCSS('hyphens', 'auto');
    });
  }
}

test('with text at 200% both pages fit 320 px', async ({ page, pathOf }) => {
  await page.setViewportSize({ width: 320, height: 800 });
  for (const path of [pathOf('landing', 'main'), pathOf('about', 'main')]) {
    await page.goto(path);
    await page.locator('html').evaluate((html) => html.style.setProperty('font-size', '200%'));
    expect(await contentErrors(page), path).toEqual([]);
  }
});

test('with text at 200% a small phone shows a whole ZIP code in the area check', async ({
  page,
  pathOf,
  words,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 32 } });
  await page.goto(pathOf('landing', 'service-area'));
  const field = page.getByRole('textbox', { name: words.areaCheck.question });
  await expect(field).toBeVisible();
  expect((await field.boundingBox())?.width).toBeGreaterThanOrEqual(200);
});
