import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { RunOptions } from 'axe-core';
import { expect } from './fixtures.ts';

/** The minified axe, 650 kB. */
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Runs axe on the whole page, or only on the given parts. Returns a line for each violation. Loads axe only
 * once per document. Turns off its loading of style sheets, because no rule needs them.
 */
export async function findViolations(
  page: Page,
  options: RunOptions = {},
  parts: readonly string[] = [],
): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) {
    await page.evaluate(axe);
  }
  return page.evaluate(
    async ([options, parts]) => {
      const { run } = (window as unknown as { axe: typeof import('axe-core') }).axe;
      const context = parts.length > 0 ? { include: parts.map((part) => [part]) } : document;
      const { violations } = await run(context, { resultTypes: ['violations'], preload: false, ...options });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [options, parts] as const,
  );
}

/** Expects no axe violation and no content wider than the screen. */
export async function expectNoFaults(page: Page, options?: RunOptions): Promise<void> {
  const faults = await findViolations(page, options);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect({ faults, overflow: Math.max(0, overflow) }, page.url()).toEqual({ faults: [], overflow: 0 });
}

/** Checks both color schemes. Only colors differ in the dark scheme, so only contrast is checked again. */
export async function expectNoFaultsDayAndNight(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  await expectNoFaults(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectNoFaults(page, { runOnly: ['color-contrast'] });
}
