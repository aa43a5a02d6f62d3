import { business } from '../../content/business.ts';
import { gallery } from '../../content/gallery/index.ts';
import { interpolate } from '../../content/interpolate.ts';
import { services } from '../../content/services.ts';
import { contactAnchor } from '../../contract/contact-fields.ts';
import { callLink, emailLink, facts } from '../../site/facts.ts';
import { said } from '../../site/facts-in.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { expect, test } from './fixtures.ts';

const { phone } = facts;

test.describe('the landing page', () => {
  test.beforeEach(({ page, pathOf }) => page.goto(pathOf('landing')));

  test('starts with the number and a link to the form', async ({ page, words, pathOf }) => {
    await expect(page.getByRole('heading', { level: 1, name: words.hero.headline })).toBeVisible();
    const call = page.getByRole('link', { name: `${words.hero.call} ${phone}` });
    await expect(call).toHaveAttribute('href', callLink);
    await expect(call).toBeInViewport({ ratio: 1 });
    await page.getByRole('main').getByRole('link', { name: words.hero.request, exact: true }).first().click();
    await expect(page).toHaveURL(pathOf('landing', contactAnchor));
  });

  test('shows every service, each with an icon, a title and a description', async ({ page, words }) => {
    const items = page
      .getByRole('region', { name: words.services.heading, exact: true })
      .getByRole('listitem');
    await expect(items).toHaveCount(services.length);
    for (const { id } of services) {
      const { title, description } = words.services.items[id];
      const item = items.filter({ has: page.getByRole('heading', { name: title }) });
      await expect(item).toContainText(description);
      await expect(item.locator('svg').first()).toBeVisible();
    }
  });

  test('lists every town of each area, and labels the minutes as averages', async ({ page, words }) => {
    const { serviceArea } = words;
    const section = page.getByRole('region', { name: serviceArea.heading, exact: true });
    const places = areas.flatMap(({ towns }) => ['downtown', ...towns]);
    await expect(section.getByRole('listitem')).toHaveCount(places.length);
    for (const { city, averageMinutes, towns } of areas) {
      const area = page.getByRole('region', { name: city, exact: true });
      await expect(area).toContainText(serviceArea.averageResponse);
      await expect(area).toContainText(interpolate(serviceArea.minutes, { minutes: averageMinutes }));
      for (const town of [interpolate(serviceArea.downtown, { city }), ...towns.map(({ name }) => name)]) {
        await expect(area.getByRole('listitem').filter({ hasText: town })).toBeVisible();
      }
    }
  });

  test('shows every captioned picture and two links to see more', async ({ page, words, language }) => {
    const section = page.getByRole('region', { name: words.gallery.heading });
    await expect(section.getByRole('figure')).toHaveCount(gallery.length);
    const isIllustrated = gallery.every(({ type }) => type === 'illustration');
    await expect(section.getByText(words.gallery.illustrations, { exact: true })).toHaveCount(
      isIllustrated ? 1 : 0,
    );
    for (const { alt, caption, type } of gallery) {
      const figure = section.getByRole('figure').filter({ hasText: caption[language] });
      await expect(figure.getByRole('img', { name: alt[language] })).toBeVisible();
      await expect(figure.getByText(words.gallery.illustration)).toHaveCount(
        type === 'illustration' && !isIllustrated ? 1 : 0,
      );
    }
    await expect(section.getByRole('heading', { name: words.gallery.more })).toBeVisible();
    const documentation = section.getByRole('link', { name: words.gallery.requestDocumentation });
    await expect(documentation).toHaveAttribute('href', `#${contactAnchor}`);
    const updates = section.getByRole('link', { name: words.gallery.callForUpdates });
    await expect(updates).toHaveAttribute('href', callLink);
  });

  test('opens a picture of the gallery by a plain link', async ({ page, request, words }) => {
    const link = page.getByRole('region', { name: words.gallery.heading }).getByRole('link').first();
    const answer = await request.get((await link.getAttribute('href')) ?? '');
    expect(answer.headers()['content-type']).toBe('image/jpeg');
  });

  test('has all contact information', async ({ page, words, language }) => {
    const { contact, form } = words;
    const section = page.getByRole('region', { name: contact.title });
    await expect(section.getByText(contact.subtitle)).toBeVisible();
    await expect(section.getByRole('heading', { name: contact.headline })).toBeVisible();
    await expect(section.getByRole('link', { name: phone, exact: true })).toHaveAttribute('href', callLink);
    await expect(section.getByRole('link', { name: `${contact.callNow} ${phone}` })).toBeVisible();
    await expect(section.getByRole('link', { name: business.email })).toHaveAttribute('href', emailLink);
    await expect(section.getByText(said(contact.areas, language))).toBeVisible();
    await expect(section.getByText(contact.hours, { exact: true })).toBeVisible();
    await expect(section.getByRole('form', { name: form.title })).toBeVisible();
  });
});

test('the about page has the claims and the reasons', async ({ page, words, language, pathOf }) => {
  const { about, claims } = words;
  await page.goto(pathOf('about'));
  const section = page.getByRole('region', { name: said(about.heading, language) });
  const rows = section.locator('dl > div');
  for (const [figure, label] of [
    [business.claims.yearsOfExperience, claims.years],
    [business.claims.clients, claims.clients],
    [business.claims.hoursSaved, claims.hours],
  ] as const) {
    const row = rows.filter({ hasText: label });
    if (figure === '') await expect(row).toHaveCount(0);
    else await expect(row).toContainText(interpolate(claims.figure, { figure }));
  }
  await expect(rows.filter({ hasText: claims.line })).toContainText('24/7');
  const why = page.getByRole('region', { name: said(about.whyHeading, language) });
  for (const { title, reason } of about.why) {
    await expect(why.getByText(title, { exact: true })).toBeVisible();
    await expect(why.getByText(said(reason, language))).toBeVisible();
  }
});

for (const route of ['landing', 'about'] as const) {
  test(`the footer of the ${route} page has all contact information`, async ({
    page,
    words,
    language,
    pathOf,
  }) => {
    await page.goto(pathOf(route));
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByText(business.name, { exact: true })).toBeVisible();
    await expect(footer.getByText(words.footer.tagline)).toBeVisible();
    await expect(footer.getByText(words.footer.description)).toBeVisible();
    for (const { id } of services) {
      await expect(footer.getByRole('link', { name: words.services.items[id].title })).toBeVisible();
    }
    await expect(footer.getByRole('link', { name: phone, exact: true })).toHaveAttribute('href', callLink);
    await expect(footer.getByRole('link', { name: business.email })).toHaveAttribute('href', emailLink);
    await expect(footer.getByText(said(words.footer.area, language))).toBeVisible();
    const emergency = footer.getByRole('link', { name: `${words.footer.emergency} ${phone}` });
    await expect(emergency).toHaveAttribute('href', callLink);
    await expect(footer.getByText(said(words.footer.copyright, language))).toBeVisible();
    if (business.agency.name) {
      const credit = footer.getByRole('link', { name: business.agency.name });
      await expect(credit).toHaveAttribute('href', business.agency.url);
    }
  });
}

test('a path that does not exist returns 404, logs the path and links home', async ({
  page,
  words,
  language,
  pathOf,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 404/);
  const log = page.waitForEvent('console', (message) => message.type() === 'log');
  const answer = await page.goto('/trucks/42?name=Ana');
  expect(answer?.status()).toBe(404);
  expect((await log).text()).toBe('Page not found: /trucks/42');
  await expect(page.getByText(words.notFound.headline)).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('link', { name: phone })).toHaveAttribute('href', callLink);
  const home = page.getByRole('link', { name: words.notFound.home });
  await expect(page.locator(`:lang(${language})`).filter({ has: home }).last()).toBeVisible();
  await home.click();
  await expect(page).toHaveURL(pathOf('landing'));
});
