import { en } from '../../content/words/en.ts';
import { limits } from '../../contract/contact-fields.ts';
import { driver } from './contact-form.ts';
import { expect, test } from './fixtures.ts';

const { sent, failed } = en.outcome;
const failedDescription = 'Please try again or call us directly at (713) 555-0147';
const empty = { name: '', phone: '', email: '', service: '', message: '' };

test('has the five fields of the specification, and nothing chosen', async ({ form, page }) => {
  await form.open();
  await expect(form.fields.name).toHaveAttribute('type', 'text');
  await expect(form.fields.phone).toHaveAttribute('type', 'tel');
  await expect(form.fields.email).toHaveAttribute('type', 'email');
  await expect(form.fields.message).toHaveAttribute('rows', '4');
  await expect(form.fields.message).toHaveAttribute('placeholder', 'Describe your diesel repair needs...');
  const options = form.fields.service.getByRole('option');
  await expect(options).toHaveText(['Select a service', ...Object.values(en.form.services)]);
  expect(
    await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value)),
  ).toEqual(['', 'emergency', 'fleet', 'construction', 'diagnostic', 'preventive']);
  for (const field of Object.values(form.fields)) {
    await expect(field).toHaveAttribute('required');
  }
  await form.expectValues(empty);
  await expect(page.getByText(sent.title)).toBeHidden();
});

test('sends a request that ends as one mail, and says so', async ({ form, page }, { testId }) => {
  await form.open();
  await form.fill(testId);
  await form.button.click();
  await expect(form.toast('Message Sent Successfully!')).toContainText(
    "Thank you for contacting us. We'll get back to you as soon as possible.",
  );
  await form.expectValues(empty);
  await expect(form.outcome).toBeFocused();
  await expect(form.outcome).toContainText(sent.title);
  await page.getByRole('button', { name: en.outcome.close }).click();
  await expect(form.toast(sent.title)).toHaveCount(0);
  await expect(form.outcome).toBeVisible();
  const [mail, ...others] = await form.mailsWith(testId);
  expect(others).toEqual([]);
  expect(mail?.text).toContain(driver.name);
  expect(mail?.text).toContain(driver.phone);
  expect(mail?.replyTo).toBe(driver.email);
});

test('calls the function as a Supabase client does, and survives a locked phone', async ({ form, page }, {
  testId,
}) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (input, init) => {
      document.documentElement.dataset.keepalive = String(init?.keepalive);
      return fetch(input, init);
    };
  });
  await form.open();
  await form.fill(testId);
  const [request] = await Promise.all([page.waitForRequest('**/send-contact-email'), form.button.click()]);
  expect(request.method()).toBe('POST');
  expect(request.postDataJSON()).toEqual({ ...driver, message: testId });
  const headers = request.headers();
  expect(headers.authorization).toBe(`Bearer ${headers.apikey}`);
  expect(headers['content-type']).toBe('application/json');
  await expect(page.locator('html')).toHaveAttribute('data-keepalive', 'true');
  await expect(form.outcome).toContainText(sent.title);
});

test('is disabled and says "Sending..." while it sends, and a double press sends once', async ({
  form,
  page,
}, { testId }) => {
  let calls = 0;
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await form.answer(async (route) => {
    calls += 1;
    await held;
    await route.continue();
  });
  await form.open();
  await form.fill(testId);
  await form.button.evaluate((button: HTMLButtonElement) => {
    button.focus();
    button.form?.requestSubmit();
    button.form?.requestSubmit();
  });
  await expect(form.button).toHaveText('Sending...');
  await expect(form.button).toBeDisabled();
  await expect(form.outcome).toBeFocused();
  await expect(form.outcome).toContainText('Sending...');
  release();
  await expect(form.outcome).toContainText(sent.title);
  await expect(form.outcome).toBeFocused();
  await expect(form.button).toHaveText(en.form.send);
  await expect(form.button).toBeEnabled();
  expect(calls).toBe(1);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('sent');
});

for (const [situation, end] of [
  ['the function refuses', { status: 503, json: { code: 'unavailable' } }],
  ['the function cannot be reached', undefined],
] as const) {
  test(`keeps every value and says how to reach us when ${situation}`, async ({
    form,
    page,
    expectedErrors,
  }, { testId }) => {
    expectedErrors.push(/Failed to load resource/);
    await form.answer((route) => (end ? route.fulfill(end) : route.abort()));
    await form.open();
    await form.fill(testId);
    await form.button.click();
    await expect(form.toast('Error Sending Message')).toContainText(failedDescription);
    await expect(page.getByRole('alert')).toContainText(failedDescription);
    await form.expectValues({ ...driver, message: testId });
    await expect(form.button).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form.toast(failed.title)).toHaveCount(0);
    await expect(form.outcome).toContainText(failedDescription);

    await page.unrouteAll();
    await form.button.click();
    await expect(form.outcome).toContainText(sent.title);
    expect(await form.mailsWith(testId)).toHaveLength(1);
  });
}

test('gives up after 15 seconds without an answer', async ({ form, page }, { testId }) => {
  await page.clock.install();
  // AbortSignal.timeout keeps real time; here it follows the clock of the test.
  await page.addInitScript(() => {
    AbortSignal.timeout = (milliseconds) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), milliseconds);
      return controller.signal;
    };
  });
  await form.answer(() => {});
  await form.open();
  await form.fill(testId);
  await form.button.click();
  await expect(form.button).toBeDisabled();
  await page.clock.runFor(14_000);
  await expect(form.button).toBeDisabled();
  await page.clock.runFor(1_100);
  await expect(form.outcome).toContainText(failedDescription);
  await form.expectValues({ ...driver, message: testId });
});

test('sends the same key for the same content and a new one once a field changed', async ({
  form,
  page,
  expectedErrors,
}, { testId }) => {
  expectedErrors.push(/Failed to load resource/);
  const keys: (string | undefined)[] = [];
  await form.answer((route) => {
    keys.push(route.request().headers()['idempotency-key']);
    return route.fulfill({ status: 503 });
  });
  await form.open();
  await form.fill(testId);
  for (const message of [testId, testId, `${testId}!`]) {
    await form.fields.message.fill(message);
    await form.button.click();
    await expect(form.button).toBeEnabled();
    await expect(page.getByRole('alert')).toContainText(failed.title);
  }
  expect(keys).toHaveLength(3);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a page that comes back while "Sending..." can be used', async ({ form, page }, { testId }) => {
  await form.answer(() => {});
  await form.open();
  await form.fill(testId);
  await form.button.click();
  await expect(form.button).toBeDisabled();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await expect(form.button).toBeEnabled();
  await form.expectValues({ ...driver, message: testId });
  await page.unrouteAll();
  await form.button.click();
  await expect(form.outcome).toContainText(sent.title);
});

test('says beside each field what is wrong, and leads to the first', async ({ form, page }) => {
  await form.open();
  await form.button.click();
  for (const [name, field] of Object.entries(form.fields)) {
    const sentence = en.form.problems[name as keyof typeof form.fields].missing;
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(field).toHaveAccessibleDescription(sentence);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
  }
  await expect(form.fields.name).toBeFocused();

  await form.fields.name.fill('Ana');
  await expect(page.getByText(en.form.problems.name.missing)).toBeHidden();
  await expect(form.fields.name).not.toHaveAttribute('aria-invalid');
  await form.button.click();
  await expect(form.fields.phone).toBeFocused();
});

const faults = [
  { what: 'a blank name', field: 'name', value: '   ', sentence: en.form.problems.name.missing },
  { what: 'an address without @', field: 'email', value: 'ana', sentence: en.form.problems.email.malformed },
  {
    what: 'a name that is too long',
    field: 'name',
    value: 'a'.repeat(limits.name + 1),
    sentence: 'Shorten your name to 100 characters.',
  },
  {
    what: 'a message that is too long',
    field: 'message',
    value: 'a'.repeat(limits.message + 1),
    sentence: 'Shorten the message to 5000 characters.',
  },
] as const;

for (const { what, field, value, sentence } of faults) {
  test(`does not send ${what}, and keeps what was typed`, async ({ form, page }, { testId }) => {
    let calls = 0;
    await form.answer((route) => {
      calls += 1;
      return route.abort();
    });
    await form.open();
    await form.fill(testId);
    await form.fields[field].fill(value);
    await form.button.click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(form.fields[field]).toBeFocused();
    await form.expectValues({ ...driver, message: testId, [field]: value });
    expect(calls).toBe(0);
  });
}

test.describe('before React has taken over', () => {
  test('a press is a sent request', async ({ form, page }, { testId }) => {
    await page.route('**/_astro/hydrate*', () => {});
    await page.goto('/#contact');
    await form.fill(testId);
    await form.button.click();
    await expect(page).toHaveURL('/#sent');
    await expect(form.outcome).toBeVisible();
    expect(await form.mailsWith(testId)).toHaveLength(1);
  });

  test('what was typed stays', async ({ form, page }, { testId }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/_astro/hydrate*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/#contact');
    await form.fill(testId);
    release();
    await expect(page.getByRole('form')).toHaveAttribute('novalidate');
    await form.expectValues({ ...driver, message: testId });
  });
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the same form posts and gets the same outcome', async ({ form, page }, { testId }) => {
    await page.goto('/#contact');
    await expect(page.getByText(sent.title)).toBeHidden();
    await form.fill(testId);
    await form.button.click();
    await expect(page).toHaveURL('/#sent');
    await expect(form.outcome).toContainText(sent.title);
    await expect(form.outcome).toBeVisible();
    await expect(form.outcome).toBeInViewport();
    await form.expectValues(empty);
    expect(await form.mailsWith(testId)).toHaveLength(1);
  });

  test('a refusal says what to mend and keeps what was typed', async ({ form, page, expectedErrors }, {
    testId,
  }) => {
    expectedErrors.push(/status of 422/);
    await page.goto('/#contact');
    await form.fill(testId);
    await form.fields.name.fill('   ');
    await form.button.click();
    await expect(page.getByText(en.form.problems.name.missing)).toBeVisible();
    await expect(page.getByRole('link', { name: '(713) 555-0147' })).toHaveAttribute(
      'href',
      'tel:+17135550147',
    );
    await expect(page.getByLabel('Message')).toHaveValue(testId);
    await expect(page.getByLabel('Service')).toHaveValue(driver.service);
    await page.getByLabel('Name').fill(driver.name);
    await page.getByRole('button', { name: en.form.send }).click();
    await expect(page).toHaveURL('/#sent');
    expect(await form.mailsWith(testId)).toHaveLength(1);
  });
});
