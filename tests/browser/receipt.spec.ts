import { expect, test } from './fixtures.ts';
import { readShifts, recordShifts } from './layout-shifts.ts';

test('a reload keeps the receipt in its place, without a toast @desktop', async ({ page, form, words }) => {
  const { receipt } = words.extras;
  await recordShifts(page);
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.outcome).toContainText(receipt.next);
  await expect(form.button).toBeHidden();
  const board = await form.outcome.getByRole('heading').textContent();
  const status = await form.outcome.getByRole('link', { name: receipt.follow }).getAttribute('href');
  await page.reload();
  await expect(form.outcome.getByRole('heading')).toHaveText(board ?? '');
  await expect(form.outcome.getByRole('link', { name: receipt.follow })).toHaveAttribute(
    'href',
    status ?? '',
  );
  await expect(form.button).toBeHidden();
  await expect(form.toasts.sent).toBeEmpty();
  await expect(form.outcome.getByRole('heading')).toBeInViewport();
  expect(await readShifts(page)).toEqual([]);
  await form.outcome.getByRole('button', { name: receipt.another }).click();
  await expect(form.fields.name).toBeFocused();
  await expect(form.fields.name).toHaveValue('');
});

test('once the fields return, the receipt shows only its reference and link', async ({ form, words }) => {
  const { receipt } = words.extras;
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.toasts.sent).not.toBeEmpty();
  const follow = form.outcome.getByRole('link', { name: receipt.follow });
  const reference = (await form.outcome.locator('p > b').textContent()) ?? '';
  await form.outcome.getByRole('button', { name: receipt.another }).click();
  await expect(form.toasts.sent).toBeEmpty();
  await expect(form.outcome.getByRole('heading')).toHaveCount(0);
  await expect(form.outcome).toHaveText(new RegExp(`^ ?${reference}${receipt.follow}$`));
  await expect(follow).toBeVisible();
});

test('after a failed second request, a reload shows no earlier receipt', async ({ page, form, words }) => {
  await form.open();
  await form.fill();
  await form.button.click();
  await form.outcome.getByRole('button', { name: words.extras.receipt.another }).click();
  await form.fill();
  await form.answer((route) => route.fulfill({ status: 503 }));
  await form.button.click();
  await expect(form.toasts.failed).not.toBeEmpty();
  await page.reload();
  await expect(form.fields.message).toHaveValue(form.values.message);
  await expect(form.outcome).toBeHidden();
});

test('a canceled request has no receipt until the driver undoes the cancellation', async ({
  page,
  form,
  words,
}) => {
  const { requestStatus: text, extras } = words;
  await form.open();
  await form.fill();
  await form.button.click();
  await form.outcome.getByRole('link', { name: extras.receipt.follow }).click();
  await page.getByRole('button', { name: text.cancel.button }).click();
  await page
    .getByRole('dialog', { name: text.cancel.title })
    .getByRole('button', { name: text.cancel.button })
    .click();
  await expect(page.getByRole('button', { name: text.stillNeeded })).toBeVisible();
  await form.open();
  await expect(form.fields.name).toBeVisible();
  await expect(form.outcome).toBeHidden();
  await page.goBack();
  await page.getByRole('button', { name: text.stillNeeded }).click();
  await expect(page.getByRole('button', { name: text.cancel.button })).toBeVisible();
  await form.open();
  await expect(form.receipt).toBeVisible();
});

test("a native post removes an earlier request's receipt", async ({ page, form, expectedErrors }) => {
  expectedErrors.push(/Failed to load resource|Failed to fetch/);
  await form.open();
  await form.fill();
  await form.button.click();
  await expect(form.receipt).toBeVisible();
  await page.route('**/_astro/hydrate.*', (route) => route.abort());
  await page.reload();
  await form.fill();
  await form.button.click();
  await page.waitForURL('**/sent*');
  await page.unroute('**/_astro/hydrate.*');
  await form.open();
  await expect(form.fields.name).toBeVisible();
  await expect(form.outcome).toBeHidden();
});
