import { fieldNames, honeypotName } from '../../contract/contact-fields.ts';
import { driver } from './contact-form.ts';
import { expect, test } from './fixtures.ts';

test('nobody can see, hear or reach the honeypot', async ({ page, form, words }) => {
  await form.open();
  const honeypot = page.locator(`[name="${honeypotName}"]`);
  await expect(honeypot).toHaveCount(1);
  await expect(page.getByRole('textbox', { name: words.form.leaveEmpty })).toHaveCount(0);
  const room = await honeypot.evaluate((field) => field.parentElement?.getBoundingClientRect().width);
  expect(room).toBeLessThanOrEqual(1);

  await form.fields.message.focus();
  await page.keyboard.press('Tab');
  await expect(form.button).toBeFocused();
});

test('the script sends every field and never the honeypot', async ({ page, form }) => {
  await form.open();
  await form.fill('every field');
  await page.locator(`[name="${honeypotName}"]`).evaluate((field: HTMLInputElement) => {
    field.value = 'filled in by a browser that wanted to help';
  });
  const posted = page.waitForRequest((request) => request.method() === 'POST');
  await form.button.click();
  const sent = (await posted).postDataJSON();
  expect(Object.keys(sent).toSorted()).toEqual([...fieldNames].toSorted());
  expect(sent).toMatchObject({ ...driver, message: 'every field' });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('people leave it empty', async ({ page, form }) => {
    await page.goto(form.path);
    await form.fill('by hand, without a script');
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await form.button.click();
    expect(new URLSearchParams((await posted).postData() ?? '').get(honeypotName)).toBe('');
  });
});
