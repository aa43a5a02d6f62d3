import { expect, test } from './fixtures.ts';

for (const status of [200, 503]) {
  test(`the open dispatch card shows an answer ${status}, and Escape closes only the card`, async ({
    page,
    form,
    words,
  }) => {
    const { card, receipt, failed } = words.roadside;
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await form.answer(async (route) => {
      await held;
      await (status === 200 ? route.continue() : route.fulfill({ status }));
    });
    await form.open();
    await form.fill();
    await form.button.click();
    await form.card.click();
    answer();
    const dialog = page.getByRole('dialog', { name: card.title });
    const outcome = status === 200 ? receipt.title : failed.title;
    await expect(dialog.getByText(outcome)).toBeInViewport({ ratio: 1 });
    const toast = form.toasts[status === 200 ? 'sent' : 'failed'].locator('.toast');
    await expect(toast).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(toast).toBeVisible();
    await expect(status === 200 ? form.receipt : form.button).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(toast).toBeHidden();
    if (status === 200) await form.onlyEmail();
  });
}

test('closing the dispatch card returns the focus to its button', async ({ page, form, words }) => {
  await form.open();
  // As in Safari, where a press focuses no button.
  await form.card.evaluate((button: HTMLElement) => button.click());
  await expect(page.getByRole('dialog', { name: words.roadside.card.title })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form.card).toBeFocused();
});
