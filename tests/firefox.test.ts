import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { type Language, languages } from '../content/languages.ts';
import { words } from '../content/words/index.ts';
import { sentAnchor } from '../contract/contact-fields.ts';
import { findFirefox } from '../scripts/browser.mjs';
import { pathOf } from '../site/routes.ts';
import { type Site, startSite } from './support/start-site.ts';

// A smoke test over WebDriver BiDi: Playwright only drives its own Firefox build.

let site: Site;
let browser: Browser;

beforeAll(async () => {
  site = await startSite();
  browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: await findFirefox(),
    headless: true,
  });
}, 120_000);

afterAll(async () => {
  await browser.close();
  await site.stop();
});

const all = Object.keys(languages) as Language[];

test.each(all)('the pages open, and the menu opens and closes (%s)', async (language) => {
  const page = await open({ width: 360, height: 740 });
  await page.goto(site.url + pathOf('about', language));
  expect(await page.title()).toContain(business.name);
  await page.goto(site.url + pathOf('landing', language));
  expect(await textOf(page, 'h1')).toBe(words[language].hero.headline);
  const isOpen = () => page.$eval('#menu', (menu) => menu.matches(':popover-open'));
  await page.click('[popovertarget=menu]');
  expect(await isOpen()).toBe(true);
  await page.keyboard.press('Escape');
  expect(await isOpen()).toBe(false);
  await page.close();
});

test.each(all)('the form sends with JavaScript (%s)', async (language) => {
  const page = await open({ width: 1280, height: 800 });
  await page.goto(site.url + pathOf('landing', language, 'contact'));
  await page.waitForSelector('form[novalidate]');
  await fill(page, `Firefox with JavaScript, ${language}`);
  await page.click('form [type=submit]');
  await page.waitForSelector(`#${sentAnchor}[data-state=sent]`);
  expect(await textOf(page, `#${sentAnchor}`)).toContain(words[language].roadside.receipt.title);
  expect(await site.mailsWith(`Firefox with JavaScript, ${language}`)).toHaveLength(1);
  await page.close();
});

test.each(all)('the form posts when no script arrives (%s)', async (language) => {
  const scriptless = await startSite({ cwd: siteWithoutScripts() });
  const page = await open({ width: 360, height: 740 });
  await page.goto(scriptless.url + pathOf('landing', language));
  await fill(page, `Firefox without a script, ${language}`);
  await Promise.all([page.waitForNavigation(), page.click('form [type=submit]')]);
  expect(page.url()).toBe(scriptless.url + pathOf('landing', language, sentAnchor));
  expect(await scriptless.mailsWith(`Firefox without a script, ${language}`)).toHaveLength(1);
  await page.close();
  await scriptless.stop();
});

/** WebDriver BiDi cannot disable scripts in Firefox, so their files are missing here instead. */
function siteWithoutScripts(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scriptless-'));
  cpSync('build/site', join(folder, 'build/site'), { recursive: true });
  for (const file of globSync('build/site/_astro/*.js*', { cwd: folder })) {
    rmSync(join(folder, file));
  }
  return folder;
}

async function open(viewport: { width: number; height: number }): Promise<Page> {
  const page = await browser.newPage();
  await page.setViewport(viewport);
  return page;
}

async function fill(page: Page, message: string) {
  await page.type('#contact-name', 'Ana Lucía Ortega');
  await page.type('#contact-phone', '713 555 0199');
  await page.type('#contact-email', 'ana@ortega-hauling.example');
  await page.select('#contact-service', 'fleet');
  await page.type('#contact-message', message);
}

const textOf = (page: Page, selector: string) => page.$eval(selector, (element) => element.textContent);
