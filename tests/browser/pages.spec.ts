import { business } from '../../content/business.ts';
import { gallery } from '../../content/gallery/index.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { services } from '../../content/services.ts';
import { en } from '../../content/words/en.ts';
import { expect, test } from './fixtures.ts';

test.describe('the landing page', () => {
  test.beforeEach(({ page }) => page.goto('/'));

  test('greets with the number and the way to the form', async ({ page }) => {
    await expect(page.getByRole('heading', { level: 1, name: en.hero.headline })).toBeVisible();
    const call = page.getByRole('link', { name: `${en.hero.call} (713) 555-0147` });
    await expect(call).toHaveAttribute('href', 'tel:+17135550147');
    await expect(call).toBeInViewport();
    await page.getByRole('main').getByRole('link', { name: 'Request Service', exact: true }).click();
    await expect(page).toHaveURL('/#contact');
  });

  test('shows six services, each with an icon, a title and a description', async ({ page }) => {
    const items = page.getByRole('region', { name: 'Services' }).getByRole('listitem');
    await expect(items).toHaveCount(6);
    for (const service of services) {
      const { title, description } = en.services.items[service];
      const item = items.filter({ has: page.getByRole('heading', { name: title }) });
      await expect(item).toContainText(description);
      await expect(item.locator('svg')).toBeVisible();
    }
  });

  test('names sixteen towns in two areas, and calls the minutes averages', async ({ page }) => {
    const section = page.getByRole('region', { name: 'Service Area' });
    await expect(section.getByRole('listitem')).toHaveCount(16);
    const minutes = { houston: '45 minutes', austin: '50 minutes' };
    for (const { id, city, towns } of serviceAreas) {
      const area = page.getByRole('region', { name: `${city} area` });
      await expect(area).toContainText('average response time');
      await expect(area).toContainText(minutes[id]);
      for (const town of [`Downtown ${city}`, ...towns]) {
        await expect(area.getByRole('listitem').filter({ hasText: town })).toBeVisible();
      }
    }
  });

  test('shows six captioned pictures and two ways to see more', async ({ page }) => {
    const section = page.getByRole('region', { name: 'Our Work in Action' });
    await expect(section.getByRole('figure')).toHaveCount(6);
    for (const { alt, caption, type } of gallery) {
      const figure = section.getByRole('figure').filter({ hasText: caption.en });
      await expect(figure.getByRole('img', { name: alt.en })).toBeVisible();
      await expect(figure.getByText('Illustration')).toHaveCount(type === 'illustration' ? 1 : 0);
    }
    await expect(section.getByRole('heading', { name: 'Want to See More?' })).toBeVisible();
    await expect(section.getByRole('link', { name: 'Request Service Documentation' })).toHaveAttribute(
      'href',
      '/#contact',
    );
    await expect(section.getByRole('link', { name: 'Call for Live Updates' })).toHaveAttribute(
      'href',
      'tel:+17135550147',
    );
  });

  test('opens a picture of the gallery by a plain link', async ({ page, request }) => {
    const link = page.getByRole('region', { name: 'Our Work in Action' }).getByRole('link').first();
    const answer = await request.get((await link.getAttribute('href')) ?? '');
    expect(answer.headers()['content-type']).toBe('image/jpeg');
  });

  test('tells everything there is to know to get in touch', async ({ page }) => {
    const section = page.getByRole('region', { name: 'Contact Us' });
    await expect(section.getByText('Get in touch for reliable diesel repair services')).toBeVisible();
    await expect(section.getByRole('heading', { name: 'Get Emergency Service Now' })).toBeVisible();
    await expect(section.getByRole('link', { name: '(713) 555-0147', exact: true })).toBeVisible();
    await expect(section.getByRole('link', { name: 'Call Now (713) 555-0147' })).toBeVisible();
    await expect(section.getByRole('link', { name: business.email })).toHaveAttribute(
      'href',
      `mailto:${business.email}`,
    );
    await expect(section.getByText('Houston and Austin, Texas')).toBeVisible();
    await expect(section.getByText('24/7 emergency line')).toBeVisible();
    await expect(section.getByRole('form', { name: 'Request Service' })).toBeVisible();
  });
});

test.describe('the about page', () => {
  test('tells in figures who comes', async ({ page }) => {
    await page.goto('/about');
    const section = page.getByRole('region', { name: 'About Mile Marker Diesel' });
    for (const figure of [
      /100\+\s*years of combined experience/,
      /500\+\s*satisfied clients/,
      /1000\+\s*hours of downtime saved/,
    ]) {
      await expect(section.getByRole('listitem').filter({ hasText: figure })).toBeVisible();
    }
    const why = page.getByRole('region', { name: /^Why Choose/ });
    await expect(why.getByText('ASE certified technicians')).toBeVisible();
  });
});

test.describe('the footer', () => {
  for (const path of ['/', '/about']) {
    test(`closes ${path} with every way to reach us`, async ({ page }) => {
      await page.goto(path);
      const footer = page.getByRole('contentinfo');
      await expect(footer.getByText(business.name, { exact: true })).toBeVisible();
      await expect(footer.getByText(en.footer.tagline)).toBeVisible();
      await expect(footer.getByText(en.footer.description)).toBeVisible();
      for (const service of services) {
        await expect(footer.getByRole('link', { name: en.services.items[service].title })).toBeVisible();
      }
      await expect(footer.getByRole('link', { name: '(713) 555-0147', exact: true })).toBeVisible();
      await expect(footer.getByRole('link', { name: business.email })).toBeVisible();
      await expect(footer.getByText('Houston & Austin Areas')).toBeVisible();
      await expect(footer.getByRole('link', { name: 'Emergency Service' })).toHaveAttribute(
        'href',
        'tel:+17135550147',
      );
      await expect(footer.getByText('© 2025 Mile Marker Diesel. Licensed and insured.')).toBeVisible();
      await expect(footer.getByRole('link', { name: business.agency.name })).toHaveAttribute(
        'href',
        business.agency.url,
      );
    });
  }
});

test.describe('a path that does not exist', () => {
  test('answers 404, logs the path and shows the way home', async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    const log = page.waitForEvent('console', (message) => message.type() === 'log');
    const answer = await page.goto('/trucks/42?name=Ana');
    expect(answer?.status()).toBe(404);
    expect((await log).text()).toContain('/trucks/42');
    await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await expect(page).toHaveURL('/');
  });
});
