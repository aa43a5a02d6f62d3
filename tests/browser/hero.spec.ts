import sharp from 'sharp';
import { interpolate } from '../../content/interpolate.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { said } from '../../site/facts-in.ts';
import { accessibleText } from './accessible-text.ts';
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

for (const service of ['fleet', 'construction'] as const) {
  test(`on a desktop the first screen leads to the form with ${service} chosen`, {
    tag: '@every-language',
  }, async ({ page, pathOf, words, form }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(pathOf('landing'));
    const link = page.getByRole('link', { name: words.hero.others[service] });
    await expect(link).toBeInViewport({ ratio: 1 });
    await link.click();
    await expect(form.fields.service).toHaveValue(service);
  });
}

test('no line of the headline holds the end of one sentence and the start of the next', {
  tag: '@every-language',
}, async ({ page, pathOf }) => {
  await page.goto(pathOf('landing'));
  const headline = page.getByRole('heading', { level: 1 });
  for (const width of [320, 360, 390, 412, 480, 600, 768, 834, 896, 1024, 1120, 1280, 1440, 1920, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const lines = await headline.evaluate(wordsByLine);
    expect(lines.length, `${width} px`).toBeGreaterThan(1);
    expect(
      lines.filter((line) => /[.?!]/.test(line.slice(0, -1).join(' '))),
      `${width} px`,
    ).toEqual([]);
  }
});

test("a screen reader finds a space between the headline's sentences", async ({ page, pathOf, words }) => {
  await page.goto(pathOf('landing'));
  expect(await accessibleText(page, 'h1')).toBe(words.hero.headline);
});

for (const viewport of [
  { width: 360, height: 640 },
  { width: 1280, height: 720 },
  { width: 1366, height: 768 },
]) {
  test(`at ${viewport.width}×${viewport.height} the first screen says how long the owner takes`, async ({
    page,
    pathOf,
    words,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(pathOf('landing'));
    const times = serviceAreas.map(({ city, averageMinutes }) =>
      interpolate(words.hero.response, { city, minutes: averageMinutes }),
    );
    const average = interpolate(words.hero.average, { times: times.join(', ') });
    await expect(page.getByRole('main').getByText(average)).toBeInViewport({ ratio: 1 });
  });
}

test('on a wide screen no road sign of the picture lies under the text', async ({
  page,
  pathOf,
  words,
  language,
}) => {
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto(pathOf('landing'));
  const image = page.getByRole('main').getByRole('figure').first().getByRole('img');
  await image.evaluate((picture: HTMLImageElement) => picture.decode());
  const text = page.getByText(said(words.hero.text, language));
  const box = await text.boundingBox();
  await text.evaluate(({ parentElement }) => parentElement?.style.setProperty('visibility', 'hidden'));
  const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
  const shown = await page.screenshot({
    clip: { x: x - 150, y: y - 60, width: width + 150, height: height + 120 },
  });
  const { data, info } = await sharp(shown).raw().toBuffer({ resolveWithObject: true });
  let green = 0;
  for (let pixel = 0; pixel < data.length; pixel += info.channels) {
    const [red = 0, middle = 0, blue = 0] = data.subarray(pixel, pixel + 3);
    if (middle > red + 20 && middle > blue) green += 1;
  }
  expect(green).toBe(0);
});

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

/** The words of each line as they are laid out. Runs in the page. */
function wordsByLine(heading: Element): string[][] {
  const lines = new Map<number, string[]>();
  const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const top = Math.round(range.getBoundingClientRect().top);
      lines.set(top, [...(lines.get(top) ?? []), word]);
    }
  }
  return [...lines.values()];
}
