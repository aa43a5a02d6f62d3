import { interpolate } from '../../content/interpolate.ts';
import { dispatchWords, fallbackWords } from '../../content/words/dispatch.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { takePath } from '../../contract/function-paths.ts';
import { testTimeLimits } from '../../scripts/time-limits.mjs';
import { exampleRequest } from '../support/example-request.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startInProcess } from '../support/start-in-process.ts';
import { expect, test } from './fixtures.ts';

/** How soon the driver's page shows the owner's change. */
const soon = { timeout: 12_000 };

const { requests, health, pairing, confirmations, failed, site, tabs } = dispatchWords;
const { ice } = site.presets;

test("the driver's page follows the owner's actions on a paired phone", async ({
  page,
  form,
  words,
  browser,
}) => {
  test.setTimeout(testTimeLimits.process);
  const clock = createFakeClock(new Date());
  const server = await startInProcess({}, { clock, cwd: process.cwd() });
  const { requestStatus: text, extras } = words;

  await form.open(`${server.url}${form.path}`);
  await form.fill();
  await form.button.click();
  // Chrome 80 lacks this method.
  await page.addInitScript(() => Reflect.deleteProperty(Element.prototype, 'replaceChildren'));
  await page.getByRole('link', { name: extras.receipt.follow }).click();
  const board = page.locator('#board');
  await expect(board).toContainText(text.board.received[0] ?? '');
  const reference = (await page.locator('#reference').textContent()) ?? '';
  // The address now has only the view-only token.
  await expect(page.getByRole('button', { name: text.share })).toBeVisible();

  const pairPhone = async (firstName: string, link: string) => {
    const paired = await (await browser.newContext()).newPage();
    await paired.addInitScript(() => {
      navigator.share = async ({ url } = {}) => {
        document.title = url ?? '';
      };
    });
    await paired.goto(link);
    await paired.getByLabel(pairing.deviceName).fill(`${firstName}'s phone`);
    await paired.getByLabel(pairing.firstName).fill(firstName);
    await paired.getByRole('button', { name: pairing.pair }).click();
    await expect(paired.getByRole('link', { name: requests.open })).toBeVisible();
    return paired;
  };
  const { token } = await server.store.createPairing();
  const phone = await pairPhone('Alex', `${server.url}/dispatch#pair=${token}`);
  await phone.getByRole('link', { name: tabs.health }).click();
  await phone.getByRole('link', { name: health.pairAnother }).click();
  await phone.getByRole('button', { name: pairing.send }).click();
  await expect(phone).toHaveTitle(/#pair=/);
  const other = await pairPhone('Ben', await phone.title());
  await expect(
    phone.getByRole('heading', { name: interpolate(pairing.pairedTitle, { name: "Ben's phone" }) }),
  ).toBeVisible();
  for (const paired of [other, phone]) {
    await paired.getByRole('link', { name: tabs.requests }).click();
    // The link disappears with its view, so the focus moves to the next view's heading.
    await paired.getByRole('link', { name: requests.open }).press('Enter');
    await expect(paired.getByRole('heading', { level: 1 })).toBeFocused();
  }
  const forty = phone.getByRole('button', { name: '40', exact: true });
  await forty.press('Enter');
  await expect(phone.getByText(`${reference}: ${confirmations.on_my_way.split('{')[0]}`)).toBeVisible();
  await expect(forty).toBeFocused();
  await other.getByRole('button', { name: requests.take }).click();
  const [alexTookIt = ''] = interpolate(failed.already_taken, { by: 'Alex', time: '|' }).split('|');
  await expect(other.getByText(alexTookIt)).toBeVisible();
  await other.context().close();
  await expect(board).toContainText(text.board.on_the_way[0] ?? '', soon);
  await expect(page.getByText(interpolate(text.steps.takenBy, { by: 'Alex' }))).toBeVisible();

  await phone.getByRole('button', { name: requests.done, exact: true }).click();
  await expect(phone.getByRole('button', { name: requests.reopen })).toBeVisible();
  // The driver's page asks again as soon as it is back online.
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(board).toContainText(text.board.done[0] ?? '');

  await phone.getByRole('button', { name: requests.erase }).click();
  await phone.getByRole('textbox').fill(reference);
  await phone.getByRole('dialog', { name: reference }).getByRole('button', { name: requests.erase }).click();
  await expect(phone.getByText(`${reference}: ${confirmations.erase}`)).toBeVisible();

  await phone.getByRole('link', { name: tabs.site, exact: true }).click();
  await phone.getByRole('button', { name: ice?.label ?? '' }).click();
  await phone.getByRole('button', { name: site.show }).click();
  await expect(phone.getByRole('button', { name: site.takeDown })).toBeVisible();
  await phone.context().close();
  const shown = { '/': ice?.text.en ?? '', '/es/': ice?.text.es ?? '' };
  for (const [path, sentence] of Object.entries(shown)) {
    await page.goto(server.url + path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(sentence);
  }
  // The notice ends by the next morning.
  clock.advance(24 * 60 * 60_000);
  for (const [path, sentence] of Object.entries(shown)) {
    await expect.poll(async () => (await fetch(server.url + path)).text()).not.toContain(sentence);
  }
  await server.stop();
});

test('without a link the driver’s page shows our number and asks nothing', async ({
  page,
  words,
  getPagePath,
}) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto(getPagePath('request'));
  await expect(page.locator('#sentence')).toHaveText(words.requestStatus.sentence.none);
  await expect(page.locator('[data-call]')).toBeVisible();
  expect(urls.filter((url) => url.includes('/functions/'))).toEqual([]);
});

test('a browser too old for Dispatch takes a request on the plain page', async ({ page, expectedErrors }) => {
  expectedErrors.push(/Unexpected end of input/);
  const server = await startInProcess({}, { cwd: process.cwd() });
  const { reference } = await (await server.post(exampleRequest)).json();
  const token = (await server.store.findWithDeliveries(reference))?.takeTokens.withDetails;
  // An old browser can't parse this script.
  await page.route(/\/react\./, (route) => route.fulfill({ contentType: 'text/javascript', body: 'a ||= ' }));
  await page.goto(`${server.url}/dispatch#take=${token}`);
  await page.getByRole('button', { name: fallbackWords.showRequest }).click();
  await expect(page).toHaveURL(server.url + takePath);
  await page.getByRole('button', { name: pagingWords.take }).click();
  await expect(page.getByText(pagingWords.takePage.thanks)).toBeVisible();
  await server.stop();
});
