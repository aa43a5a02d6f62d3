import { business } from '../../content/business.ts';
import { navigation } from '../../content/navigation.ts';
import { callLink, facts } from '../../site/facts.ts';
import { expect, test } from './fixtures.ts';

for (const route of ['landing', 'about'] as const) {
  test(`the header of the ${route} page links home and calls, even after scrolling`, async ({
    page,
    words,
    pathOf,
  }) => {
    await page.goto(pathOf(route));
    const header = page.getByRole('banner');
    const call = header.getByRole('link', { name: `${words.header.emergency} ${facts.phone}` });
    await expect(call).toHaveAttribute('href', callLink);
    await expect(header.getByRole('link', { name: business.name })).toHaveAttribute(
      'href',
      pathOf('landing'),
    );
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(call).toBeInViewport({ ratio: 1 });
  });

  for (const item of navigation) {
    if ('section' in item) {
      test(`"${item.name}" on the ${route} page scrolls to the section, below the header`, async ({
        page,
        words,
        pathOf,
        openMenu,
      }) => {
        await page.goto(pathOf(route));
        await openMenu();
        const link = page
          .getByRole('navigation')
          .getByRole('link', { name: words.navigation[item.name], exact: true });
        await link.click();
        await expect(page).toHaveURL(pathOf('landing', item.section));
        const heading = page.locator(`#${item.section}`).getByRole('heading').first();
        // Directly below it, whichever sections were laid out before; the page scrolls smoothly.
        const distance = async () => {
          const [header, box] = [await page.getByRole('banner').boundingBox(), await heading.boundingBox()];
          return (box?.y ?? Number.NaN) - ((header?.y ?? Number.NaN) + (header?.height ?? Number.NaN));
        };
        await expect.poll(distance).toBeLessThan(130);
        expect(await distance()).toBeGreaterThanOrEqual(0);
      });
    }
  }
}

test('"About" opens the about page and is marked as current', async ({ page, words, pathOf, openMenu }) => {
  await page.goto(pathOf('landing'));
  const link = page.getByRole('navigation').getByRole('link', { name: words.navigation.about });
  await openMenu();
  await link.click();
  await expect(page).toHaveURL(pathOf('about'));
  await openMenu();
  await expect(link).toHaveAttribute('aria-current', 'page');
});

for (const [reducedMotion, smooth] of [
  ['no-preference', true],
  ['reduce', false],
] as const) {
  test(`with motion "${reducedMotion}" a section link ${smooth ? 'scrolls' : 'jumps'}, and Back jumps`, async ({
    page,
    words,
    pathOf,
    openMenu,
  }) => {
    await page.emulateMedia({ reducedMotion });
    await page.goto(pathOf('landing'));
    await expect(page.locator('link[href*=after-paint]')).toHaveCount(1);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    await page.evaluate(() => {
      const places = new Set<number>();
      const note = () => {
        places.add(Math.round(scrollY));
        document.documentElement.dataset.places = String(places.size);
        requestAnimationFrame(note);
      };
      note();
      addEventListener('forget', () => places.clear());
      addEventListener('scrollend', () => document.documentElement.setAttribute('data-still', ''));
    });
    await openMenu();
    await page
      .getByRole('navigation')
      .getByRole('link', { name: words.navigation.contact, exact: true })
      .click();
    await expect(page.getByRole('heading', { name: words.contact.title })).toBeInViewport();
    const places = () => page.locator('html').evaluate((html) => Number(html.dataset.places));
    if (smooth) expect(await places()).toBeGreaterThan(2);
    else expect(await places()).toBeLessThanOrEqual(2);
    // On a busy machine the heading comes into view long before the scroll ends.
    await expect(page.locator('html')).toHaveAttribute('data-still');
    await expect(page.locator('html')).toHaveCSS('scroll-behavior', 'auto');
    await page.evaluate(() => dispatchEvent(new Event('forget')));
    await page.goBack();
    // A busy Chromium saves the former place some frames into the scroll.
    await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(100);
    expect(await places()).toBeLessThanOrEqual(3);
  });
}

test('nothing scrolling past intercepts a press on the header, at any width', async ({
  page,
  pathOf,
  viewport,
}) => {
  test.skip(viewport?.width === 360, 'sets its own widths');
  await page.goto(pathOf('landing', 'main'));
  for (const width of [360, 768, 1024, 1152, 1440, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const { tried, intercepted } = await page.evaluate(() => {
      let tried = 0;
      const intercepted: string[] = [];
      for (let top = 0; top < 1400; top += 70) {
        scrollTo({ top, behavior: 'instant' });
        for (const one of document.querySelectorAll('header a, header button')) {
          const { x, y, width, height, bottom } = one.getBoundingClientRect();
          if (y >= 0 && width > 0 && bottom < 200) {
            tried += 1;
            // What a press there would hit.
            const hit = document.elementFromPoint(x + width / 2, y + height / 2);
            if (!one.contains(hit)) intercepted.push(`${one.textContent}: ${hit?.textContent} at ${top}`);
          }
        }
      }
      return { tried, intercepted };
    });
    expect(tried, `${width} px`).toBeGreaterThan(40);
    expect(intercepted, `${width} px`).toEqual([]);
  }
});

test.describe('the menu on small screens', () => {
  test.skip(({ viewport }) => (viewport?.width ?? 0) >= 960, 'wide screens show the links themselves');

  test('closes after a link is followed', async ({ page, words, pathOf }) => {
    await page.goto(pathOf('landing'));
    const toggle = page.getByRole('button', { name: words.header.menu });
    const services = page.getByRole('navigation').getByRole('link', { name: words.navigation.services });
    await toggle.click();
    await services.click();
    await expect(services).toBeHidden();
  });

  test('closes on Escape and by its button, and focus stays on the button', async ({
    page,
    words,
    pathOf,
  }) => {
    await page.goto(pathOf('landing'));
    const toggle = page.getByRole('button', { name: words.header.menu });
    const navigation = page.getByRole('navigation');
    await toggle.press('Enter');
    await expect(navigation).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(navigation).toBeHidden();
    await expect(toggle).toBeFocused();
    await toggle.click();
    await expect(navigation).toBeVisible();
    await toggle.click();
    await expect(navigation).toBeHidden();
  });

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false });

    test('opens, and Escape closes it', async ({ page, words, pathOf }) => {
      await page.goto(pathOf('landing'));
      const navigation = page.getByRole('navigation');
      await expect(navigation).toBeHidden();
      await page.getByRole('button', { name: words.header.menu }).click();
      await expect(navigation).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(navigation).toBeHidden();
    });
  });
});
