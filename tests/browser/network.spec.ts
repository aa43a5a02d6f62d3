import type { Route } from '@playwright/test';
import { contactPath } from '../../contract/contact-fields.ts';
import { facts } from '../../site/facts.ts';
import { expect, test } from './fixtures.ts';

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
