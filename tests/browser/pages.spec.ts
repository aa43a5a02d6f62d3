import { business } from '../../content/business.ts';
import { gallery } from '../../content/gallery/index.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { services } from '../../content/services.ts';
import { contactAnchor } from '../../contract/contact-fields.ts';
import { fillIn } from '../../contract/fill-in.ts';
import { emailLink, facts } from '../../site/facts.ts';
import { expect, test } from './fixtures.ts';

const phone = '(713) 555-0147';
const callLink = 'tel:+17135550147';

test.describe('the landing page', () => {
  test.beforeEach(({ page, pathOf }) => page.goto(pathOf('landing')));

  test('greets with the number and the way to the form', async ({ page, words, pathOf }) => {
    await expect(page.getByRole('heading', { level: 1, name: words.hero.headline })).toBeVisible();
    const call = page.getByRole('link', { name: `${words.hero.call} ${phone}` });
    await expect(call).toHaveAttribute('href', callLink);
    await expect(call).toBeInViewport({ ratio: 1 });
    await page.getByRole('main').getByRole('link', { name: words.hero.request, exact: true }).click();
    await expect(page).toHaveURL(pathOf('landing', contactAnchor));
  });

  test('shows six services, each with an icon, a title and a description', async ({ page, words }) => {
    const items = page
      .getByRole('region', { name: words.services.heading, exact: true })
      .getByRole('listitem');
    await expect(items).toHaveCount(6);
    for (const service of services) {
      const { title, description } = words.services.items[service];
      const item = items.filter({ has: page.getByRole('heading', { name: title }) });
      await expect(item).toContainText(description);
      await expect(item.locator('svg')).toBeVisible();
    }
  });

  test('names sixteen towns in two areas, and calls the minutes averages', async ({ page, words }) => {
    const { serviceArea } = words;
    const section = page.getByRole('region', { name: serviceArea.heading, exact: true });
    await expect(section.getByRole('listitem')).toHaveCount(16);
    for (const { city, averageMinutes, towns } of serviceAreas) {
      const area = page.getByRole('region', { name: fillIn(serviceArea.area, { city }), exact: true });
      await expect(area).toContainText(serviceArea.averageResponse);
      await expect(area).toContainText(fillIn(serviceArea.minutes, { minutes: averageMinutes }));
      for (const town of [fillIn(serviceArea.downtown, { city }), ...towns]) {
        await expect(area.getByRole('listitem').filter({ hasText: town })).toBeVisible();
      }
    }
  });

  test('shows six captioned pictures and two ways to see more', async ({ page, words, language, pathOf }) => {
    const section = page.getByRole('region', { name: words.gallery.heading });
    await expect(section.getByRole('figure')).toHaveCount(6);
    for (const { alt, caption, type } of gallery) {
      const figure = section.getByRole('figure').filter({ hasText: caption[language] });
      await expect(figure.getByRole('img', { name: alt[language] })).toBeVisible();
      await expect(figure.getByText(words.gallery.illustration)).toHaveCount(type === 'illustration' ? 1 : 0);
    }
    await expect(section.getByRole('heading', { name: words.gallery.more })).toBeVisible();
    const documentation = section.getByRole('link', { name: words.gallery.requestDocumentation });
    await expect(documentation).toHaveAttribute('href', pathOf('landing', contactAnchor));
    const updates = section.getByRole('link', { name: words.gallery.callForUpdates });
    await expect(updates).toHaveAttribute('href', callLink);
  });

  test('opens a picture of the gallery by a plain link', async ({ page, request, words }) => {
    const link = page.getByRole('region', { name: words.gallery.heading }).getByRole('link').first();
    const answer = await request.get((await link.getAttribute('href')) ?? '');
    expect(answer.headers()['content-type']).toBe('image/jpeg');
  });

  test('tells everything there is to know to get in touch', async ({ page, words }) => {
    const { contact, form } = words;
    const section = page.getByRole('region', { name: contact.title });
    await expect(section.getByText(contact.subtitle)).toBeVisible();
    await expect(section.getByRole('heading', { name: contact.headline })).toBeVisible();
    await expect(section.getByRole('link', { name: phone, exact: true })).toHaveAttribute('href', callLink);
    await expect(section.getByRole('link', { name: `${contact.callNow} ${phone}` })).toBeVisible();
    await expect(section.getByRole('link', { name: business.email })).toHaveAttribute('href', emailLink);
    await expect(section.getByText(fillIn(contact.areas, facts))).toBeVisible();
    await expect(section.getByText(contact.hours, { exact: true })).toBeVisible();
    await expect(section.getByRole('form', { name: form.title })).toBeVisible();
  });
});

test('the about page tells in figures who comes, and why', async ({ page, words, pathOf }) => {
  const { about } = words;
  await page.goto(pathOf('about'));
  const section = page.getByRole('region', { name: fillIn(about.heading, facts) });
  for (const figure of [
    `100+ ${about.stats.years}`,
    `500+ ${about.stats.clients}`,
    `1000+ ${about.stats.hours}`,
    `24/7 ${about.stats.line}`,
  ]) {
    await expect(section.getByRole('listitem').filter({ hasText: figure })).toBeVisible();
  }
  const why = page.getByRole('region', { name: fillIn(about.whyHeading, facts) });
  for (const { title, reason } of about.why) {
    await expect(why.getByText(title)).toBeVisible();
    await expect(why.getByText(fillIn(reason, facts))).toBeVisible();
  }
});

for (const route of ['landing', 'about'] as const) {
  test(`the footer closes the ${route} page with every way to reach us`, async ({ page, words, pathOf }) => {
    await page.goto(pathOf(route));
    const footer = page.getByRole('contentinfo');
    await expect(footer.getByText(business.name, { exact: true })).toBeVisible();
    await expect(footer.getByText(words.footer.tagline)).toBeVisible();
    await expect(footer.getByText(words.footer.description)).toBeVisible();
    for (const service of services) {
      await expect(footer.getByRole('link', { name: words.services.items[service].title })).toBeVisible();
    }
    await expect(footer.getByRole('link', { name: phone, exact: true })).toHaveAttribute('href', callLink);
    await expect(footer.getByRole('link', { name: business.email })).toHaveAttribute('href', emailLink);
    await expect(footer.getByText(words.footer.area)).toBeVisible();
    const emergency = footer.getByRole('link', { name: `${words.footer.emergency} ${phone}` });
    await expect(emergency).toHaveAttribute('href', callLink);
    await expect(footer.getByText(fillIn(words.footer.copyright, facts))).toBeVisible();
    const credit = footer.getByRole('link', { name: business.agency.name });
    await expect(credit).toHaveAttribute('href', business.agency.url);
  });
}

test('a path that does not exist answers 404, logs the path and shows the way home', async ({
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
