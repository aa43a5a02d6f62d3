import { contactPath } from '../../contract/contact-fields.ts';
import { nearby } from './contact-form.ts';
import { expect, test } from './fixtures.ts';

// What our script can't do, the browser does.

test.describe('with a location', () => {
  test.use({ geolocation: nearby, permissions: ['geolocation'] });

  test('after an error in our handler the browser sends, with all that was answered', async ({
    page,
    form,
    words,
    expectedErrors,
  }) => {
    expectedErrors.push(/broken by an add-on/);
    await form.open();
    await form.fill();
    await page.getByRole('button', { name: words.roadside.position.ask }).click();
    await expect(page.locator('.roadside-sign')).toBeVisible();
    await page.evaluate(() => {
      crypto.getRandomValues = () => {
        throw new TypeError('broken by an add-on');
      };
    });
    // The browser names what is wrong.
    await form.fields.email.fill('');
    await form.button.click();
    await expect(form.fields.email).toBeFocused();
    expect(await form.fields.email.evaluate((field) => field.matches(':invalid'))).toBe(true);
    await form.fields.email.fill(form.values.email);
    const posted = page.waitForRequest((request) => request.method() === 'POST');
    await form.button.click();
    expect((await posted).headers()['content-type']).toBe('application/x-www-form-urlencoded');
    expect((await form.onlyEmail()).text).toContain(`${nearby.latitude}`.slice(0, 7));
  });
});

test('without a feature that the script needs, the native form sends', async ({ page, form }) => {
  await page.addInitScript(() => Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal'));
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(form.path);
  await form.fill();
  const answered = page.waitForResponse((response) => response.url().includes(contactPath));
  await form.button.click();
  expect((await answered).status()).toBe(303);
  await form.onlyEmail();
  expect(loaded.filter((url) => url.includes('hydrate'))).toEqual([]);
});
