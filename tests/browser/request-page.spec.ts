import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { interpolate } from '../../content/interpolate.ts';
import { requestStatusPath } from '../../contract/function-paths.ts';
import type { RequestStatus } from '../../contract/request-status.ts';
import { expect, test } from './fixtures.ts';

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

/** Answers the page's questions, and counts them. */
async function answerWith(page: Page, answer: () => RequestStatus | undefined) {
  const asked: string[] = [];
  await page.route(`**${requestStatusPath}`, (route) => {
    asked.push(route.request().method());
    const json = answer();
    return json ? route.fulfill({ json }) : route.fulfill({ status: 503 });
  });
  return asked;
}

test('without an answer the page says what it knew last, when, and whom to call', async ({
  page,
  words,
  pathOf,
  expectedErrors,
}) => {
  expectedErrors.push(/status of 503/);
  const { requestStatus: text } = words;
  let isThere = true;
  await answerWith(page, () => (isThere ? status : undefined));
  await page.goto(`${pathOf('request')}#${token}`);
  const board = page.locator('#board');
  await expect(board).toContainText(text.board.ringing[0] ?? '');
  isThere = false;
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(board).toContainText(text.board.unavailable[0] ?? '');
  await expect(page.locator('#checked')).toHaveText(interpolate(text.stale, { time: '2:07 AM' }));
  await expect(page.getByText(text.steps.rung)).toBeVisible();
  await expect(page.locator('[data-call]')).toBeVisible();
  isThere = true;
  await page.getByRole('button', { name: text.tryNow }).press('Enter');
  await expect(board).toContainText(text.board.ringing[0] ?? '');
  await expect(page.locator('#sentence')).toBeFocused();
});

test('a hidden page asks nothing, and asks at once when it is shown again', async ({ page, pathOf }) => {
  await page.clock.install();
  const asked = await answerWith(page, () => status);
  await page.goto(`${pathOf('request')}#${token}`);
  await expect(page.locator('#reference')).toHaveText(status.reference);
  await show(page, 'hidden');
  await page.clock.runFor(60_000);
  expect(asked).toHaveLength(1);
  await show(page, 'visible');
  await expect.poll(() => asked.length).toBe(2);
});

const show = (page: Page, visibility: DocumentVisibilityState) =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, visibility);

test('the address keeps the token that can only look, and a reload can still cancel', async ({
  page,
  words,
  pathOf,
}) => {
  await answerWith(page, () => status);
  await page.goto(`${pathOf('request')}#${token}`);
  await expect(page).toHaveURL(new RegExp(`#${status.shareToken}$`));
  const asked = page.waitForRequest(`**${requestStatusPath}`);
  await page.reload();
  expect((await asked).headers()['request-token']).toBe(token);
  await page.getByRole('button', { name: words.requestStatus.cancel.button }).click();
  const dialog = page.getByRole('dialog', { name: words.requestStatus.cancel.title });
  await dialog.getByRole('button', { name: words.requestStatus.cancel.keep }).click();
  await expect(dialog).toBeHidden();
});

const looks = [
  ['light', ['ringing', 'on_the_way', 'erased']],
  ['dark', ['on_the_way']],
] as const;

test('axe finds nothing, and nothing is cut, 320 pixels wide', async ({ page, pathOf }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  let state: RequestStatus['state'] = 'received';
  await answerWith(page, () => ({ ...status, state }));
  await page.goto(`${pathOf('request')}#${token}`);
  for (const [colorScheme, states] of looks) {
    await page.emulateMedia({ colorScheme });
    for (state of states) {
      const answered = page.waitForResponse(`**${requestStatusPath}`);
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await answered;
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations, `${state}, ${colorScheme}`).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    }
  }
});
