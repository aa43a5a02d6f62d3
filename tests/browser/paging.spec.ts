import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { dispatchWords } from '../../content/words/dispatch.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { testTimeLimits } from '../../scripts/time-limits.mjs';
import { minute, second } from '../../server/clock.ts';
import { getServerUrl } from '../../server/http/server.ts';
import { takeTokenHeader } from '../../server/paging/alarm.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startInProcess } from '../support/start-in-process.ts';
import { findViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

const origin = 'https://diesel.example';

interface Published {
  topic: string;
  click: string;
  actions: { url: string; method?: string; headers?: Record<string, string> }[];
}

test('an emergency rings one phone after another until somebody takes it', async ({ page, form }) => {
  // The test steps through nine minutes, one second at a time.
  test.setTimeout(testTimeLimits.process);
  const { nobody, name, yours } = dispatchWords.takeByLink;
  const published: Published[] = [];
  const service = createServer(async (request, response) => {
    published.push((await json(request)) as Published);
    response.end('{"id":"x1"}');
    service.emit('published');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { host } = new URL(getServerUrl(service));
  const sink = await startSmtpSink();
  const clock = createFakeClock();
  const phones = `ntfy://tk_1@${host}/ana ntfy://tk_2@${host}/ben`;
  const env = { SMTP_URL: sink.url, SITE_URL: origin, PAGE_URL: phones };
  const server = await startInProcess(env, { clock, cwd: process.cwd() });
  const onServer = (link = '') => link.replace(origin, server.url);
  const topics = () => published.map(({ topic }) => topic);

  async function advanceClock(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += second) {
      clock.advance(second);
      for (let turns = 0; turns < 5; turns += 1) {
        await new Promise(setImmediate);
      }
    }
  }

  await form.open(`${server.url}${form.path}`);
  await form.fill();
  const first = once(service, 'published');
  await form.button.click();
  await expect(form.receipt).toBeVisible();
  await advanceClock(second);
  await first;
  expect(published).toMatchObject([
    { topic: 'ana', actions: [{ url: 'tel:7135550199' }, { method: 'POST' }] },
  ]);

  for (let passed = 0; passed < 9; passed += 1) {
    await advanceClock(minute + second);
  }
  await expect.poll(topics).toEqual(['ana', 'ana', 'ana', 'ben']);
  const alarmForBen = published.find(({ topic }) => topic === 'ben');
  await page.goto(onServer(alarmForBen?.click));
  await expect(page.getByText(nobody)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByLabel(name).fill('Ben');
  await page.getByRole('button', { name: pagingWords.take }).click();
  await expect(page.getByText(yours)).toBeVisible();

  await advanceClock(30 * minute);
  expect(published).toHaveLength(4);
  // This page works without scripts, for phones with old browsers, down to Chrome 80.
  const { url, headers } = alarmForBen?.actions[1] ?? {};
  await page.goto(onServer(`${url}?token=${headers?.[takeTokenHeader]}`));
  await expect(page.getByText(/^Taken by Ben on /)).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await server.stop();
  await sink.stop();
  service.close();
});
