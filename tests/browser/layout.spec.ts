import { expect, test } from './fixtures.ts';

for (const path of ['/', '/about', '/nowhere']) {
  test(`${path} does not scroll sideways`, async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    await page.goto(path);
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
  });
}
