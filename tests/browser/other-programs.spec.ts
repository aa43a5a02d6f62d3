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

test('what was sent does not come back with Back', async ({ page, form, pathOf }) => {
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.receipt).toBeVisible();
  await expect(form.fields.message).toHaveValue('');
  await page.goto(pathOf('about'));
  await page.goBack();
  await form.whole();
  await expect(form.fields.message).toHaveValue('');
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
