import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/**
 * Creates an axe run in legacy mode, which takes a third of the time. Legacy mode skips frames of other origins, but
 * our pages have none.
 */
export const createAxe = (page: Page, axeSource?: string) =>
  new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode();

/** Creates an axe run that loads the half megabyte of axe only if the document doesn't have it yet. */
async function createAxeOnce(page: Page) {
  return createAxe(page, (await page.evaluate(() => 'axe' in window)) ? 'void 0' : undefined);
}

/** Expects no axe violation and no content wider than the screen. */
export async function expectNoFaults(page: Page, rules?: string[]): Promise<void> {
  const axe = await createAxeOnce(page);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect({ faults, overflow: Math.max(0, overflow) }, page.url()).toEqual({ faults: [], overflow: 0 });
}

/** Checks both color schemes. Only colors differ in the dark scheme, so only contrast is checked again. */
export async function expectNoFaultsDayAndNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFaults(page, ['color-contrast']);
}
