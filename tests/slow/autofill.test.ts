import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { honeypotName } from '../../contract/contact-fields.ts';
import { ensureFullChromium } from '../../scripts/programs.mjs';
import { driver } from '../browser/contact-form.ts';
import { type Site, startSite } from '../support/start-site.ts';

let site: Site;
let browser: Browser;

// The headless shell, which other tests use, doesn't have autofill.
beforeAll(async () => {
  site = await startSite();
  browser = await chromium.launch({ executablePath: await ensureFullChromium(), args: ['--no-sandbox'] });
});

afterAll(async () => {
  await browser.close();
  await site.stop();
});

test.each([honeypotName, 'country'])(
  "Chromium's autofill doesn't fill in a honeypot named %s",
  async (name) => {
    // JavaScript is disabled, because the script never sends the honeypot.
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(site.url);
    const honeypot = page.locator(`[name=${honeypotName}]`);
    await honeypot.evaluate((input: HTMLInputElement, renamed) => {
      input.name = renamed;
    }, name);
    await page.locator('#contact-name').focus();
    const session = await page.context().newCDPSession(page);
    const { root } = await session.send('DOM.getDocument');
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: '#contact-name',
    });
    const { node } = await session.send('DOM.describeNode', { nodeId });
    const fields = [
      { name: 'NAME_FULL', value: driver.name },
      { name: 'EMAIL_ADDRESS', value: driver.email },
      { name: 'ADDRESS_HOME_COUNTRY', value: 'US' },
    ];
    await session.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
    await expect.poll(() => page.locator('#contact-email').inputValue()).toBe(driver.email);
    expect(await page.locator(`[name=${name}]`).inputValue()).toBe('');
  },
);
