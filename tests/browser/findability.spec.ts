import type { Page } from '@playwright/test';
import { business } from '../../content/business.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { expect, test } from './fixtures.ts';

test.skip(({ viewport }) => (viewport?.width ?? 0) < 960, 'the same at every width');

test('what search engines read is also on the page', async ({ page, words, pathOf }) => {
  await page.goto(pathOf('landing'));
  const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
  expect(data['@type']).toBe('AutoRepair');
  expect(data.telephone).toBe(business.phone);
  expect(data.openingHoursSpecification).toMatchObject(business.hours);
  expect(data.openingHoursSpecification.dayOfWeek).toHaveLength(7);
  expect(data.url).toBe(`https://set-site-url.example${pathOf('landing')}`);
  expect(data).toHaveProperty('@id', 'https://set-site-url.example/#business');
  expect('address' in data).toBe(business.town !== '');
  for (const unconfirmed of ['geo', 'aggregateRating', 'review', 'priceRange']) {
    expect(data).not.toHaveProperty(unconfirmed);
  }
  const text = (await page.locator('body').textContent()) ?? '';
  expect(data.areaServed).toHaveLength(serviceAreas.reduce((sum, { towns }) => sum + towns.length + 1, 0));
  const offers = data.makesOffer.map((offer: { itemOffered: { name: string } }) => offer.itemOffered.name);
  expect(offers).toEqual(Object.values(words.services.items).map(({ title }) => title));
  for (const { '@type': type } of data.areaServed) {
    expect(type).toBe('City');
  }
  for (const said of [
    ...data.areaServed.map(({ name }: { name: string }) => name),
    ...offers,
    data.name,
    data.email,
  ]) {
    expect(text).toContain(said);
  }
  expect(data.knowsLanguage).toEqual(business.phoneLanguages);
});

test('every page has a title and a description of its own', async ({ page }) => {
  const seen = new Set<string>();
  for (const path of ['/', '/about', '/es/', '/es/about']) {
    await page.goto(path);
    const description = await page.locator('meta[name=description]').getAttribute('content');
    const shared = await page.locator('meta[property="og:title"]').getAttribute('content');
    expect(shared).toBe(await page.title());
    seen.add(await page.title()).add(description ?? '');
  }
  expect(seen.size).toBe(8);
});

test('the sitemap names the pages there are, and every link and picture of theirs answers', async ({
  page,
  request,
  site,
}) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const paths = [...sitemap.matchAll(/<loc>https:\/\/set-site-url\.example(.*?)<\/loc>/g)].map(
    ([, path]) => path ?? '',
  );
  expect(paths).toEqual(['/', '/es/', '/about', '/es/about']);
  expect(await (await request.get('/robots.txt')).text()).toContain('/sitemap.xml');
  const found = new Set<string>(['/favicon.ico', '/.well-known/security.txt']);
  for (const path of paths) {
    await page.goto(path);
    const links = await page.evaluate(() =>
      Array.from(document.querySelectorAll('[href], [src], [srcset], meta[property="og:image"]')).flatMap(
        (element) => [
          ...['href', 'src', 'content'].map((name) => element.getAttribute(name) ?? ''),
          ...(element.getAttribute('srcset') ?? '')
            .split(', ')
            .map((candidate) => candidate.split(' ')[0] ?? ''),
        ],
      ),
    );
    for (const link of links) found.add(link.replace('https://set-site-url.example', ''));
  }
  const ours = [...found].filter((link) => link.startsWith('/'));
  expect(ours.length).toBeGreaterThan(40);
  for (const link of ours) {
    const [path = '', anchor] = link.split('#');
    const answer = await request.get(`${site.url}${path}`);
    expect(answer.status(), link).toBe(200);
    if (anchor) {
      expect(await answer.text(), link).toContain(`id="${anchor}"`);
    }
  }
});

test('the text is the same with and without JavaScript, but for what the form can do by script', async ({
  page,
  browser,
  site,
  form,
  pathOf,
}) => {
  const textOf = async (shown: Page) => {
    await shown.locator('form').evaluate((element) => element.remove());
    return shown.getByRole('main').innerText();
  };
  await form.open();
  const withScript = await textOf(page);
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: page.viewportSize() });
  const plain = await context.newPage();
  await plain.goto(site.url + pathOf('landing'));
  expect(await textOf(plain)).toBe(withScript);
  await context.close();
});
