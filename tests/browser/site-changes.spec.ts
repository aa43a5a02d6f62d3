import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { serviceAreas } from '../../content/service-areas.ts';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { testTimeLimits } from '../../scripts/time-limits.mjs';
import { run as pair } from '../../server/commands/pair.ts';
import { getServerUrl } from '../../server/http/server.ts';
import { pairPhone } from '../support/dispatch-phone.ts';
import { exampleRequest } from '../support/example-request.ts';
import { runCommand, startInProcess } from '../support/start-in-process.ts';
import { expectNoFaults } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { readShifts, recordShifts } from './layout-shifts.ts';

const { pairing, site: siteWords, onCallPage, shopHoursPage, confirmations, undo, tabs } = dispatchWords;
const [{ city } = { city: '' }] = serviceAreas;

/** Starts an ntfy server that accepts and records alarms. */
async function startPhones() {
  const alarms: { topic: string; message: string }[] = [];
  const service = createServer(async (request, response) => {
    alarms.push((await json(request)) as (typeof alarms)[number]);
    response.end('{"id":"x1"}');
  });
  await once(service.listen(0, '127.0.0.1'), 'listening');
  return { alarms, host: new URL(getServerUrl(service)).host, stop: () => service.close() };
}

const emergency = { ...exampleRequest, service: 'emergency', phone: '832-555-0188' };

/** Returns the text of a sentence before its first placeholder. */
const textBeforePlaceholder = (sentence: string) => sentence.split('{')[0] ?? '';

/** Starts a server and pairs a phone with it. By default, no paging service listens. */
async function startPaired(page: Page, phones = '127.0.0.1:9') {
  const PAGE_URL = `ntfy://${phones}/alex ntfy://${phones}/night`;
  const server = await startInProcess(
    { PAGE_URL, SITE_URL: 'https://www.example.com' },
    { cwd: process.cwd() },
  );
  const { output } = await runCommand(pair, { DATA_DIR: server.dataDir });
  await page.goto(`${server.url}/dispatch#pair=${output.match(/#pair=(\S+)/)?.[1]}`);
  await page.getByLabel(pairing.deviceName).fill("Alex's phone");
  await page.getByLabel(pairing.recipient).selectOption(`${phones}/alex`);
  await page.getByRole('button', { name: pairing.pair }).click();
  await page.getByRole('link', { name: tabs.site, exact: true }).click();
  await expect(page.getByRole('heading', { name: siteWords.notice })).toBeVisible();
  return server;
}

test('the owner puts up a notice, sees it, and takes it down', async ({ page }) => {
  test.setTimeout(testTimeLimits.process);
  const server = await startPaired(page);
  const [preset] = Object.values(siteWords.presets);
  const show = page.getByRole('button', { name: siteWords.show });

  await show.click();
  await expect(page.getByText(siteWords.noticeEmpty)).toBeVisible();
  await page.getByRole('button', { name: preset?.label ?? '' }).click();
  await expect(page.getByRole('heading', { name: siteWords.previewDraft })).toBeVisible();
  await show.click();
  await expect(page.getByRole('status').getByText(textBeforePlaceholder(confirmations.notice))).toBeVisible();
  // On a phone, the published notice would otherwise be above the screen.
  await expect(page.getByRole('heading', { name: siteWords.notice, exact: true })).toBeFocused();
  await expect(page.locator('.notice')).toBeInViewport();
  await expect(page.getByRole('heading', { name: siteWords.preview, exact: true })).toBeVisible();
  const shown = page.locator('.preview-board p');
  await expect(shown).toContainText(preset?.text.en ?? '');

  await page.getByRole('button', { name: undo, exact: true }).click();
  await expect(shown).toBeHidden();
  for (const { label, text: texts } of Object.values(siteWords.presets).slice(0, 2)) {
    await page.getByRole('button', { name: label }).click();
    await show.click();
    await expect(page.getByRole('heading', { name: siteWords.preview, exact: true })).toBeVisible();
    await expect(shown).toContainText(texts.en ?? '');
  }
  await page.getByRole('button', { name: siteWords.takeDown }).click();
  await expect(page.getByText(confirmations.take_down, { exact: true })).toBeVisible();
  await expect(shown).toBeHidden();
  await server.stop();
});

test('the draft of a notice survives a reload until the notice is shown', async ({ page }) => {
  test.setTimeout(testTimeLimits.process);
  const server = await startPaired(page);
  const [preset] = Object.values(siteWords.presets);
  const choice = page.getByRole('button', { name: preset?.label ?? '', exact: true });
  const begins = page.locator('#notice-begins');
  const ends = page.locator('#notice-ends');
  await choice.click();
  await begins.fill('2020-01-02T03:04');
  const chosenEnd = (await ends.inputValue()).replace('T06:00', 'T06:30');
  await ends.fill(chosenEnd);
  await page.reload();
  await expect(choice).toHaveAttribute('aria-pressed', 'true');
  await expect(begins).toHaveValue('2020-01-02T03:04');
  await expect(ends).toHaveValue(chosenEnd);
  await begins.fill('');
  await page.getByRole('button', { name: siteWords.show }).click();
  await expect(page.getByRole('button', { name: siteWords.takeDown })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: siteWords.takeDown })).toBeVisible();
  await expect(choice).toHaveAttribute('aria-pressed', 'false');
  await server.stop();
});

test('the owner changes extra minutes, shop hours, and the on-call order', async ({ page }) => {
  test.setTimeout(testTimeLimits.process);
  const phones = await startPhones();
  const server = await startPaired(page, phones.host);
  const area = page.getByRole('group', { name: city });
  const thirty = area.getByRole('button', { name: '+30' });
  await thirty.click();
  await expect(thirty).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText(textBeforePlaceholder(siteWords.extraNote))).toBeVisible();

  await page.getByRole('link', { name: `${siteWords.change}: ${siteWords.shopHours}` }).click();
  await page.getByRole('button', { name: shopHoursPage.add }).click();
  await page.getByRole('button', { name: shopHoursPage.save }).click();
  await expect(page.getByText(confirmations.shop_hours, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: siteWords.back }).click();
  await expect(page.getByText('Monday through Friday, 8:00 AM to 5:00 PM')).toBeVisible();

  await page.getByRole('link', { name: `${siteWords.change}: ${dispatchWords.onCall}` }).click();
  await page.getByText(onCallPage.names).click();
  await page.getByRole('textbox', { name: `${phones.host}/alex` }).fill('Alex');
  await page.getByRole('button', { name: onCallPage.save }).click();
  await page.getByRole('button', { name: onCallPage.until.noon }).click();
  await expect(page.getByText(textBeforePlaceholder(confirmations.on_until))).toBeVisible();
  await expect(page.locator('.plate')).toContainText('Alex until 12:00 PM');
  await page.getByRole('button', { name: onCallPage.handOver }).click();
  await expect(page.locator('.plate')).not.toContainText('until');
  await page.getByRole('button', { name: 'Move Alex down' }).click();
  await expect(page.locator('.order b')).toHaveText(['Phone 2 (…/night)', 'Alex']);

  await page.getByRole('button', { name: onCallPage.until.noon }).click();
  await expect(page.locator('.plate')).toContainText('Alex until 12:00 PM');
  const { reference } = await (await server.post(emergency)).json();
  const findAlarms = () => phones.alarms.filter(({ message }) => message.includes(reference));
  await expect.poll(() => findAlarms().map(({ topic }) => topic)).toEqual(['alex']);
  await server.stop();
  phones.stop();
});

for (const width of [360, 1280]) {
  test(`with a notice and extra minutes nothing shifts at ${width} px`, async ({ page }) => {
    test.setTimeout(testTimeLimits.process);
    const server = await startInProcess({}, { cwd: process.cwd() });
    const owner = await pairPhone(server);
    const [now, until] = [0, 6 * 60 * 60_000].map((later) => new Date(Date.now() + later).toISOString());
    const [preset] = Object.values(siteWords.presets);
    const notice = { action: 'notice', text: preset?.text as Record<string, string> } as const;
    await owner.act({ ...notice, begins: now ?? '', ends: until ?? '' });
    await owner.act({ action: 'extra_minutes', city, minutes: 30, until: until ?? '' });
    await page.setViewportSize({ width, height: 800 });
    await recordShifts(page);
    for (const path of ['/', '/es/', '/about', '/sent']) {
      await page.goto(server.url + path);
      await page.evaluate(() => document.fonts.ready);
      await expect(page.getByText(preset?.text[path.startsWith('/es') ? 'es' : 'en'] ?? '')).toBeVisible();
      expect(await readShifts(page), path).toEqual([]);
    }
    await page.goto(server.url);
    await expectNoFaults(page);
    await server.stop();
  });
}
