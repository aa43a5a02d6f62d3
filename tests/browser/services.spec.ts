import { callLink } from '../../site/facts.ts';
import { expect, test } from './fixtures.ts';

test('on a phone a press anywhere on the emergency panel calls', { tag: '@once' }, async ({
  page,
  words,
  pathOf,
}) => {
  await page.goto(pathOf('landing', 'services'));
  const { emergency } = words.services.items;
  for (const text of [emergency.title, emergency.description]) {
    const target = page.locator('#services').getByText(text).first();
    await target.scrollIntoViewIfNeeded();
    const pressed = await target.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return document
        .elementFromPoint(x + width / 2, y + height / 2)
        ?.closest('a')
        ?.getAttribute('href');
    });
    expect(pressed, text).toBe(callLink);
  }
});

test('the emergency panel leads to the form too, with its service chosen', { tag: '@once' }, async ({
  page,
  words,
  pathOf,
  form,
}) => {
  await page.goto(pathOf('landing', 'services'));
  await page.getByRole('link', { name: words.services.orRequest }).click();
  await expect(form.fields.service).toHaveValue('emergency');
});

test('on a desktop the services take at most 720 px', { tag: '@every-language' }, async ({
  page,
  pathOf,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(pathOf('landing', 'services'));
  expect((await page.locator('#services').boundingBox())?.height).toBeLessThanOrEqual(720);
});
