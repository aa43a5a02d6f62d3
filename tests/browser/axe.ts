import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Takes a third of the time without looking into frames of other origins, of which our pages have none. */
export const axeOn = (page: Page, axeSource?: string) =>
  new AxeBuilder({ page, ...(axeSource && { axeSource }) }).setLegacyMode();

/** The same once more in one document, which has the half megabyte of axe already. */
async function axeAgainOn(page: Page) {
  return axeOn(page, (await page.evaluate(() => 'axe' in window)) ? 'void 0' : undefined);
}

/** Axe finds nothing, and nothing is wider than the screen. */
export async function expectNoFaults(page: Page, rules?: string[]): Promise<void> {
  const axe = await axeAgainOn(page);
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect({ faults, overflow: Math.max(0, overflow) }, page.url()).toEqual({ faults: [], overflow: 0 });
}

/** The same in both color schemes: by night, only colors differ. */
export async function expectNoFaultsDayAndNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFaults(page, ['color-contrast']);
}
