import type { Locator, Page } from '@playwright/test';
import { workUntilPaint } from '../support/work-until-paint.ts';
import { expect, test } from './fixtures.ts';

/**
 * How much more work than a press that changes one letter a press in the form may be before it is seen. On the
 * phone that the bench takes (docs/performance.md) that one takes about 12 ms, and 100 is the bound.
 */
const greatestRatio = 7.5;

test('every press in the form is soon seen', { tag: '@once' }, async ({
  browser,
  site,
  form: { path },
  words,
}) => {
  test.setTimeout(120_000);
  const letters: number[] = [];
  const least: Record<string, number> = {};
  const tooLong = () => {
    const letter = letters.toSorted((one, other) => one - other)[Math.floor(letters.length / 2)] ?? 0;
    return Object.entries(least)
      .filter(([, work]) => work > greatestRatio * letter)
      .map(([name, work]) => `${name} takes ${work} ms, a letter ${letter} ms`);
  };
  // Disturbances only add: the least of a few runs counts.
  for (let run = 0; run < 5 && (run < 1 || tooLong().length > 0); run += 1) {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: 412, height: 823 },
      permissions: ['geolocation'],
      geolocation: { latitude: 29.8195, longitude: -95.3767, accuracy: 12 },
    });
    const page = await context.newPage();
    await page.goto(path);
    const form = page.getByRole('form', { name: words.form.title });
    await form.scrollIntoViewIfNeeded();
    await expect(form).toHaveAttribute('novalidate');
    await addLetterButton(page);
    const session = await context.newCDPSession(page);
    const measure = async (name: string, type: 'click' | 'keydown', press: () => Promise<unknown>) => {
      const work = await workUntilPaint(session, type, press);
      least[name] = Math.min(work, least[name] ?? Number.POSITIVE_INFINITY);
    };
    const button = (name: string) => page.getByRole('button', { name });
    const { roadside, form: text } = words;

    for (let count = 0; count < 3; count += 1) {
      letters.push(await workUntilPaint(session, 'click', await press(button('letter'))));
    }
    await form.getByLabel(text.labels.name).focus();
    await measure('first key', 'keydown', async () => {
      await page.keyboard.press('M');
      await painted(page);
    });
    await form.getByLabel(text.labels.service).selectOption('emergency');
    await measure('hints', 'click', await press(page.getByText(roadside.hints.summary, { exact: true })));
    await measure('position', 'click', await press(button(roadside.position.ask)));
    await measure('card', 'click', await press(button(roadside.card.open)));
    await page.keyboard.press('Escape');
    await form.getByLabel(text.labels.phone).fill('713 555 0199');
    await form.getByLabel(text.labels.email).fill('a@b.example');
    await measure('send', 'click', await press(button(text.send)));
    await context.close();
  }
  expect(tooLong()).toEqual([]);
});

/** A press on what is in sight already, without what Playwright looks up before it presses. */
async function press(target: Locator) {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (!box) throw new Error('What is to be pressed is not there.');
  await painted(target.page());
  return async () => {
    await target.page().mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await painted(target.page());
  };
}

const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

/** The least that a press can do. */
const addLetterButton = (page: Page) =>
  page.evaluate(() => {
    const button = document.createElement('button');
    button.textContent = 'letter';
    button.onclick = () => button.append('s');
    document.querySelector('#contact-form')?.before(button);
  });
