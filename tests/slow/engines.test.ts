import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultLanguage } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { storageKeys } from '../../site/contact-form/storage-keys.ts';
import { getPagePath } from '../../site/routes.ts';
import { type Engine, laptop } from '../support/engines/engine.ts';
import { startFirefox } from '../support/engines/firefox.ts';
import { startWebKit } from '../support/engines/webkit.ts';
import { otherLanguage } from '../support/example-facts.ts';
import { type FlakyProxy, startProxy } from '../support/flaky-proxy.ts';
import { type Site, startSite } from '../support/start-site.ts';

const { form, extras } = words[defaultLanguage];
const submit = '#contact-form form [type=submit]';
const card = 'dialog[aria-labelledby=call-card]';

// Tests lost connections and restored pages, which engines handle differently, in engines that the browser tests don't
// use.
describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])('%s', (_, start) => {
  let site: Site;
  let proxy: FlakyProxy;
  let engine: Engine;

  beforeAll(async () => {
    site = await startSite();
    proxy = await startProxy(site.url);
    // A laptop's screen is wide enough for a header without a menu.
    engine = await start({ screen: laptop });
  });

  afterAll(async () => {
    await engine.stop();
    await proxy.stop();
    await site.stop();
  });

  test('after a lost connection, the request is sent once and leaves no draft', async () => {
    await openForm();
    await fill('On a bad line');
    const dropped = proxy.goDown();
    await engine.click(submit);
    await dropped;
    await expect.poll(() => readText('#sent')).toContain(form.sending);
    proxy.goUp();
    await expect.poll(() => readText('#sent')).toContain(extras.receipt.board[0]);
    await site.onlyMailWith('On a bad line');
    await expectNothingBack();
  });

  test('a draft survives a reload and leaving the page, until it is cleared', async () => {
    await openForm();
    await fill('Half a thought');
    await engine.reload();
    await waitUntilHydrated();
    await expect.poll(() => readValue('#contact-message')).toBe('Half a thought');
    await engine.click('.ContactForm-end button');
    await expect.poll(() => readValue('#contact-message')).toBe('');
    await expectNothingBack();
    await fill('Another thought');
    await engine.click(`header a[href="${getPagePath('about', defaultLanguage)}"]`);
    await expect.poll(() => engine.run(() => location.pathname)).toBe(getPagePath('about', defaultLanguage));
    await engine.run(() => history.back());
    await waitUntilHydrated();
    await expect.poll(() => readValue('#contact-message')).toBe('Another thought');
  });

  test('Back shows an empty form after the request was sent in the other language', async () => {
    await openForm();
    await fill('Sent in Spanish');
    await leaveFor(getPagePath('landing', otherLanguage, 'contact'));
    await expect.poll(() => readValue('#contact-message')).toBe('Sent in Spanish');
    await engine.click(submit);
    await expect.poll(() => readText('#sent')).toContain(words[otherLanguage].extras.receipt.board[0]);
    await goBack();
    await expect.poll(() => readValue('#contact-message')).toBe('');
    // If the engine loaded the page again, the receipt has replaced the fields.
    await engine.run(() => document.querySelector<HTMLButtonElement>('#sent button')?.click());
    await engine.click(submit);
    await expect.poll(() => readText('#contact-name-error')).toBe(form.problems.name.missing);
    await site.onlyMailWith('Sent in Spanish');
  });

  test('Back shows an empty form after the draft was cleared in the other language', async () => {
    await openForm();
    await fill('Cleared in Spanish');
    await leaveFor(getPagePath('landing', otherLanguage, 'contact'));
    await expect.poll(() => readValue('#contact-message')).toBe('Cleared in Spanish');
    await engine.click('.ContactForm-end button');
    await expect.poll(() => readValue('#contact-message')).toBe('');
    await goBack();
    await expect.poll(() => readValue('#contact-message')).toBe('');
    expect(await readDraft()).toBeNull();
  });

  /** Opens an empty, hydrated form. */
  async function openForm() {
    await engine.open(`${proxy.url}/robots.txt`);
    await engine.run(() => sessionStorage.clear());
    await engine.open(proxy.url + getPagePath('landing', defaultLanguage, 'contact'));
    await waitUntilHydrated();
  }

  async function leaveFor(path: string) {
    await engine.open(proxy.url + path);
    // Drivers may return while the old page, which has the same text in its fields, is still there.
    const { pathname } = new URL(path, proxy.url);
    await expect.poll(() => engine.run(() => location.pathname)).toBe(pathname);
    await waitUntilHydrated();
  }

  async function goBack() {
    await engine.run(() => history.back());
    const start = getPagePath('landing', defaultLanguage);
    await expect.poll(() => engine.run(() => location.pathname)).toBe(start);
    await waitUntilHydrated();
  }

  async function waitUntilHydrated() {
    // The card is added after the form is hydrated.
    await expect
      .poll(() =>
        engine.run((selector) => document.querySelectorAll(selector).length, `form[novalidate], ${card}`),
      )
      .toBe(2);
  }

  async function expectNothingBack() {
    await engine.reload();
    await waitUntilHydrated();
    expect(await readValue('#contact-message')).toBe('');
    expect(await readDraft()).toBeNull();
  }

  async function fill(message: string) {
    await engine.type('#contact-name', 'Ana Ortega');
    await engine.type('#contact-phone', '713 555 0199');
    await engine.type('#contact-email', 'ana@ortega.example');
    await engine.type('#contact-service', form.services.fleet);
    await engine.type('#contact-message', message);
  }

  const readDraft = () => engine.run((key) => sessionStorage.getItem(key), storageKeys.draft);
  const readText = (selector: string) =>
    engine.run((selector) => document.querySelector(selector)?.textContent ?? '', selector);
  const readValue = (selector: string) =>
    engine.run((selector) => document.querySelector<HTMLInputElement>(selector)?.value, selector);
});
