import { interpolate } from '../../content/interpolate.ts';
import { fieldNames, sentAnchor, serviceValues } from '../../contract/contact-fields.ts';
import { facts } from '../../site/facts.ts';
import { driver } from './contact-form.ts';
import { expect, test } from './fixtures.ts';

const empty = { name: '', phone: '', email: '', service: '', message: '' };

test("has the specification's five fields, with nothing selected", async ({ form, page, words }) => {
  const { placeholders, services } = words.form;
  await form.open();
  await expect(form.fields.name).toHaveAttribute('type', 'text');
  await expect(form.fields.phone).toHaveAttribute('type', 'tel');
  await expect(form.fields.email).toHaveAttribute('type', 'email');
  await expect(form.fields.message).toHaveAttribute('rows', '4');
  await expect(form.fields.message).toHaveAttribute('placeholder', placeholders.message);
  const options = form.fields.service.getByRole('option');
  await expect(options).toHaveText([placeholders.service, ...Object.values(services)]);
  const values = await options.evaluateAll((all) => all.map((option) => option.getAttribute('value')));
  expect(values).toEqual(['', ...serviceValues]);
  for (const field of Object.values(form.fields)) {
    await expect(field).toHaveAttribute('required');
  }
  await form.expectValues(empty);
  await expect(page.getByText(words.outcome.sent.title)).toBeHidden();
});

test('sends a request that becomes one email, and confirms it', async ({ form, page, words, language }, {
  testId,
}) => {
  const { sent, close } = words.outcome;
  const { receipt } = words.roadside;
  await form.open();
  await form.fill(testId);
  await form.button.click();
  await expect(form.toast(sent.title)).toContainText(sent.description);
  await form.expectValues(empty);
  await expect(form.outcome.getByRole('heading', { name: receipt.title })).toBeFocused();
  await expect(form.outcome).not.toContainText(sent.title);
  await page.getByRole('button', { name: close }).click();
  await expect(form.toast(sent.title)).toHaveCount(0);
  await expect(form.outcome).toBeVisible();
  const [mail, ...others] = await form.mailsWith(testId);
  expect(others).toEqual([]);
  expect(mail?.subject).toMatch(/ · [2-9A-HJ-NP-Z]{6}$/);
  expect(mail?.text).toContain(`“${driver.name}”, ${driver.phone}`);
  expect(mail?.text).toContain({ en: 'English, ', es: 'Spanish, ' }[language]);
  expect(mail?.replyTo).toBe(driver.email);
});

test('calls the function like a Supabase client, and survives a locked phone', async ({
  form,
  page,
  words,
  language,
}, { testId }) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      // Not of the scripts that follow the form.
      if (init?.method === 'POST') document.documentElement.dataset.keepalive = String(init.keepalive);
      return fetch(input, init);
    };
  });
  await form.open();
  await form.fill(testId);
  const called = page.waitForRequest('**/send-contact-email*');
  await form.button.click();
  const request = await called;
  expect(request.method()).toBe('POST');
  expect(new URL(request.url()).search).toBe({ en: '', es: '?lang=es' }[language]);
  expect(request.postDataJSON()).toEqual({
    ...Object.fromEntries(fieldNames.map((name) => [name, ''])),
    ...driver,
    message: testId,
  });
  const headers = request.headers();
  expect(headers.apikey).toBeTruthy();
  expect(headers.authorization).toBe(`Bearer ${headers.apikey}`);
  expect(headers['content-type']).toBe('application/json');
  await expect(page.locator('html')).toHaveAttribute('data-keepalive', 'true');
  await expect(form.outcome).toContainText(words.roadside.receipt.title);
});

test(
  'is disabled and says so while it sends, and a double press sends once',
  { tag: '@once' },
  async ({ form, words }, { testId }) => {
    let calls = 0;
    const gate = Promise.withResolvers<void>();
    await form.answer(async (route) => {
      calls += 1;
      await gate.promise;
      await route.continue();
    });
    await form.open();
    await form.fill(testId);
    await form.button.evaluate((button: HTMLButtonElement) => {
      button.focus();
      button.form?.requestSubmit();
      button.form?.requestSubmit();
    });
    await expect(form.button).toHaveText(words.form.sending);
    await expect(form.button).toBeDisabled();
    await expect(form.outcome.getByRole('heading', { name: words.form.sending })).toBeFocused();
    gate.resolve();
    await expect(form.outcome.getByRole('heading', { name: words.roadside.receipt.title })).toBeFocused();
    await expect(form.button).toHaveText(words.form.send);
    await expect(form.button).toBeEnabled();
    expect(calls).toBe(1);
  },
);

for (const [situation, refusal] of [
  ['the function refuses', { status: 503, json: { code: 'unavailable' } }],
  ['the function cannot be reached', undefined],
] as const) {
  test(`preserves every value and says how to reach us when ${situation}`, async ({
    form,
    page,
    words,
    expectedErrors,
  }, { testId }) => {
    const { failed } = words.outcome;
    const description = interpolate(failed.description, facts);
    expectedErrors.push(/Failed to load resource/);
    await page.clock.install();
    await form.answer((route) => (refusal ? route.fulfill(refusal) : route.abort()));
    await form.open();
    await form.fill(testId);
    await form.button.click();
    await page.clock.fastForward(refusal ? 0 : 31_000);
    await expect(form.toast(failed.title)).toContainText(description);
    await expect(page.getByRole('alert')).toContainText(description);
    await form.expectValues({ ...driver, message: testId });
    await expect(form.button).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form.toast(failed.title)).toHaveCount(0);
    await expect(form.outcome).toContainText(words.roadside.failed.title);

    await page.unrouteAll();
    await form.button.click();
    await expect(form.outcome).toContainText(words.roadside.receipt.title);
    expect(await form.mailsWith(testId)).toHaveLength(1);
  });
}

test(
  'gives up after 30 seconds without an answer, two tries of 15',
  { tag: '@once' },
  async ({ form, page, words }, { testId }) => {
    await page.clock.install();
    let calls = 0;
    await form.answer(() => {
      calls += 1;
    });
    await form.open();
    await form.fill(testId);
    // Until then the installed clock goes on by itself, and a busy machine would use up the 30 seconds.
    await page.clock.pauseAt(Date.now() + 600_000);
    await form.button.click();
    await expect(form.button).toBeDisabled();
    await page.clock.runFor(14_000);
    await expect.poll(() => calls).toBe(1);
    await page.clock.runFor(5_000);
    await expect.poll(() => calls).toBe(2);
    await page.clock.runFor(10_000);
    await expect(form.button).toBeDisabled();
    await page.clock.runFor(1_100);
    await expect(form.outcome).toContainText(words.roadside.failed.title);
    await form.expectValues({ ...driver, message: testId });
    expect(calls).toBe(2);
  },
);

test('shows an error beside each field and focuses the first', async ({ form, page, words }) => {
  const { labels, problems } = words.form;
  await form.open();
  await form.button.click();
  for (const [name, field] of Object.entries(form.fields)) {
    const sentence = problems[name as keyof typeof problems].missing;
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(field).toHaveAccessibleName(`${labels[name as keyof typeof labels]} ${sentence}`);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(form.fields.name).toBeFocused();

  await form.fields.name.fill('Ana');
  await expect(page.getByText(problems.name.missing)).toBeHidden();
  await expect(form.fields.name).toHaveAttribute('aria-invalid', 'false');
  await form.button.click();
  await expect(form.fields.phone).toBeFocused();
});

test.describe('before hydration', () => {
  test('submits natively', { tag: '@once' }, async ({ form, page, pathOf }, { testId }) => {
    await page.route('**/_astro/hydrate*', () => {});
    await page.goto(form.path);
    await form.fill(testId);
    await form.button.click();
    await expect(page).toHaveURL(pathOf('landing', sentAnchor));
    await expect(form.outcome).toBeVisible();
    expect(await form.mailsWith(testId)).toHaveLength(1);
  });

  test('preserves what was typed', { tag: '@once' }, async ({ form, page }, { testId }) => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/_astro/hydrate*', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(form.path);
    await form.fill(testId);
    gate.resolve();
    await expect(page.getByRole('form')).toHaveAttribute('novalidate');
    await form.expectValues({ ...driver, message: testId });
  });
});

test(
  'the outcome, opened by itself, is none, and a draft survives it',
  { tag: '@once' },
  async ({ form, page, words, pathOf }, { testId }) => {
    await form.open();
    await form.fill(testId);
    await page.goto('about:blank');
    await page.goto(pathOf('landing', sentAnchor));
    await form.button.scrollIntoViewIfNeeded();
    await expect(page.getByRole('form')).toHaveAttribute('novalidate');
    await expect(page.getByText(words.outcome.sent.title)).toBeHidden();
    await form.expectValues({ ...driver, message: testId });
  },
);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the form posts natively with the same outcome', async ({ form, page, words, pathOf }, { testId }) => {
    const { sent } = words.outcome;
    await page.goto(form.path);
    await expect(page.getByText(sent.title)).toBeHidden();
    await form.fill(testId);
    await form.button.click();
    await expect(page).toHaveURL(pathOf('landing', sentAnchor));
    await expect(form.outcome).toContainText(sent.title);
    await expect(form.outcome).toContainText(sent.description);
    await expect(form.outcome).toBeInViewport();
    await form.expectValues(empty);
    expect(await form.mailsWith(testId)).toHaveLength(1);
  });

  test('the rejection page says what to fix and preserves the input', async ({
    form,
    page,
    words,
    language,
    pathOf,
    expectedErrors,
  }, { testId }) => {
    const { labels, problems, send } = words.form;
    expectedErrors.push(/status of 422/);
    await page.goto(form.path);
    await form.fill(testId);
    await form.fields.name.fill('   ');
    await form.button.click();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.getByText(words.rejection.reasons.invalid)).toBeVisible();
    await expect(page.getByText(problems.name.missing)).toBeVisible();
    await expect(page.getByRole('link', { name: interpolate(words.rejection.call, facts) })).toBeVisible();
    await expect(page.getByLabel(labels.message)).toHaveValue(testId);
    await expect(page.getByLabel(labels.service, { exact: true })).toHaveValue(driver.service);
    await page.getByLabel(labels.name).fill(driver.name);
    await page.getByRole('button', { name: send }).click();
    await expect(page).toHaveURL(pathOf('landing', sentAnchor));
    expect(await form.mailsWith(testId)).toHaveLength(1);
  });
});
