import { business } from '../../content/business.ts';
import { contactAnchor } from '../../contract/link-targets.ts';
import { decoder, decoderPath, hideAddresses } from '../support/hide-addresses.ts';
import { expect, test } from './fixtures.ts';

// These tests cover advertisement links, unreliable networks, captive portals, and the browser's memory of a form.

test('the page reloads a script that a captive portal replaced', async ({ page, form }) => {
  let calls = 0;
  await page.clock.install();
  await page.route('**/_astro/hydrate.*', (route) => {
    calls += 1;
    return calls === 1 ? route.fulfill({ contentType: 'text/html', body: '<p>Welcome' }) : route.continue();
  });
  await page.goto(form.path);
  // The page may learn late that the connection was lost, so report it as restored until the page retries.
  const restoreConnection = async () => {
    await page.clock.runFor(1_000);
    await page.evaluate(() => dispatchEvent(new Event('online')));
    return calls;
  };
  await expect.poll(restoreConnection).toBeGreaterThan(1);
  await form.waitUntilReady();
});

test('the form is ready before the call card arrives', async ({ page, form, expectedErrors }) => {
  expectedErrors.push(/ERR_FAILED/);
  await page.clock.install();
  await page.route('**/_astro/lazy-parts.*', (route) => route.abort());
  await page.goto(form.path);
  await expect(form.element).toHaveAttribute('novalidate');
  await form.fill();
  await expect(form.card).toHaveCount(0);
  await page.unroute('**/_astro/lazy-parts.*');
  await page.clock.runFor(1_000);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await form.waitUntilReady();
  await form.expectValues(form.values);
});

test('a link to the form works offline on a page opened from an advertisement', async ({
  page,
  context,
  form,
  words,
  openMenu,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/);
  await page.route('**/_astro/hydrate.*', (route) => route.abort());
  await page.goto('/?gclid=EAIaIQobChMI&utm_source=google&x');
  await form.fields.name.fill('Ana');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await context.setOffline(true);
  await openMenu();
  const menu = page.getByRole('navigation', { name: words.header.mainNavigation });
  await menu.getByRole('link', { name: words.navigation.contact, exact: true }).click();
  await expect(page).toHaveURL(`/?gclid=EAIaIQobChMI&utm_source=google&x#${contactAnchor}`);
  await expect(page.getByRole('heading', { name: words.contact.title })).toBeInViewport();
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
  await expect(form.fields.name).toHaveValue('Ana');
  await context.setOffline(false);
});

test('email links work behind a network that hides addresses', async ({ page, getPagePath }) => {
  await page.route(`**${decoderPath}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: decoder }),
  );
  for (const path of [getPagePath('landing'), getPagePath('about'), getPagePath('sent')]) {
    await page.route(`**${path}`, async (route) => {
      const response = await route.fetch();
      const { 'content-encoding': _, 'content-length': __, ...headers } = response.headers();
      await route.fulfill({ headers, body: hideAddresses(await response.text()) });
    });
    await page.goto(path);
    const links = page.getByRole('link', { name: business.email });
    expect(await links.count()).toBeGreaterThan(0);
    for (const link of await links.all()) {
      await expect(link).toHaveAttribute('href', `mailto:${business.email}`);
    }
    await expect(page.locator('[href*=cdn-cgi], [src*=cdn-cgi]')).toHaveCount(0);
  }
});

test("Back doesn't restore a sent request", async ({ page, form, getPagePath }) => {
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.fields.message).toHaveValue('');
  await page.goto(getPagePath('about'));
  await page.goBack();
  await form.waitUntilReady();
  await expect(form.fields.message).toHaveValue('');
});
