import { expect, test } from './fixtures.ts';
import { faultsOf } from './layout-faults.ts';

test('the page holds with the text spacing of WCAG 1.4.12', async ({ page, pathOf }) => {
  for (const route of ['landing', 'about'] as const) {
    await page.goto(pathOf(route));
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    expect(await faultsOf(page), route).toEqual([]);
  }
});

test('forced colours keep the edge of every button and field, and the frame of the focus', async ({
  page,
  form,
}) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await form.open();
  const edgeless = await page
    .locator('main a[href^="tel:"]:has(span), main button, main input, main select')
    .evaluateAll((all) =>
      all
        .filter(
          (one) => one.checkVisibility() && (one as HTMLElement).tabIndex >= 0 && !one.closest('dialog'),
        )
        .filter((one) => Number.parseFloat(getComputedStyle(one).borderTopWidth) === 0)
        .map((one) => one.textContent),
    );
  expect(edgeless).toEqual([]);
  await form.fields.name.focus();
  await page.keyboard.press('Tab');
  await expect(form.fields.phone).toHaveCSS('outline-style', 'solid');
});

test('nothing moves for visitors who prefer reduced motion', async ({ page, pathOf }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(pathOf('landing'));
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(1);
});

test('paper gets the number, the services, the towns and the hours, and no form', async ({
  page,
  words,
  pathOf,
}) => {
  await page.goto(pathOf('landing'));
  await expect(page.locator('link[href*=after-paint]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('(713) 555-0147').first()).toBeVisible();
  await expect(page.getByText(words.services.items.mobile.title).first()).toBeVisible();
  await expect(page.getByText('Georgetown', { exact: true })).toBeVisible();
  await expect(page.getByText(words.contact.hours, { exact: true })).toBeVisible();
  await expect(page.getByRole('form')).toBeHidden();
});

test('what is pressed is large enough, and every call link says the number', async ({
  page,
  form,
  openMenu,
}) => {
  await form.open();
  await openMenu();
  const small = await page.locator('a, button, input, select, textarea').evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility() && (one as HTMLElement).tabIndex >= 0)
      .map((one) => ({
        name: one.textContent || one.id,
        box: one.getBoundingClientRect(),
        large: one.matches(
          'main a[href^="tel:"]:has(span), header a[href^="tel:"], button, input, select, textarea, nav a, main a[href$="#contact"]',
        ),
      }))
      .filter(({ box, large }) => Math.min(box.width, box.height) < (large ? 44 : 24))
      .map(({ name, box }) => `${name} ${Math.round(box.width)}×${Math.round(box.height)}`),
  );
  expect(small).toEqual([]);
  const calls = page.locator('a[href^="tel:"]');
  expect(await calls.count()).toBeGreaterThanOrEqual(6);
  for (const call of await calls.all()) {
    await expect(call).toHaveAccessibleName(/\(713\) 555-0147$/);
  }
});

test('any format of a phone number is left as it was typed', async ({ form }) => {
  await form.open();
  for (const phone of ['713.555.0199', '+52 (81) 1234-5678 ext 9', '7135550199']) {
    await form.fields.phone.pressSequentially(phone);
    await form.fields.phone.blur();
    await expect(form.fields.phone).toHaveValue(phone);
    await form.fields.phone.fill('');
  }
  await expect(form.fields.name).toHaveAttribute('autocomplete', 'name');
  await expect(form.fields.phone).toHaveAttribute('autocomplete', 'tel');
  await expect(form.fields.email).toHaveAttribute('autocomplete', 'email');
});
