import { facts } from '../../site/facts.ts';
import { startUnreliableLine } from '../support/unreliable-line.ts';
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

test('one email comes when the line drops the answer', async ({ form, site, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  const line = await startUnreliableLine(site.url);
  await form.open(`${line.url}/#contact`);
  await form.fill();
  line.set('unanswered');
  const dropped = line.dropped();
  await form.button.click();
  await dropped;
  line.set('up');
  await expect(form.receipt).toBeFocused();
  await form.onlyEmail();
  await line.stop();
});

test('scripts that were lost are asked for again', async ({ page, form, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource|Failed to fetch/);
  const lost = new Set<string>();
  await page.clock.install();
  await page.route(/_astro\/(hydrate|Helpers)\..*\.js$/, (route) => {
    const { pathname } = new URL(route.request().url());
    if (lost.has(pathname)) return route.continue();
    lost.add(pathname);
    return route.abort('connectionfailed');
  });
  const lostAndBack = async (script: string) => {
    await expect.poll(() => [...lost].join()).toContain(script);
    // However late the page learns of it: the line comes back until it asks again.
    const again = page.waitForResponse(`**/_astro/${script}.*`);
    let isAskedFor = false;
    const asked = again.then(() => {
      isAskedFor = true;
    });
    while (!isAskedFor) {
      await page.clock.runFor(1_000);
      await page.evaluate(() => dispatchEvent(new Event('online')));
    }
    await asked;
  };
  await page.goto(form.path);
  await lostAndBack('hydrate');
  await expect(form.element).toHaveAttribute('novalidate');
  await lostAndBack('Helpers');
  await form.whole();
});

test('the first press on Send counts, though it shows what came meanwhile', async ({ page, form, words }) => {
  const gate = Promise.withResolvers<void>();
  await page.route('**/_astro/Helpers.*', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.goto(form.path);
  await expect(form.element).toHaveAttribute('novalidate');
  await form.fill();
  gate.resolve();
  await form.whole();
  await expect(page.getByRole('button', { name: words.roadside.position.ask })).toBeHidden();
  // Leaving the message, the press on the button changes it, too.
  await form.button.click();
  await expect(form.receipt).toBeFocused();
  await form.onlyEmail();
});

test('the form sends without its helpers and the rest of the receipt', async ({ page, form, words }) => {
  const { receipt } = words.roadside;
  // Neither an answer nor an error.
  await page.route(/_astro\/(Helpers|Receipt)\./, () => {});
  await page.goto(form.path);
  await expect(form.element).toHaveAttribute('novalidate');
  await form.fill();
  await form.button.click();
  await expect(form.outcome).toContainText(receipt.reference);
  await expect(form.outcome).toContainText(receipt.next);
  await expect(form.outcome.getByRole('link', { name: facts.phone })).toBeVisible();
  await form.onlyEmail();
});
