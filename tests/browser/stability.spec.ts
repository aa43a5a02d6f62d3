import type { Page } from '@playwright/test';
import { business } from '../../content/business.ts';
import { interpolate } from '../../content/interpolate.ts';
import { facts } from '../../site/facts.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { getPagePath as getPathInLanguage } from '../../site/routes.ts';
import { withFonts } from '../support/environment.ts';
import { otherLanguage } from '../support/example-facts.ts';
import { emptyFields } from '../support/example-request.ts';
import { nearby } from './contact-form.ts';
import { expect, test } from './fixtures.ts';
import { readShifts, recordShifts } from './layout-shifts.ts';

test.beforeEach(({ page }) => recordShifts(page));

// Until its own font has arrived, a page uses the first font on Apple and Windows, and the second on Android.
const faces = { 'liberation-sans': 'Liberation Sans Bold', roboto: 'Roboto Bold' };
/** Each font's most common screen width. `npm run test:all` tries the other widths, too. */
const mainWidth = { 'liberation-sans': 1440, roboto: 360 };
for (const fonts of ['liberation-sans', 'roboto'] as const) {
  const face = faces[fonts];
  for (const width of [360, 768, 1280, 1440]) {
    const tag = width === mainWidth[fonts] ? [] : ['@all'];
    test(`nothing shifts when the font replaces ${face} at ${width} px`, { tag }, async ({
      site,
      launchOptions,
      playwright,
    }) => {
      const env = { ...process.env, ...withFonts(fonts) } as Record<string, string>;
      const browser = await playwright.chromium.launch({ ...launchOptions, env });
      // This height shows the content below the first screen's pictures, too.
      const page = await browser.newPage({ baseURL: site.url, viewport: { width, height: 1_200 } });
      await recordShifts(page);
      for (const path of ['/', getPathInLanguage('landing', otherLanguage), '/about', '/sent', '/nowhere']) {
        await openWithLateFont(page, path);
        // Lighthouse reports five decimals. Two pages still shift by less than 0.0003.
        const minTotal = ['/sent', '/nowhere'].includes(path) ? undefined : 0.000005;
        expect(await readShifts(page, { minTotal }), `the first screen of ${path}`).toEqual([]);
        await scrollThrough(page);
        expect(await readShifts(page), path).toEqual([]);
      }
      // In one of the two languages, this name needs one more line in the page's own font.
      await page.route(`**${getPathInLanguage('about', otherLanguage)}`, async (route) => {
        const body = (await (await route.fetch()).text()).replaceAll(business.name, "Muñoz & Son's Diesel");
        await route.fulfill({ contentType: 'text/html', body });
      });
      await page.setViewportSize({ width, height: 2_400 });
      await openWithLateFont(page, getPathInLanguage('about', otherLanguage));
      expect(await readShifts(page)).toEqual([]);
      for (const other of Object.values(faces)) {
        expect(await page.evaluate(hasFont, other)).toBe(other === face);
      }
      await browser.close();
    });
  }
}

test('nothing moves when the location search ends, with or without a result', async ({
  page,
  form,
  words,
}) => {
  await page.addInitScript((coords) => {
    const answers = [{ code: 1 }, { coords, timestamp: 0 }];
    navigator.geolocation.getCurrentPosition = (found, failed) => {
      const answer = answers.shift();
      const tell = () => {
        if (answer && 'code' in answer) {
          failed?.(answer as GeolocationPositionError);
        } else {
          found(answer as GeolocationPosition);
        }
      };
      addEventListener('answer', tell, { once: true });
    };
  }, nearby);
  const { position } = words.extras;
  await form.open();
  await form.fields.service.selectOption('emergency');
  for (const [name, end] of [
    [position.ask, page.getByText(position.denied)],
    [position.again, page.locator('.location-sign')],
  ] as const) {
    await page.getByRole('button', { name }).click();
    await expect(page.getByText(position.searching)).toBeVisible();
    await readShifts(page);
    await page.evaluate(() => dispatchEvent(new Event('answer')));
    await expect(end).toBeVisible();
    // On a fast machine, all shifts happen within half a second of the press.
    expect(await readShifts(page, { pressed: true }), name).toEqual([]);
  }
});

test('nothing moves when the area check answers @desktop', async ({ page, words, getPagePath }) => {
  test.slow();
  const { city = '', averageMinutes: minutes = 0, towns = [] } = areas[0] ?? {};
  const [guess = city] = towns
    .map(({ name }) => name)
    .toSorted((first, second) => second.length - first.length);
  const field = page.getByLabel(words.areaCheck.question);
  for (const width of [360, 740, 1440]) {
    await page.setViewportSize({ width, height: width === 740 ? 360 : 900 });
    await page.goto(getPagePath('landing'));
    for (const [typed, answer] of [
      ['Nowhere', words.areaCheck.ask],
      [city, words.areaCheck.inside.map((line) => interpolate(line, { city, minutes }))],
      [`${guess}z`, words.areaCheck.guess.map((line) => interpolate(line, { guess, minutes }))],
    ] as const) {
      await field.fill(typed);
      await field.press('Enter');
      await expect(page.locator('#area-check p')).toHaveText(answer.join(' '));
      await expect(page.locator('h1 span[aria-hidden]')).toHaveText(answer.join(' '));
      expect(await readShifts(page, { pressed: true }), `${typed} at ${width} px`).toEqual([]);
    }
  }
});

test('nothing moves when a request is slow, fails, and succeeds', async ({ page, form }) => {
  // Keep the real requestAnimationFrame, because the browser may not paint between two frames of the fake clock.
  await page.addInitScript(() => {
    const { requestAnimationFrame: frame } = window;
    Object.defineProperty(window, 'requestAnimationFrame', { get: () => frame, set() {} });
  });
  await page.clock.install();
  await form.open();
  await form.fill();
  for (const status of [503, 200]) {
    const gate = Promise.withResolvers<void>();
    await form.answer(async (route) => {
      await gate.promise;
      await route.fulfill({ status, json: { ok: true, reference: '7KQ2MA' } });
    });
    await form.button.click();
    await expect(form.outcome).toHaveAttribute('data-state', 'sending');
    await readShifts(page);
    await page.clock.runFor(5_000);
    await expect(form.outcome.getByRole('link', { name: facts.phone })).toBeVisible();
    gate.resolve();
    await expect(form.outcome).toHaveAttribute('data-state', status === 200 ? 'sent' : 'failed');
    await form.expectValues(status === 200 ? emptyFields : form.values);
    expect(await readShifts(page, { pressed: true }), `${status}`).toEqual([]);
    await page.unrouteAll();
  }
});

const parts = [
  { name: 'a header', path: '/about', from: '<header', ends: ['>24/7', '</b>', '</button>'] },
  {
    name: 'the page of an unknown path',
    path: '/nowhere',
    from: '<main',
    ends: ['</h1>', '</span></span>', '</b>'],
  },
];
for (const { name, path, from, ends } of parts) {
  test(`${name} that arrives in parts does not move`, async ({ page, site, words }) => {
    const call = page
      .getByRole(from === '<main' ? 'main' : 'banner')
      .getByRole('link', { name: words.header.emergency });
    const html = await (await fetch(`${site.url}${path}`)).text();
    // Serve the page without its Content-Security-Policy, which forbids document.write().
    await page.route(path, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await page.setViewportSize({ width: 768, height: 800 });
    for (const after of ends) {
      await page.goto(path);
      const end = html.indexOf(after, html.indexOf(from)) + after.length;
      await page.evaluate(
        async ([first = '', second = '']) => {
          document.write(first);
          for (let frames = 0; frames < 2; frames += 1) {
            await new Promise(requestAnimationFrame);
          }
          document.write(second);
          document.close();
        },
        [html.slice(0, end), html.slice(end)],
      );
      expect(await readShifts(page), after).toEqual([]);
      await expect(call).toBeVisible();
    }
  });
}

/** Opens a page whose own font arrives only after the first paint in a fallback font. */
async function openWithLateFont(page: Page, path: string) {
  const painted = Promise.withResolvers<void>();
  await page.route('**/*.woff2', async (route) => {
    await painted.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  // The rest of the page must be painted in the fallback font, too.
  await page.waitForLoadState('domcontentloaded');
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  painted.resolve();
  await page.waitForLoadState();
  await page.evaluate(() => document.fonts.ready);
  await page.unroute('**/*.woff2');
}

async function scrollThrough(page: Page) {
  await page.evaluate(async () => {
    for (let top = 0; top < document.body.scrollHeight; top += 1_000) {
      scrollTo(0, top);
      await new Promise(requestAnimationFrame);
    }
    await Promise.all(Array.from(document.images, (image) => image.decode()));
  });
}

/** Whether the browser has this font. Runs in the page. */
function hasFont(face: string) {
  return new FontFace('any', `local("${face}")`).load().then(Boolean, () => false);
}
