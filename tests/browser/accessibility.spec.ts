import type { Page } from '@playwright/test';
import { contactPath } from '../../contract/contact-fields.ts';
import { pagePaths } from '../../site/routes.ts';
import { emptyFields } from '../support/example-request.ts';
import { findViolations } from './axe.ts';
import { nearby } from './contact-form.ts';
import { expect, readAccessibleText, test } from './fixtures.ts';

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

// These tests run in the light color scheme on a phone, and in the dark one on the desktop. For the dark scheme,
// site/styles/contrast.test.ts compares every pair of color roles.
test.describe('axe finds nothing', () => {
  test('on the whole landing page @desktop', async ({ page, form, words }) => {
    await form.open();
    await expect(page.getByLabel(words.areaCheck.question)).toBeVisible();
    await expectNoViolations(page);
  });

  test('on the other pages', async ({ page, expectedErrors }) => {
    expectedErrors.push(/status of 404/);
    const others = Object.values(pagePaths).filter((path) => path !== pagePaths.landing);
    for (const path of [...others, 'nowhere']) {
      await page.goto(`/${path}`);
      await expectNoViolations(page);
    }
  });

  test("on the server's page for a rejected request", async ({ page, words, expectedErrors }) => {
    expectedErrors.push(/status of 422/);
    await page.goto('/');
    await page.evaluate((action) => {
      const form = Object.assign(document.createElement('form'), { action, method: 'post' });
      document.body.append(form);
      form.submit();
    }, contactPath);
    await expect(page.getByRole('heading', { name: words.rejection.title })).toBeVisible();
    await expectNoViolations(page);
  });

  test('in the open menu and the lightbox', async ({ page, words }) => {
    await page.goto('/');
    await page.getByRole('button', { name: words.header.menu }).click();
    await expect(page.locator('#menu')).toBeVisible();
    await expectNoViolations(page, 'header');
    await page.keyboard.press('Escape');
    await page.locator('#gallery li:first-child a').press('Enter');
    await expect(page.locator('#viewer')).toBeVisible();
    await expectNoViolations(page, '#viewer');
  });

  test('in a form with errors, an answer, a location, and hints', async ({ page, form, words, context }) => {
    const { position, hints, safety } = words.extras;
    await context.grantPermissions(['geolocation']);
    await context.setGeolocation(nearby);
    await page.setViewportSize({ width: 320, height: 640 });
    await form.open();
    await page.getByLabel(words.areaCheck.question).fill('Nowhere');
    await page.keyboard.press('Enter');
    await expect(page.locator('#area-check')).toContainText(words.areaCheck.ask.join(' '));
    await form.button.click();
    await expect(page.getByText(words.form.problems.message.missing)).toBeVisible();
    await expectNoViolations(page, 'main');
    await form.fields.email.fill('ana@gmial.com');
    await expect(page.locator('.address-suggestion button')).toBeVisible();
    await form.fields.service.selectOption('emergency');
    await expect(form.element.getByText(safety)).toBeVisible();
    await page.getByText(hints.summary).click();
    await page.getByRole('button', { name: position.ask }).click();
    await expect(page.locator('.location-sign')).toBeVisible();
    await expectNoViolations(page, '#contact');
  });

  test('on the call card', async ({ page, form, words }) => {
    const { title, who, missing } = words.extras.card;
    await page.setViewportSize({ width: 320, height: 640 });
    await form.open();
    await form.card.click();
    const card = page.getByRole('dialog', { name: title });
    await expect(card).toBeFocused();
    // The name and the value must not run together in a screen reader.
    expect(await readAccessibleText(page, 'dialog[open] li')).toBe(`${who}: ${missing}`);
    await expectNoViolations(page, 'dialog[open]');
    await page.keyboard.press('Escape');
    await expect(card).toBeHidden();
    await expect(form.card).toBeFocused();
  });

  test('after a request fails and after one is sent', async ({ page, form, words }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await form.open();
    await form.fill();
    for (const [outcome, status] of [
      ['failed', 503],
      ['sent', 200],
    ] as const) {
      await form.answer((route) => route.fulfill({ status, json: {} }));
      await form.button.click();
      await expect(form.toasts[outcome]).toContainText(words.outcome[outcome].title);
      await form.expectValues(outcome === 'sent' ? emptyFields : form.values);
      await expectNoViolations(page, '#contact', `#toast-${outcome}`);
    }
  });
});

/** Runs axe on the whole page, or only on the given parts if another test checks the rest. */
async function expectNoViolations(page: Page, ...parts: string[]) {
  // The sticky header may cover part of a target. Visitors can scroll that target into view, so axe must not
  // report it as too small.
  await page.locator('body > header').evaluateAll((headers) => {
    for (const header of headers) {
      header.style.setProperty('position', 'static');
    }
  });
  const rules = { 'target-size': { enabled: true } };
  expect(await findViolations(page, { runOnly: tags, rules }, parts)).toEqual([]);
}
