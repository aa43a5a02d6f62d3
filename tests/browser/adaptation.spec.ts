import { interpolate } from '../../content/interpolate.ts';
import { facts } from '../../site/facts.ts';
import { areas } from '../../site/gazetteer/areas.ts';
import { expect, test } from './fixtures.ts';
import { contentErrors } from './layout-faults.ts';

test('the page supports the text spacing of WCAG 1.4.12', async ({ page, pathOf }) => {
  for (const route of ['landing', 'about'] as const) {
    await page.goto(pathOf(route));
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(
        '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
      );
      document.adoptedStyleSheets = [sheet];
    });
    expect(await contentErrors(page), route).toEqual([]);
  }
});

test('forced colors preserve button and field borders and the focus ring', { tag: '@once' }, async ({
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

test('nothing moves for visitors who prefer reduced motion', { tag: '@once' }, async ({ page, pathOf }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(pathOf('landing'));
  const moving = await page.evaluate(() => document.getAnimations().length);
  expect(moving).toBe(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(1);
});

test('print has the number, services, towns and hours, and no form', async ({ page, words, pathOf }) => {
  await page.goto(pathOf('landing'));
  await expect(page.locator('link[href*=after-paint]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(facts.phone).first()).toBeVisible();
  await expect(page.getByText(words.services.items.mobile.title).first()).toBeVisible();
  await expect(page.getByText(areas.at(-1)?.towns[0]?.name ?? '', { exact: true })).toBeVisible();
  await expect(page.getByText(words.contact.hours, { exact: true })).toBeVisible();
  await expect(page.getByRole('form')).toBeHidden();
});

test('prints on one page', { tag: '@every-language' }, async ({ page, pathOf }) => {
  await page.goto(pathOf('landing'));
  await expect(page.locator('link[href*=after-paint]')).toHaveCount(1);
  for (const format of ['Letter', 'A4']) {
    const sheets = (await page.pdf({ format })).toString('latin1').match(/\/Type\s*\/Page\b/g);
    expect(sheets, format).toHaveLength(1);
  }
});

test('targets are large enough, and every call link shows the number', async ({ page, form, openMenu }) => {
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
  const calls = page.locator('a[href^="tel:"]').filter({ visible: true });
  expect(await calls.count()).toBeGreaterThanOrEqual(6);
  for (const call of await calls.all()) {
    await expect(call).toHaveAccessibleName(endingIn(facts.phone));
  }
});

test('leaves any phone number format as typed', { tag: '@once' }, async ({ form }) => {
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

const endingIn = (text: string) => new RegExp(`${RegExp.escape(text)}$`);

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the Send button and map roads contrast with their background, ${colorScheme}`, async ({
    page,
    form,
  }) => {
    await page.emulateMedia({ colorScheme });
    await form.open();
    const contrasts = await form.button.evaluate((button) => {
      const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const luminance = (color: string) => {
        if (!context) return 0;
        context.fillStyle = color;
        context.fillRect(0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = Array.from(
          context.getImageData(0, 0, 1, 1).data,
          (channel) => {
            const part = channel / 255;
            return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
          },
        );
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      const contrast = (one: string, other: string) => {
        const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
        return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
      };
      const root = getComputedStyle(document.documentElement);
      const role = (name: string) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = `var(--${name})`;
        const { color } = getComputedStyle(probe);
        probe.remove();
        return color;
      };
      return {
        send: contrast(getComputedStyle(button).backgroundColor, root.backgroundColor),
        roads: contrast(role('highway'), role('land')),
      };
    });
    expect(contrasts.send).toBeGreaterThanOrEqual(3);
    expect(contrasts.roads).toBeGreaterThanOrEqual(4);
  });
}

test('every link of the footer is at least 44 px high', async ({ page, pathOf }) => {
  await page.goto(pathOf('about'));
  const low = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((all) =>
      all
        .map((link) => ({ name: link.textContent, ...link.getBoundingClientRect().toJSON() }))
        .filter(({ width, height }) => Math.min(width, height) < 43.9)
        .map(({ name, height }) => `${name} ${height}`),
    );
  expect(low).toEqual([]);
});

test('the text of the select aligns with that of the inputs, with a custom arrow', { tag: '@once' }, async ({
  form,
}) => {
  await form.open();
  const [input, select] = await Promise.all(
    [form.fields.email, form.fields.service].map((field) =>
      field.evaluate((control) => {
        const { paddingInlineStart, appearance, backgroundImage } = getComputedStyle(control);
        return { paddingInlineStart, appearance, arrow: backgroundImage !== 'none' };
      }),
    ),
  );
  expect(select).toEqual({ paddingInlineStart: input?.paddingInlineStart, appearance: 'none', arrow: true });
});

test('print has no privacy note without the form, and no gaps', async ({ page, words, pathOf }) => {
  await page.goto(pathOf('landing', 'main'));
  await expect(page.locator('link[href*=after-paint]')).toHaveCount(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(interpolate(words.form.privacy, facts))).toBeHidden();
  for (const heading of await page.getByRole('heading', { level: 2 }).all()) {
    if (!(await heading.isVisible())) continue;
    const content = await heading.evaluate((element) => getComputedStyle(element, '::before').content);
    expect(content, (await heading.textContent()) ?? '').toBe('none');
  }
});
