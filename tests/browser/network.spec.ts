import type { Route } from '@playwright/test';
import { contactAnchor, contactPath } from '../../contract/contact-fields.ts';
import { facts } from '../../site/facts.ts';
import { expect, test } from './fixtures.ts';

// What stands between the visitor and the site: advertisements, networks, portals, the browser's own memory.

test('offline, it offers a call, and then sends', async ({ page, form, words, context, expectedErrors }) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await form.open();
  await form.fill();
  await context.setOffline(true);
  await form.button.click();
  await expect(form.outcome).toContainText(words.form.sending);
  await page.clock.runFor(5_000);
  await expect(page.getByText(words.roadside.trying)).toBeVisible();
  await expect(form.outcome.getByRole('link', { name: facts.phone })).toBeVisible();
  await context.setOffline(false);
  await expect(form.receipt).toBeFocused();
  await form.onlyEmail();
});

test('one email comes when the line drops the answer', async ({ page, form, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  // The server has answered by then, but the browser never learns of it.
  const dropTheAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort('connectionreset');
  };
  await page.route(`**${contactPath}*`, dropTheAnswer, { times: 1 });
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.receipt).toBeFocused();
  await form.onlyEmail();
});

const portal = { status: 200, contentType: 'text/html', body: '<p>Welcome' };
for (const [name, lose] of [
  ['that was lost', (route: Route) => route.abort('connectionfailed')],
  ['in whose place a captive portal answered', (route: Route) => route.fulfill(portal)],
] as const) {
  test(`a script ${name} is asked for again`, async ({ page, form, expectedErrors }) => {
    expectedErrors.push(/Failed to load resource/);
    let calls = 0;
    await page.clock.install();
    await page.route('**/_astro/hydrate.*', (route) => {
      calls += 1;
      return calls === 1 ? lose(route) : route.continue();
    });
    await page.goto(form.path);
    // The line comes back until the page, which may learn late of its loss, asks again.
    const comeBack = async () => {
      await page.clock.runFor(1_000);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      return calls;
    };
    await expect.poll(comeBack).toBeGreaterThan(1);
    await form.whole();
  });
}

test('from an advertisement a link to the form stays on the page, also without a network', async ({
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
