import { createRequire } from 'node:module';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';

const library = createRequire(import.meta.url).resolve('@guidepup/virtual-screen-reader/browser.js');

test.use({
  // Injects the screen reader, which the page's CSP would block.
  bypassCSP: true,
});

test('a virtual screen reader hears the form, its errors and both outcomes', async ({
  page,
  form,
  words,
  expectedErrors,
}) => {
  const { labels, problems } = words.form;
  const { sent, failed } = words.outcome;
  expectedErrors.push(/status of 503/);
  let status = 503;
  await form.answer((route) => route.fulfill({ status, json: {} }));
  await form.open();
  await form.button.click();
  await expect(form.fields.message).toHaveAttribute('aria-invalid', 'true');
  await expect(form.fields.name).toBeFocused();
  const heard = await readThrough(form.element);
  for (const name of ['name', 'phone', 'email', 'message'] as const) {
    const sentence = problems[name].missing;
    expect(heard.find((phrase) => phrase.startsWith(`textbox, ${labels[name]} ${sentence}`))).toMatch(
      /invalid/,
    );
  }
  expect(heard.find((phrase) => phrase.startsWith(`combobox, ${labels.service}`))).toContain(
    problems.service.missing,
  );

  await form.fill('What a reader hears');
  await form.button.click();
  await expect.poll(() => announced(page)).toContain(`assertive: ${failed.title}`);
  status = 200;
  await form.button.click();
  await expect.poll(() => announced(page)).toContain(`polite: ${sent.title}`);
});

/** Everything announced from the start of a form to its end. */
async function readThrough(form: Locator): Promise<string[]> {
  await form
    .page()
    .route('**/virtual-screen-reader.js', (route) =>
      route.fulfill({ path: library, contentType: 'text/javascript' }),
    );
  return form.evaluate(async (form) => {
    const { virtual } = await import('/virtual-screen-reader.js' as string);
    Object.assign(window, { virtual });
    await virtual.start({ container: document.body });
    while (!form.contains(virtual.activeNode)) await virtual.next();
    await virtual.clearSpokenPhraseLog();
    while (form.contains(virtual.activeNode)) await virtual.next();
    return virtual.spokenPhraseLog();
  });
}

/** What live regions have announced since the form was read. */
async function announced(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { virtual } = window as unknown as { virtual: { spokenPhraseLog(): Promise<string[]> } };
    return (await virtual.spokenPhraseLog()).join('\n');
  });
}
