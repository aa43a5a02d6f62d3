import { facts } from '../../site/facts.ts';
import { expect, test } from './fixtures.ts';

test('the live regions are in the served HTML', async ({ request, pathOf }) => {
  const html = await (await request.get(pathOf('landing'))).text();
  expect(html).toMatch(
    /<div id="toast-sent" role="status"><\/div><div id="toast-failed" role="alert" aria-live="assertive"><\/div>/,
  );
});

test('the same error twice is announced twice', async ({ page, form, words, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource/);
  await form.answer((route) => route.fulfill({ status: 503 }));
  await form.open();
  const region = page.getByRole('alert');
  await region.evaluate((element) => {
    new MutationObserver((changes) => {
      const entered = changes.reduce((sum, { addedNodes }) => sum + addedNodes.length, 0);
      element.dataset.entered = String(Number(element.dataset.entered ?? 0) + entered);
    }).observe(element, { childList: true });
  });
  await form.fill('The same twice');
  for (const times of ['1', '2']) {
    await form.button.click();
    await expect(region).toContainText(words.outcome.failed.title);
    await expect(region).toHaveAttribute('data-entered', times);
    await expect(form.button).toBeEnabled();
  }
});

test('a success stays ten seconds, longer while hovered or focused', async ({ page, form, words }) => {
  await page.clock.install();
  await form.answer((route) => route.fulfill({ json: { ok: true } }));
  await form.open();
  await form.fill('Ten seconds');
  await form.button.click();
  const toast = form.toast(words.outcome.sent.title);
  await expect(toast).toBeVisible();
  await page.clock.runFor(9_000);
  await expect(toast).toBeVisible();
  await page.getByText(words.outcome.sent.description).last().hover();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.getByRole('button', { name: words.outcome.close }).focus();
  await page.clock.runFor(60_000);
  await expect(toast).toBeVisible();
  await form.fields.name.focus();
  await page.clock.runFor(10_000);
  await expect(toast).toHaveCount(0);
});

test('an error stays until closed, and closing it restores focus', async ({
  page,
  form,
  words,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.clock.install();
  await form.answer((route) => route.fulfill({ status: 503 }));
  await form.open();
  await form.fill('Until closed');
  await form.button.click();
  const toast = form.toast(words.outcome.failed.title);
  await expect(toast).toBeVisible();
  // On one line: a number that is split is read wrong.
  await page.setViewportSize({ width: 768, height: 800 });
  const phone = toast.getByText(facts.phone, { exact: true });
  expect(await phone.evaluate((number) => number.getClientRects().length)).toBe(1);
  await page.clock.runFor(600_000);
  await expect(toast).toBeVisible();
  await page.getByRole('button', { name: words.outcome.close }).press('Enter');
  await expect(toast).toHaveCount(0);
  await expect(form.button).toBeFocused();
});

test('a toast never covers the focused element, on the smallest screen', async ({
  page,
  form,
  words,
  expectedErrors,
}) => {
  expectedErrors.push(/Failed to load resource/);
  await page.setViewportSize({ width: 320, height: 256 });
  await form.answer((route) => route.fulfill({ status: 503 }));
  await form.open();
  await form.fill('Nothing is covered');
  await form.button.click();
  const toast = form.toast(words.outcome.failed.title);
  await expect(toast).toBeVisible();
  await expect(form.button).toBeFocused();
  for (const step of ['send', 'message', 'service', 'email', 'phone', 'name']) {
    const over = (await toast.boundingBox())?.y ?? Number.NaN;
    const box = await page.locator(':focus').boundingBox();
    expect((box?.y ?? Number.NaN) + Math.min(box?.height ?? 0, 48), step).toBeLessThanOrEqual(over + 1);
    await page.keyboard.press('Shift+Tab');
  }
});
