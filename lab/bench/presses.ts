/**
 * npm run bench -- presses: the work of each press in the form until its effect is painted, as a multiple of a
 * press that changes one letter. Fails above the limit.
 */
import type { CDPSession, Locator, Page } from '@playwright/test';
import { words } from '../../content/words/index.ts';
import { pathOf } from '../../site/routes.ts';
import { startSite } from '../../tests/support/start-site.ts';
import type { Figures } from '../records.ts';
import { median } from '../statistics.ts';
import { launchBrowser, onPhone } from './phone.ts';
import { workUntilPaint } from './work-until-paint.ts';

/** On the phone that the bench takes a letter takes about 12 ms, and 100 is the bound (docs/performance.md). */
const greatestRatio = 7.5;

const { roadside, form: text } = words.en;

export async function benchPresses(): Promise<Figures> {
  const site = await startSite();
  const browser = await launchBrowser();
  const letters: number[] = [];
  const least: Record<string, number> = {};
  const url = site.url + pathOf('landing', 'en', 'contact');
  try {
    // Disturbances only add: the least of a few runs counts.
    for (let run = 0; run < 5; run += 1) {
      await onPhone(browser, {}, (page, session) => pressAll(page, session, url, letters, least));
    }
  } finally {
    await browser.close();
    await site.stop();
  }
  const letter = median(letters);
  const tooLong = Object.entries(least).filter(([, work]) => work > greatestRatio * letter);
  if (tooLong.length > 0) {
    const found = tooLong.map(([name, work]) => `${name} ${work.toFixed(1)} ms`).join(', ');
    throw new Error(`More than ${greatestRatio} times a letter's ${letter.toFixed(1)} ms: ${found}.`);
  }
  const times = Object.entries(least).map(([name, work]) => [
    name,
    `${work.toFixed(1)} ms, ${(work / letter).toFixed(1)} letters`,
  ]);
  return {
    'a letter': `${letter.toFixed(1)} ms`,
    ...Object.fromEntries(times),
    'limit, letters': greatestRatio,
  };
}

async function pressAll(
  page: Page,
  session: CDPSession,
  url: string,
  letters: number[],
  least: Record<string, number>,
) {
  await page.goto(url);
  const form = page.getByRole('form', { name: text.title });
  await form.scrollIntoViewIfNeeded();
  await page.locator('form[novalidate]').waitFor();
  await addLetterButton(page);
  const measure = async (name: string, type: 'click' | 'keydown', press: () => Promise<unknown>) => {
    const work = await workUntilPaint(session, type, press);
    least[name] = Math.min(work, least[name] ?? Number.POSITIVE_INFINITY);
  };
  const button = (name: string) => page.getByRole('button', { name });

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
}

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
