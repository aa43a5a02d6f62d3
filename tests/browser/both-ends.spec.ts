import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { interpolate } from '../../content/interpolate.ts';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { acknowledgePath } from '../../contract/function-paths.ts';
import { limits } from '../../scripts/time-limits.mjs';
import { run as pair } from '../../server/commands/pair.ts';
import { exampleRequest } from '../support/example-request.ts';
import { runCommand, startInProcess } from '../support/start-in-process.ts';
import { expect, test } from './fixtures.ts';

/** How soon the driver's page shows what the owner did, in milliseconds. */
const soon = { timeout: 12_000 };

const { requests, pairing, did, failed } = dispatchWords;

test('the driver sees who has the request, and the owner works from a phone', async ({
  page,
  form,
  words,
  browser,
}) => {
  test.setTimeout(limits.process);
  const server = await startInProcess({}, { cwd: process.cwd() });
  const { requestStatus: text, roadside } = words;

  await form.open(`${server.url}${form.path}`);
  await form.fill();
  await form.button.click();
  // As in Chrome 80.
  await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'replaceChildren'));
  await page.getByRole('link', { name: roadside.receipt.follow }).click();
  const board = page.locator('#board');
  await expect(board).toContainText(text.board.received[0] ?? '');
  const reference = (await page.locator('#reference').textContent()) ?? '';
  // Only the token that can look is in the address.
  await expect(page.getByRole('button', { name: text.share })).toBeVisible();
  await expectNoFaults(page);

  const pairPhone = async (firstName: string) => {
    const paired = await (await browser.newContext()).newPage();
    const { said } = await runCommand(pair, { DATA_DIR: server.dataDir });
    await paired.goto(`${server.url}/dispatch#pair=${said.match(/#pair=(\S+)/)?.[1]}`);
    await paired.getByLabel(pairing.deviceName).fill(`${firstName}'s phone`);
    await paired.getByLabel(pairing.firstName).fill(firstName);
    await paired.getByRole('button', { name: pairing.pair }).click();
    // The link goes away with its view. The keyboard goes on at the heading of the next one.
    await paired.getByRole('link', { name: requests.open }).press('Enter');
    await expect(paired.getByRole('heading', { level: 1 })).toBeFocused();
    return paired;
  };
  const other = await pairPhone('Ben');
  const phone = await pairPhone('Alex');
  await expectNoFaults(phone);
  const forty = phone.getByRole('button', { name: '40', exact: true });
  await forty.press('Enter');
  await expect(phone.getByText(did.on_my_way.split('{')[0] ?? '')).toBeVisible();
  await expect(forty).toBeFocused();
  await other.getByRole('button', { name: requests.take }).click();
  const [alexTookIt = ''] = interpolate(failed.already_taken, { by: 'Alex', time: '|' }).split('|');
  await expect(other.getByText(alexTookIt)).toBeVisible();
  await other.context().close();
  await expect(board).toContainText(text.board.on_the_way[0] ?? '', soon);
  await expect(page.getByText(interpolate(text.steps.takenBy, { by: 'Alex' }))).toBeVisible();

  await phone.getByRole('button', { name: requests.done, exact: true }).click();
  await expect(phone.getByRole('button', { name: requests.reopen })).toBeVisible();
  // It asks at once when the line is back.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(board).toContainText(text.board.done[0] ?? '');

  await phone.getByRole('button', { name: requests.erase }).click();
  await phone.getByRole('textbox').fill(reference);
  await phone
    .getByRole('dialog', { name: interpolate(requests.eraseTitle, { reference }) })
    .getByRole('button', { name: requests.erase })
    .click();
  await expect(phone.getByText(`${reference}: ${did.erase}`)).toBeVisible();
  await phone.context().close();
  await server.stop();
});

test('without a link the driver’s page has the number, and asks nothing', async ({ page, words, pathOf }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto(pathOf('request'));
  await expect(page.locator('#sentence')).toHaveText(words.requestStatus.sentence.none);
  await expect(page.locator('[data-call]')).toBeVisible();
  expect(asked.filter((url) => url.includes('/functions/'))).toEqual([]);
});

test('a browser that is too old for Dispatch takes an alarm on the plain page', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/Unexpected end of input/);
  const server = await startInProcess({}, { cwd: process.cwd() });
  const { reference } = await (await server.post(exampleRequest)).json();
  const token = (await server.store.find(reference))?.takeTokens.seen;
  // Its script can't be parsed there.
  await page.route(/\/react\./, (route) => route.fulfill({ contentType: 'text/javascript', body: 'a ||= ' }));
  await page.goto(`${server.url}/dispatch#take=${token}`);
  await page.getByRole('button', { name: dispatchWords.takeByLink.plain }).click();
  await expect(page).toHaveURL(server.url + acknowledgePath);
  await page.getByRole('button', { name: pagingWords.take }).click();
  await expect(page.getByText(pagingWords.acknowledge.thanks)).toBeVisible();
  await server.stop();
});

test('a phone that is not paired is told how to pair it', async ({ page }) => {
  await page.goto('/dispatch');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pairing.unpairedTitle);
  await expectNoFaults(page);
});

async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}
