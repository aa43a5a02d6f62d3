import type { Page } from '@playwright/test';
import { contactAnchor } from '../../contract/contact-fields.ts';
import { expect, test } from './fixtures.ts';
import { contentErrors } from './layout-faults.ts';

const widths = [320, 360, 412, 768, 1024, 1440, 1920];
const oneOfEachLayout = [320, 768, 1440];

/** After following an anchor the whole page is laid out (Section.module.css). */
const laidOut = '#main';

test.skip(({ viewport }) => (viewport?.width ?? 0) < 960, 'each test sets its own width');

for (const of of ['landing', 'about', '404'] as const) {
  test(`nothing is clipped, off screen or overlapping on the ${of} page, at any width`, {
    tag: '@every-language',
  }, async ({ page, pathOf, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    await page.goto((of === '404' ? '/nowhere' : pathOf(of)) + laidOut);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      expect(await contentErrors(page), `${width} px`).toEqual([]);
    }
  });
}

test('a name of 40 characters and a long town fit a small phone', async ({ page, pathOf }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(pathOf('landing') + laidOut);
  await page.evaluate(() => {
    const long = (selector: string, text: string) => {
      for (const element of document.querySelectorAll(selector)) element.textContent = text;
    };
    long('header svg + span, footer svg + span', 'Wolfeschlegelstein & Sons Mobile Diesels');
    long('#service-area li', 'Llanfairpwllgwyngyll-on-the-Brazos');
  });
  expect(await contentErrors(page)).toEqual([]);
});

test('on a short screen the header does not stick', async ({ page, pathOf }) => {
  await page.setViewportSize({ width: 640, height: 320 });
  await page.goto(pathOf('landing'));
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(page.getByRole('banner')).not.toBeInViewport();
});

test('the header is less than a fifth of a phone’s screen once the page is scrolled', async ({
  page,
  pathOf,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(pathOf('about'));
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  const box = await page.getByRole('banner').boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(640 / 5);
});

for (const viewport of [
  { width: 360, height: 640 },
  { width: 412, height: 823 },
]) {
  test(`at ${viewport.width}×${viewport.height} the headline is the largest paint, not the picture`, async ({
    page,
    pathOf,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto(pathOf('landing'));
    const headline = await page.getByRole('heading', { level: 1 }).boundingBox();
    const picture = await page.getByRole('figure').first().boundingBox();
    const shown = Math.max(0, viewport.height - (picture?.y ?? 0)) * viewport.width;
    expect(shown).toBeLessThan((headline?.width ?? 0) * (headline?.height ?? 0));
  });
}

test('no width shows more than nine font sizes', { tag: '@every-language' }, async ({ page, form }) => {
  await form.open();
  for (const width of widths) {
    await page.setViewportSize({ width, height: 800 });
    const sizes = await page.locator('body').evaluate((body) => {
      const sizes = new Set<string>();
      const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { parentElement: element, textContent } = texts.currentNode;
        // A drawing's text is as large as the drawing, and a list's options are the browser's.
        if (!textContent?.trim() || !element?.checkVisibility() || element.closest('svg, option')) continue;
        sizes.add(getComputedStyle(element).fontSize);
      }
      return [...sizes].sort((a, b) => parseFloat(a) - parseFloat(b));
    });
    expect(sizes.length, `${width} px: ${sizes.join(', ')}`).toBeLessThanOrEqual(9);
  }
});

test('on a phone the contact section begins within 4,700 px of the top', {
  tag: '@every-language',
}, async ({ page, pathOf }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(pathOf('landing') + laidOut);
  const contact = await page.locator(`#${contactAnchor}`).boundingBox();
  expect((contact?.y ?? Infinity) + (await page.evaluate(() => scrollY))).toBeLessThanOrEqual(4_700);
});

for (const width of widths) {
  test(`at ${width} px nothing shifts while the page loads, its font loads late, and it scrolls`, {
    tag: oneOfEachLayout.includes(width) ? '@every-font' : [],
  }, async ({ page, pathOf, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    // Tall enough to show what is below the first screen's pictures.
    await page.setViewportSize({ width, height: 1_200 });
    for (const path of [pathOf('landing'), pathOf('about'), '/nowhere']) {
      await openWithLateFont(page, path);
      const { total, shifts } = await shiftsOf(page);
      // As it is reported, with three decimals: a line that moves sideways by a few pixels is 0.00005.
      expect.soft(total.toFixed(3), `${path}: ${shifts.join('\n')}`).toBe('0.000');
      await page.unroute('**/*.woff2');
    }
  });
}

test('claims of other lengths shift nothing', {
  tag: '@every-font',
}, async ({ page, pathOf }) => {
  await page.setViewportSize({ width: 320, height: 1_200 });
  await page.route(`**${pathOf('about')}`, async (route) => {
    const answer = await route.fetch();
    const others = ['+7', '+85', '+12500'].values();
    const html = (await answer.text()).replace(/(?<=<dt>)\+?\d+\+?(?=<\/dt>)/g, () =>
      String(others.next().value),
    );
    await route.fulfill({ response: answer, body: html });
  });
  await openWithLateFont(page, pathOf('about'));
  const { total, shifts } = await shiftsOf(page);
  expect(total.toFixed(3), shifts.join('\n')).toBe('0.000');
  await expect(page.getByText('+12500')).toBeVisible();
});

test('the browser knows the fonts of its set and no others', { tag: '@every-font' }, async ({
  page,
  fonts,
}) => {
  const faces = {
    'liberation-sans': 'Liberation Sans Bold',
    roboto: 'Roboto Bold',
    'dejavu-sans': 'DejaVu Sans Bold',
  };
  const known = await page.evaluate(
    (names) =>
      Promise.all(
        names.map((name) =>
          new FontFace('any', `local("${name}")`).load().then(
            () => [name],
            () => [],
          ),
        ),
      ),
    Object.values(faces),
  );
  expect(known.flat()).toEqual([faces[fonts]]);
});

test('lays out the whole page soon after the first paint', async ({ page, pathOf }) => {
  await page.goto(pathOf('landing'));
  for (const section of await page.locator('main > section').all()) {
    await expect(section).toHaveCSS('content-visibility', 'visible');
  }
});

/** Its own font arrives once the page has been painted in another. */
async function openWithLateFont(page: Page, path: string) {
  const painted = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.evaluate(twoFrames);
  painted.resolve();
  await page.waitForLoadState();
}

/** Resolves after the first paint. */
async function twoFrames() {
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
}

/** Scrolls through the page; all layout shifts since loading started, and what moved. */
function shiftsOf(page: Page): Promise<{ total: number; shifts: string[] }> {
  return page.evaluate(async () => {
    const shifts: string[] = [];
    let total = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node?: Node; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        const moved = sources.map(({ node, previousRect: from, currentRect: to }) => {
          const by = `${to.x - from.x}, ${to.y - from.y}; ${to.width - from.width} × ${to.height - from.height} px`;
          return `"${node?.textContent?.trim().slice(0, 30)}" by ${by}`;
        });
        total += value;
        shifts.push(`${value}: ${moved.join(', ')}`);
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    await document.fonts.ready;
    for (let top = 0; top < document.body.scrollHeight; top += 400) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
    await Promise.all(Array.from(document.images, (image) => image.decode()));
    await new Promise(requestAnimationFrame);
    return { total, shifts };
  });
}
