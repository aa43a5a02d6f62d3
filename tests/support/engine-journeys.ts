import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gallery } from '../../content/gallery/index.ts';
import { serviceAreas } from '../../content/service-areas.ts';
import { words } from '../../content/words/index.ts';
import { findBrowser } from '../../scripts/browser.mjs';
import { pathOf } from '../../site/routes.ts';
import { type Site, startSite } from './start-site.ts';
import { startUnreliableLine } from './unreliable-line.ts';

/** A browser engine other than Chromium. Clicks and keys are the browser's own: trusted, as a visitor's. */
export interface Engine {
  open(url: string): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Runs the body of a function in the page, and waits for the promise that it returns. */
  run(body: string): Promise<unknown>;
  click(selector: string): Promise<unknown>;
  /** Replaces the text of a field. */
  type(selector: string, text: string): Promise<unknown>;
  /** Picks an option of a select by typing its name. */
  choose(selector: string, option: string): Promise<unknown>;
  press(key: 'Tab' | 'Enter' | 'Escape' | 'ArrowRight'): Promise<unknown>;
  /** Whether the engine's accessibility tree gives the element this role and name. */
  isNamed(selector: string, role: string, name: string): Promise<boolean>;
  stop(): Promise<unknown>;
}

const { form, outcome, roadside, areaCheck } = words.en;
const submit = '#contact-form form [type=submit]';
const card = 'dialog[aria-labelledby=dispatch-card]';
/** Added once the page is complete. */
const areaCheckInput = '#area-check-input';

/** What a visitor does on the site, in an engine that Playwright's tests do not drive. */
export function playJourneys(start: () => Promise<Engine>) {
  let site: Site;
  let line: Awaited<ReturnType<typeof startUnreliableLine>>;
  let engine: Engine;

  beforeAll(async () => {
    site = await startSite();
    line = await startUnreliableLine(site.url);
    engine = await start();
  });

  afterAll(async () => {
    await engine.stop();
    await line.stop();
    await site.stop();
  });

  test('the menu opens from its button, and Escape closes it', async () => {
    await engine.open(line.url + pathOf('about', 'es'));
    // The button is there where the screen is narrow: here it would be out of the window's reach.
    const isOpen = () => engine.run('return document.querySelector("#menu").matches(":popover-open")');
    await engine.run('document.querySelector("[popovertarget=menu]").style.display = "block"');
    await engine.click('[popovertarget=menu]');
    await expect.poll(isOpen).toBe(true);
    await engine.press('Escape');
    await expect.poll(isOpen).toBe(false);
  });

  test('a request is sent, once', async () => {
    await openForm();
    await fill('All five fields');
    await engine.click(submit);
    await expect.poll(() => textOf('#sent')).toContain(roadside.receipt.title);
    await site.onlyMailWith('All five fields');
    await expect.poll(() => value('#contact-message')).toBe('');
    await expect.poll(() => engine.run('return sessionStorage.length')).toBe(0);
  });

  test('a refused request keeps what was typed, and the next attempt sends it', async () => {
    await openForm();
    await fill('Refused at first');
    line.set('busy');
    await engine.click(submit);
    await expect.poll(() => textOf('#toast-failed')).toContain(outcome.failed.title);
    await expect.poll(() => value('#contact-message')).toBe('Refused at first');
    line.set('up');
    // The page has scrolled to what happened: a click before that lands where its target was.
    await expect.poll(isInView).toBe(true);
    await engine.click(submit);
    await expect.poll(() => textOf('#sent')).toContain(roadside.receipt.title);
    await site.onlyMailWith('Refused at first');
  });

  test('a line that is lost and comes back sends the request, once', async () => {
    await openForm();
    await fill('On a bad line');
    line.set('down');
    const dropped = line.dropped();
    await engine.click(submit);
    await dropped;
    await expect.poll(() => textOf('#sent')).toContain(form.sending);
    line.set('up');
    await expect.poll(() => textOf('#sent')).toContain(roadside.receipt.title);
    await site.onlyMailWith('On a bad line');
  });

  test('the form posts when no script arrives', async () => {
    const scriptless = await startSite({ cwd: siteWithoutScripts() });
    await engine.open(scriptless.url + pathOf('landing', 'en', 'contact'));
    await fill('Without a script');
    await engine.click(submit);
    await expect.poll(() => engine.run('return location.hash')).toBe('#sent');
    await expect.poll(() => textOf('#sent')).toContain(outcome.sent.title);
    await scriptless.onlyMailWith('Without a script');
    await scriptless.stop();
  });

  test('an empty form says what is missing, and each error goes once it is fixed', async () => {
    await openForm();
    await engine.click(submit);
    await expect.poll(focused).toBe('contact-name');
    await expect.poll(() => textOf('#contact-form form')).toContain(form.problems.email.missing);
    await engine.type('#contact-name', 'Ana');
    await expect.poll(() => textOf('#contact-form form')).not.toContain(form.problems.name.missing);
  });

  test('a draft survives a reload, and leaving the page and coming back', async () => {
    await openForm();
    await fill('Half a thought');
    await engine.reload();
    await hydrated();
    await expect.poll(() => value('#contact-message')).toBe('Half a thought');
    await engine.click(`header a[href="${pathOf('about', 'en')}"]`);
    await expect.poll(() => engine.run('return location.pathname')).toBe(pathOf('about', 'en'));
    await engine.run('history.back()');
    await hydrated();
    await expect.poll(() => value('#contact-message')).toBe('Half a thought');
  });

  test.each([
    ['sent', submit],
    ['cleared', '.roadside-clear'],
  ])('what was %s does not come back with a reload', async (_, button) => {
    await openForm();
    await fill('Gate code 0000');
    await engine.click(button);
    await expect.poll(() => value('#contact-message')).toBe('');
    await engine.reload();
    await hydrated();
    expect(await value('#contact-message')).toBe('');
    expect(await engine.run('return sessionStorage.length')).toBe(0);
  });

  test('the card for the phone call shows what was typed, and Escape closes it', async () => {
    await openForm();
    await engine.type('#contact-name', 'Ana Ortega');
    const opener = `document.querySelector('${card}').previousElementSibling`;
    await engine.run(`${opener}.id = 'opens-the-card'`);
    await engine.click('#opens-the-card');
    await expect.poll(() => textOf(card)).toContain('Ana Ortega');
    await engine.press('Escape');
    await expect.poll(() => engine.run(`return document.querySelector('${card}').open`)).toBe(false);
    await expect.poll(focused).toBe('opens-the-card');
  });

  test('the viewer opens a picture, moves on, and gives the focus to the last one', async () => {
    await engine.open(line.url + pathOf('landing', 'en'));
    await laidOut();
    await engine.click('#gallery figure a');
    const caption = () => textOf('#viewer figcaption');
    await expect.poll(caption).toContain(gallery[0]?.caption.en);
    await engine.press('ArrowRight');
    await expect.poll(caption).toContain(gallery[1]?.caption.en);
    await engine.press('Escape');
    await expect.poll(() => engine.run('return document.querySelector("#viewer").open')).toBe(false);
    const focusedPicture = () => engine.run('return document.activeElement.querySelector("img")?.alt');
    await expect.poll(focusedPicture).toBe(gallery[1]?.alt.en);
  });

  test('the area check answers for a town', async () => {
    await openForm();
    await engine.open(line.url + pathOf('landing', 'en', 'service-area'));
    await expect.poll(() => textOf('#area-check')).toContain(areaCheck.question);
    const { city = '', averageMinutes } = serviceAreas[1] ?? {};
    await engine.type(areaCheckInput, city);
    await engine.press('Enter');
    await expect.poll(() => textOf('#area-check')).toContain(`${averageMinutes}`);
  });

  test('every link, field and button has the role and name that Chromium gives it', async () => {
    const expected = await namesInChromium(line.url + pathOf('landing', 'en', 'contact'));
    expect(expected.length).toBeGreaterThan(40);
    await openForm();
    await expect.poll(() => engine.run(`return !!document.querySelector('${areaCheckInput}')`)).toBe(true);
    await engine.run(markPlaces);
    const different: object[] = [];
    for (const [place, { role, name }] of expected.entries()) {
      if (!(await engine.isNamed(`[data-place="${place}"]`, role, name)))
        different.push({ place, role, name });
    }
    expect(different).toEqual([]);
  });

  /** An empty, hydrated form. */
  async function openForm() {
    line.set('up');
    await engine.open(`${line.url}/robots.txt`);
    await engine.run('sessionStorage.clear()');
    await engine.open(line.url + pathOf('landing', 'en', 'contact'));
    await hydrated();
  }

  async function hydrated() {
    // Its helpers follow the form.
    await expect
      .poll(() => engine.run(`return !!document.querySelector('form[novalidate] ${card}')`))
      .toBe(true);
    await laidOut();
  }

  /** What is clicked earlier may still move. */
  const laidOut = () =>
    expect.poll(() => engine.run('return document.querySelectorAll("[data-deferred]").length')).toBe(0);

  /** Whether the outcome ends at the lower edge of what the toast leaves: there the page scrolls it to. */
  const isInView = () =>
    engine.run(
      'return document.querySelector("#sent").getBoundingClientRect().bottom <= document.querySelector(".toast").getBoundingClientRect().top',
    );

  async function fill(message: string) {
    await engine.type('#contact-name', 'Ana Ortega');
    await engine.type('#contact-phone', '713 555 0199');
    await engine.type('#contact-email', 'ana@ortega.example');
    await engine.choose('#contact-service', form.services.fleet);
    await engine.type('#contact-message', message);
  }

  const textOf = (selector: string) =>
    engine.run(`return document.querySelector('${selector}').textContent`) as Promise<string>;
  const value = (selector: string) => engine.run(`return document.querySelector('${selector}').value`);
  const focused = () => engine.run('return document.activeElement.id');
}

/** Numbers what a visitor can use, in the page's order. */
const markPlaces = `
  Array.from(document.querySelectorAll('a, button, input, select, textarea'))
    .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest('[aria-hidden]'))
    .forEach((element, place) => { element.dataset.place = place; });
`;

async function namesInChromium(url: string) {
  const browser = await puppeteer.launch({
    executablePath: await findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking'],
  });
  const page: Page = await browser.newPage();
  await page.setViewport({ width: 1024, height: 768 });
  await page.goto(url);
  await page.waitForSelector(`form[novalidate] ${card}`);
  await page.waitForSelector(areaCheckInput);
  await page.evaluate(markPlaces);
  const names: { role: string; name: string }[] = [];
  for (const root of await page.$$('[data-place]')) {
    const node = await page.accessibility.snapshot({ root, interestingOnly: false });
    names.push({ role: node?.role ?? '', name: node?.name ?? '' });
  }
  await browser.close();
  return names;
}

/** WebDriver cannot disable scripts, so their files are missing here instead. */
function siteWithoutScripts(): string {
  const folder = mkdtempSync(join(tmpdir(), 'scriptless-'));
  cpSync('build/site', join(folder, 'build/site'), { recursive: true });
  for (const file of globSync('build/site/_astro/*.js*', { cwd: folder })) {
    rmSync(join(folder, file));
  }
  return folder;
}
