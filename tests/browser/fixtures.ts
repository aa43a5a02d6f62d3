import { test as base, expect, type Page } from '@playwright/test';
import { defaultLanguage, type Language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import type { Words } from '../../content/words/schema.ts';
import { testTimeLimits } from '../../scripts/time-limits.mjs';
import { getPagePath, type PageName } from '../../site/routes.ts';
import { type Site, startSite } from '../support/start-site.ts';
import { type ContactForm, createContactForm } from './contact-form.ts';

export { expect };

export interface Options {
  /** The language under test. */
  language: Language;
}

interface PageFixtures {
  /** The words of the language under test. */
  words: Words;
  /** Returns the path of a page in the language under test. */
  getPagePath: (pageName: PageName, section?: string) => string;

  /** Console errors that the test expects. Any other error fails the test. */
  expectedErrors: RegExp[];
  /** Opens the menu if the screen is too small to show its links. */
  openMenu: () => Promise<void>;
  form: ContactForm;
}

interface WorkerFixtures {
  /** The built site on a real server with a real SMTP server. */
  site: Site;
}

export const test = base.extend<Options & PageFixtures, WorkerFixtures>({
  language: [defaultLanguage, { option: true }],
  words: ({ language }, use) => use(words[language]),
  getPagePath: ({ language }, use) => use((pageName, section) => getPagePath(pageName, language, section)),
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: testTimeLimits.process },
  ],
  baseURL: ({ site }, use) => use(site.url),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the pattern
  expectedErrors: ({}, use) => use([]),
  page: async ({ page, expectedErrors }, use) => {
    const errors = collectErrors(page);
    await use(page);
    const unexpected = errors.filter((text) => !expectedErrors.some((expected) => expected.test(text)));
    expect(unexpected, 'the console has only errors that the test expects').toEqual([]);
  },
  openMenu: ({ page, words }, use) =>
    use(async () => {
      // The first paint already shows or hides the button, so there is nothing to wait for.
      const toggle = page.getByRole('button', { name: words.header.menu });
      if (await toggle.isVisible()) {
        await toggle.click();
      }
    }),
  form: ({ page, site, language, expectedErrors }, use, { testId }) =>
    use(createContactForm(page, site, language, testId, expectedErrors)),
});

/** Whether the styles that the first paint doesn't need have loaded. Runs in the page. */
export const hasLateStyles = () =>
  Boolean(document.querySelector<HTMLLinkElement>('link[href*=after-paint]')?.sheet);

/** Sets the text size in the browser's settings, in pixels. */
export async function setTextSize(page: Page, size: number) {
  const session = await page.context().newCDPSession(page);
  await session.send('Page.setFontSizes', { fontSizes: { standard: size, fixed: size } });
}

/** Hides the page as if the visitor had switched tabs, or shows it again. */
export const setVisibility = (page: Page, visibility: DocumentVisibilityState) =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);

/**
 * Returns the text that Chromium passes to a screen reader for an element: all pieces of text, joined. If the space
 * between two blocks is missing, their words run together, even if the computed name has a space.
 */
export async function readAccessibleText(page: Page, selector: string): Promise<string> {
  const session = await page.context().newCDPSession(page);
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { nodes } = await session.send('Accessibility.queryAXTree', { nodeId, role: 'StaticText' });
  return nodes.map(({ name }) => name?.value).join('');
}

function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') {
      errors.push(message.text());
    }
  });
  return errors;
}
