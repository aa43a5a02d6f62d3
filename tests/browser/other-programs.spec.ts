import { contactAnchor } from '../../contract/contact-fields.ts';
import { expect, test } from './fixtures.ts';

// What stands between the visitor and the site: advertisements, portals, add-ons, the browser's own memory.

for (const query of ['?gclid=EAIaIQobChMI', '?utm_source=google&utm_medium=cpc', '?fbclid=IwAR0&x']) {
  test(`from an address with "${query}" a link to the form stays on the page, also without a network`, async ({
    page,
    context,
    words,
    pathOf,
    openMenu,
    expectedErrors,
  }) => {
    expectedErrors.push(/ERR_FAILED/, /ERR_INTERNET_DISCONNECTED/);
    await page.route('**/_astro/hydrate.*', (route) => route.abort());
    await page.goto(pathOf('landing') + query);
    await page.locator('#contact-name').fill('Ana');
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    await context.setOffline(true);
    await openMenu();
    await page
      .getByRole('navigation', { name: words.header.mainNavigation })
      .getByRole('link', { name: words.navigation.contact, exact: true })
      .click();
    await expect(page).toHaveURL(`${pathOf('landing')}${query}#${contactAnchor}`);
    await expect(page.getByRole('heading', { name: words.contact.title })).toBeInViewport();
    expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);
    await expect(page.locator('#contact-name')).toHaveValue('Ana');
    await context.setOffline(false);
  });
}

test('an add-on’s element beside a field, put there while the script loads, costs nothing', async ({
  page,
  form,
  words,
}) => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/_astro/hydrate.*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(form.path);
  await form.fields.name.fill('Ana Example');
  await form.fields.message.pressSequentially('Lost power, smoke from');
  await form.fields.name.evaluate((name) => name.after(document.createElement('keeper-lock')));
  const services = page.locator('#services');
  await services
    .getByRole('link', { name: words.services.items.fleet.title, exact: true })
    .dispatchEvent('click');
  await form.fields.message.focus();
  gate.resolve();
  await expect(page.getByRole('form', { name: words.form.title })).toHaveAttribute('novalidate');
  // React has made the field anew; the focus follows.
  await expect(form.fields.message).toBeFocused();
  await page.keyboard.type(' the stack');
  await expect(form.fields.name).toHaveValue('Ana Example');
  await expect(form.fields.message).toHaveValue('Lost power, smoke from the stack');
  await expect(form.fields.service).toHaveValue('fleet');
  await services
    .getByRole('link', { name: words.services.items.construction.title, exact: true })
    .dispatchEvent('click');
  await expect(form.fields.service).toHaveValue('construction');
  await expect(page.locator('#request')).toContainText(words.form.services.construction);
});

test('a captive portal’s page in place of the function keeps everything', async ({ page, form, words }) => {
  await form.open();
  await form.fill();
  await form.answer((route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Welcome' }));
  await form.button.click();
  await expect(form.outcome).toContainText(words.roadside.failed.title);
  await expect(form.fields.message).toHaveValue(form.values.message);
  expect(await page.evaluate(() => sessionStorage.getItem('draft'))).toContain(form.values.message);
});

test('a captive portal’s page in place of a script is asked for again', async ({ page, form, words }) => {
  let isPortal = true;
  await page.route('**/_astro/hydrate.*', (route) =>
    isPortal
      ? route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Welcome' })
      : route.continue(),
  );
  const answered = page.waitForResponse(/_astro\/hydrate\./);
  await page.goto(form.path);
  await form.fields.name.focus();
  await answered;
  isPortal = false;
  await expect(async () => {
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect(page.getByRole('form', { name: words.form.title })).toHaveAttribute('novalidate', {
      timeout: 1_200,
    });
  }).toPass();
});

test('what was sent does not come back with a reload, nor with Back', async ({ page, form, pathOf }) => {
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.receipt).toBeVisible();
  await expect(form.fields.message).toHaveValue('');
  await page.reload();
  await form.whole();
  await expect(form.fields.message).toHaveValue('');
  await page.goto(pathOf('about'));
  await page.goBack();
  await form.whole();
  await expect(form.fields.message).toHaveValue('');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test('a menu that is open when a tablet is turned gives way to the links in the header', async ({
  page,
  pathOf,
  openMenu,
  words,
}) => {
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(pathOf('landing'));
  await openMenu();
  const menu = page.locator('#menu');
  await expect(menu).toHaveCSS('position', 'fixed');
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(menu).toHaveCSS('position', 'static');
  const navigation = page.getByRole('navigation', { name: words.header.mainNavigation });
  await expect(
    navigation.getByRole('link', { name: words.navigation.services, exact: true }),
  ).toBeInViewport();
});
