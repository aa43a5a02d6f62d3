import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import AxeBuilder from '@axe-core/playwright';
import { pagingWords } from '../../content/words/paging.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { startInProcess } from '../support/start-in-process.ts';
import { expect, test } from './fixtures.ts';

const second = 1_000;
const origin = 'https://diesel.example';

interface Published {
  topic: string;
  actions: { url: string; method?: string }[];
}

// pager.test.ts tests who is rung when, acknowledge.test.ts what the link answers.
test('an emergency rings a phone, whose owner takes it', async ({ page, form }) => {
  const { nobody, name, thanks } = pagingWords.acknowledge;
  const service = createServer(async (request, response) => {
    response.end('{"id":"x1"}');
    service.emit('published', await json(request));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  const env = { SITE_URL: origin, PAGE_URL: `ntfy://tk_1@127.0.0.1:${port}/ana` };
  const clock = fakeClock();
  const server = await startInProcess(env, { clock, cwd: process.cwd() });

  await form.open(`${server.url}${form.path}`);
  await form.fill();
  const published = once(service, 'published') as Promise<[Published]>;
  await form.button.click();
  await expect(form.receipt).toBeVisible();
  clock.advance(second);
  const [{ topic, actions }] = await published;
  expect(topic).toBe('ana');
  expect(actions).toMatchObject([{ url: 'tel:7135550199' }, { method: 'POST' }]);
  const link = actions[1]?.url.replace(origin, server.url) ?? '';
  await page.goto(link);
  await expect(page.getByText(nobody)).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByLabel(name).fill('Ben');
  await page.getByRole('button', { name: pagingWords.take }).click();
  await expect(page.getByText(thanks)).toBeVisible();
  await page.goto(link);
  await expect(page.getByText(/^Taken by Ben on /)).toBeVisible();

  await server.stop();
  service.close();
});
