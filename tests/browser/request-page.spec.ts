import type { Page } from '@playwright/test';
import { interpolate } from '../../content/interpolate.ts';
import { type Language, languages } from '../../content/languages.ts';
import { requestStatusPath } from '../../contract/function-paths.ts';
import { contactAnchor } from '../../contract/link-targets.ts';
import { type RequestStatus, requestStates } from '../../contract/request-status.ts';
import { testTimeLimits } from '../../scripts/time-limits.mjs';
import { getPagePath as getPathInLanguage } from '../../site/routes.ts';
import { expectNoFaultsDayAndNight } from './axe.ts';
import { expect, setTextSize, setVisibility, test } from './fixtures.ts';
import { readShifts, recordShifts } from './layout-shifts.ts';

const token = '7KQ2MAabcdefghijklmnopqrstuv';
const status: RequestStatus = {
  reference: '7KQ2MA',
  service: 'emergency',
  state: 'ringing',
  receivedAt: '2026-11-28T08:06:00Z',
  rung: { times: 1, firstAt: '2026-11-28T08:06:10Z', lastAt: '2026-11-28T08:06:10Z' },
  may: 'manage',
  shareToken: '7KQ2MAwxyzwxyzwxyzwxyzwxyzwx',
  now: '2026-11-28T08:07:00Z',
  askAgain: 10,
};

const taken = { at: status.now, by: 'Alex' };
const eta = { minutes: 40, saidAt: status.now, until: '2026-11-28T08:47:00Z' };

/** Answers the page's requests and records their methods. If `answer` returns undefined, the response is a 503. */
async function answerWith(page: Page, answer: () => RequestStatus | 'offline' | undefined) {
  const methods: string[] = [];
  await page.route(`**${requestStatusPath}`, (route) => {
    methods.push(route.request().method());
    const json = answer();
    if (json === 'offline') {
      return route.abort('internetdisconnected');
    }
    return json ? route.fulfill({ json }) : route.fulfill({ status: 503 });
  });
  return methods;
}

test('without a fresh status the page shows the last one and our number', async ({
  page,
  words,
  getPagePath,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503|ERR_INTERNET_DISCONNECTED/);
  const { requestStatus: text } = words;
  let answer: RequestStatus | 'offline' | undefined;
  await answerWith(page, () => answer);
  await page.goto(`${getPagePath('request')}#${token}`);
  const board = page.locator('#board');
  await expect(page.locator('#sentence')).toHaveText(text.sentence.unavailable);
  await expect(page.getByText(text.historyHeading)).toBeHidden();
  answer = status;
  await page.getByRole('button', { name: text.tryNow }).press('Enter');
  await expect(board).toContainText(text.board.ringing[0] ?? '');
  answer = 'offline';
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(board).toContainText(text.board.unavailable[0] ?? '');
  answer = undefined;
  const failed = page.waitForResponse(`**${requestStatusPath}`);
  await page.getByRole('button', { name: text.tryNow }).press('Enter');
  await failed;
  await expect(page.locator('#sentence')).toContainText(text.board.ringing.join(' '));
  await expect(page.locator('#checked')).toHaveText(interpolate(text.stale, { time: '2:07 AM' }));
  await expect(page.getByText(text.steps.rung)).toBeVisible();
  await expect(page.locator('[data-call]')).toBeVisible();
  answer = status;
  await page.getByRole('button', { name: text.tryNow }).press('Enter');
  await expect(board).toContainText(text.board.ringing[0] ?? '');
  await expect(page.locator('#sentence')).toBeFocused();
});

test('a screen reader hears each change on the board as one text', async ({ page, words, getPagePath }) => {
  await answerWith(page, () => status);
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => {
      const board = document.getElementById('board') as HTMLElement;
      const heard: string[] = [];
      Object.assign(window, { heard });
      new MutationObserver((changes) => {
        heard.push(...changes.map(({ target }) => `${target.textContent}`));
      }).observe(board, { childList: true, characterData: true, subtree: true });
    });
  });
  await page.goto(`${getPagePath('request')}#${token}`);
  const text = words.requestStatus.board.ringing.join('\n');
  await expect(page.locator('#board')).toContainText(words.requestStatus.board.ringing[0] ?? '');
  expect(await page.evaluate(() => Reflect.get(window, 'heard'))).toEqual([text]);
});

test('the board shows each status in lamps', async ({ page, getPagePath }) => {
  const answer = { ...status };
  await answerWith(page, () => answer);
  await page.goto(`${getPagePath('request')}#${token}`);
  const lit = page.locator('.Board-board[data-lit] > svg:last-of-type path');
  await expect(lit).toHaveCount(1);
  await expect(page.locator('#reference')).toHaveText(status.reference);
  const ringing = (await lit.getAttribute('d')) ?? '';
  Object.assign(answer, { state: 'done' });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(lit).not.toHaveAttribute('d', ringing);
  await expect(lit).toHaveCount(1);
});

test('the road shows each status in a picture', async ({ page, getPagePath }) => {
  let shown = status;
  await answerWith(page, () => shown);
  await page.goto(`${getPagePath('request')}#${token}`);
  const road = page.locator('#scene');
  await expect(road).toHaveCSS('background-image', /scenes\.svg#hazards/);
  shown = { ...status, state: 'taken', taken };
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(road).toHaveCSS('background-image', /scenes\.svg#night/);
  shown = { ...shown, state: 'done', endedAt: status.now };
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(road).toHaveCSS('background-image', /scenes\.svg#sunrise/);
});

test('without a request, the page links to the form', async ({ page, words, getPagePath }) => {
  await answerWith(page, () => status);
  const link = page.getByRole('link', { name: words.hero.request });
  await page.goto(getPagePath('request'));
  await expect(link).toHaveAttribute('href', getPagePath('landing', contactAnchor));
  await page.goto('about:blank');
  await page.goto(`${getPagePath('request')}#${token}`);
  await expect(link).toBeHidden();
});

test('the page polls only while its tab is visible', async ({ page, getPagePath }) => {
  await page.clock.install();
  const methods = await answerWith(page, () => status);
  await page.goto(`${getPagePath('request')}#${token}`);
  await expect(page.locator('#reference')).toHaveText(status.reference);
  await setVisibility(page, 'hidden');
  await page.clock.runFor(60_000);
  expect(methods).toHaveLength(1);
  await setVisibility(page, 'visible');
  await expect.poll(() => methods.length).toBe(2);
});

test('the skip link does not replace the token', async ({ page, words, getPagePath }) => {
  await answerWith(page, () => status);
  await page.goto(`${getPagePath('request')}#${token}`);
  await expect(page.locator('#reference')).toHaveText(status.reference);
  const address = page.url();
  await page.getByRole('link', { name: words.skipLink }).press('Enter');
  await expect(page.locator('#board')).toBeFocused();
  expect(page.url()).toBe(address);
});

test('with a view-only token in the URL, a reload keeps the Cancel button', async ({
  page,
  words,
  getPagePath,
}) => {
  await answerWith(page, () => status);
  await page.goto(`${getPagePath('request')}#${token}`);
  await expect(page).toHaveURL(new RegExp(`#${status.shareToken}$`));
  const statusRequest = page.waitForRequest(`**${requestStatusPath}`);
  await page.reload();
  expect((await statusRequest).headers()['request-token']).toBe(token);
  await page.getByRole('button', { name: words.requestStatus.cancel.button }).click();
  const dialog = page.getByRole('dialog', { name: words.requestStatus.cancel.title });
  await dialog.getByRole('button', { name: words.requestStatus.cancel.keep }).click();
  await expect(dialog).toBeHidden();
});

/** Everything that the page can show: each state, a wrong link, and an unavailable function. */
const answers: Record<string, Partial<RequestStatus> | 404 | 503> = {
  ...Object.fromEntries(requestStates.map((state) => [state, { state }])),
  takenByUs: { state: 'taken', taken: { at: status.now } },
  late: {
    state: 'on_the_way',
    taken,
    eta: { minutes: 20, saidAt: status.receivedAt, until: status.receivedAt },
  },
  shared: { state: 'taken', taken, may: 'look', shareToken: undefined },
  unavailable: 503,
  not_found: 404,
};

test('axe finds nothing in any state 320 pixels wide, light or dark', async ({
  page,
  getPagePath,
  words,
  expectedErrors,
}) => {
  test.setTimeout(testTimeLimits.process);
  expectedErrors.push(/status of (404|503)/);
  await page.setViewportSize({ width: 320, height: 640 });
  let answer = answers.received;
  await page.route(`**${requestStatusPath}`, (route) =>
    typeof answer === 'number'
      ? route.fulfill({ status: answer, json: { code: answer === 404 ? 'not_found' : 'unavailable' } })
      : route.fulfill({ json: { ...status, taken, eta, ...answer } }),
  );
  await page.goto(`${getPagePath('request')}#${token}`);
  const { board } = words.requestStatus;
  for (const [name, next] of Object.entries(answers)) {
    answer = next;
    await page.evaluate(() => dispatchEvent(new Event('online')));
    const [line = ''] = board[name === 'shared' ? 'taken' : (name as keyof typeof board)];
    await expect(page.locator('#board')).toContainText(interpolate(line, { by: 'Alex', atTime: '2:06 AM' }));
    await expectNoFaultsDayAndNight(page);
  }
});

test('large text does not split a step’s name or indent a line', async ({ page, getPagePath }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await setTextSize(page, 40);
  await answerWith(page, () => status);
  await page.goto(`${getPagePath('request')}#${token}`);
  const edges = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return Array.from(range.getClientRects(), ({ left }) => Math.round(left));
    });
  expect(await edges('#steps li:first-child b')).toHaveLength(1);
  const [edge] = await edges('#note');
  const lines = await edges('#erase');
  expect(lines.length).toBeGreaterThan(1);
  expect([...new Set(lines)]).toEqual([edge]);
});

test('the page shows a link that can be neither shared nor copied', async ({ page, words, getPagePath }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, { share: undefined });
    navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
  });
  await answerWith(page, () => status);
  await page.goto(`${getPagePath('request')}#${token}`);
  await page.getByRole('button', { name: words.requestStatus.share }).click();
  await expect(page.locator('#action-result')).toContainText(`#${status.shareToken}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test('nothing moves when the status arrives', async ({ page }) => {
  await recordShifts(page);
  let shown: RequestStatus = status;
  await answerWith(page, () => shown);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    for (const language of Object.keys(languages) as Language[]) {
      for (const change of [{}, { state: 'on_the_way', taken, eta }, { givenBack: taken }] as const) {
        shown = { ...status, ...change };
        await page.goto('about:blank');
        await page.goto(`${getPathInLanguage('request', language)}#${token}`);
        await expect(page.locator('[aria-current=step]')).toBeVisible();
        expect(await readShifts(page), `${language}, ${width} px, ${JSON.stringify(change)}`).toEqual([]);
      }
    }
  }
});
