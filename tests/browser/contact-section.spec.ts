import { business } from '../../content/business.ts';
import { printedPhone } from '../../content/phone-number.ts';
import { contactAnchor } from '../../contract/contact-fields.ts';
import { expect, test } from './fixtures.ts';

test.skip(({ viewport }) => (viewport?.width ?? 0) < 960, 'each test sets its own width');

test('"Request Service" scrolls the first field into view on a small phone', async ({
  page,
  words,
  pathOf,
  form,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(pathOf('landing'));
  await page.getByRole('main').getByRole('link', { name: words.hero.request, exact: true }).first().click();
  await expect(page.getByRole('heading', { name: words.contact.title })).toBeInViewport({ ratio: 1 });
  await expect(form.fields.name).toBeInViewport({ ratio: 1 });
});

test("the contact section's reading order matches its visual order at every width", async ({
  page,
  words,
  pathOf,
}) => {
  await page.goto(pathOf('landing', contactAnchor));
  for (const width of [320, 360, 412, 768, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const section = page.getByRole('region', { name: words.contact.title });
    const parts = await section.locator('h2, h3, form, dl, a[href^="tel:"]').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => ({ name: one.textContent?.slice(0, 30), box: one.getBoundingClientRect() }))
        .map(({ name, box }) => ({ name, column: box.left > innerWidth / 2 ? 1 : 0, top: box.top })),
    );
    expect(parts.length).toBeGreaterThan(5);
    const seen = parts.toSorted((a, b) => a.column - b.column || a.top - b.top);
    const order = (all: { name: string | undefined }[]) => all.map(({ name }) => name);
    expect(order(parts), `${width} px`).toEqual(order(seen));
    const text = await section.innerText();
    expect(text.indexOf(words.form.title)).toBeLessThan(text.indexOf(words.contact.headline));
  }
});

test('there is no hole in the form, and the facts stay beside it', async ({ page, words, form }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await form.open();
  const gaps = await page.getByRole('form').evaluate((element) => {
    const boxes = Array.from(element.firstElementChild?.children ?? [], (child) =>
      child.getBoundingClientRect(),
    ).filter(({ width, height }) => width > 1 && height > 0);
    return boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? top)));
  });
  expect(gaps.length).toBeGreaterThan(6);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(32);
  await form.button.evaluate((button) => button.scrollIntoView({ block: 'end', behavior: 'instant' }));
  const region = page.getByRole('region', { name: words.contact.title });
  await expect(
    region.getByRole('link', { name: `${words.contact.callNow} ${printedPhone(business.phone)}` }),
  ).toBeInViewport({
    ratio: 1,
  });
});
