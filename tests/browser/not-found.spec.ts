import { business } from '../../content/business.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { words as allWords } from '../../content/words/index.ts';
import { expect, test } from './fixtures.ts';

test.skip(({ viewport }) => (viewport?.width ?? 0) < 960, 'sets its own size');
test.beforeEach(({ expectedErrors }) => {
  expectedErrors.push(/status of 404/);
});

test('an unknown path under a language shows that language first, and both', async ({
  page,
  language,
  pathOf,
}) => {
  const answer = await page.goto(`${pathOf('landing')}nowhere`);
  expect(answer?.status()).toBe(404);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(allWords[language].notFound.headline);
  await expect(page.getByText(allWords.en.notFound.headline)).toBeVisible();
  await expect(page.getByRole('link', { name: allWords.en.notFound.home, exact: true })).toHaveAttribute(
    'href',
    '/',
  );
  await expect(page.getByText(allWords.es.notFound.headline)).toBeVisible();
});

for (const viewport of [
  { width: 360, height: 640 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
]) {
  test(`at ${viewport.width}×${viewport.height} the dead-end sign is centered, with the link home in view`, async ({
    page,
    words,
    pathOf,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(`${pathOf('landing')}nowhere`);
    const home = page.getByRole('link', { name: words.notFound.home, exact: true });
    const call = page.getByRole('link', { name: printedPhone(business.phone) });
    await expect(home).toBeInViewport({ ratio: 1 });
    await expect(call).toBeInViewport({ ratio: 1 });
    const edges = await page.locator('main > *').evaluateAll((all) => {
      const boxes = all.map((one) => one.getBoundingClientRect());
      return {
        left: Math.min(...boxes.map((box) => box.left)),
        right: innerWidth - Math.max(...boxes.map((box) => box.right)),
      };
    });
    expect(Math.abs(edges.left - edges.right)).toBeLessThanOrEqual(2);
    const sign = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
      const [box, text] = [heading.parentElement, heading].map((one) => one?.getBoundingClientRect());
      return (box?.left ?? 0) + (box?.width ?? 0) / 2 - ((text?.left ?? 0) + (text?.width ?? 0) / 2);
    });
    expect(Math.abs(sign)).toBeLessThanOrEqual(2);
  });
}

test('the headline is set in the font of the signs on a first visit, too', async ({ page, pathOf }) => {
  await page.goto(`${pathOf('landing')}nowhere`);
  await page.evaluate(() => document.fonts.ready);
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  expect(fonts.map(({ familyName }) => familyName)).toEqual(['Overpass']);
});
