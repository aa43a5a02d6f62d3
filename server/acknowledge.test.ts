import { afterEach, beforeEach, expect, test } from 'vitest';
import { defaultLanguage as language } from '../content/languages.ts';
import { words } from '../content/words/index.ts';
import { pagingWords } from '../content/words/paging.ts';
import { exampleRequest } from '../tests/support/example-request.ts';
import { fakeClock } from '../tests/support/fake-clock.ts';
import { inProcessStore } from '../tests/support/in-process-store.ts';
import { memoryFolder } from '../tests/support/memory-folder.ts';
import { acknowledgments } from './acknowledge.ts';
import { acknowledgeLink } from './paging/page.ts';
import type { RequestStore } from './store/request-store.ts';
import { openDatabase } from './store/sqlite/database.ts';
import { localTime } from './text.ts';

const { acknowledge: text } = pagingWords;
const hour = 60 * 60_000;
let clock: ReturnType<typeof fakeClock>;
let store: RequestStore;
let app: ReturnType<typeof acknowledgments>;
let taken: string[];
let ip: string;
let reference: string;
let link: string;

beforeEach(async () => {
  clock = fakeClock();
  const database = openDatabase(memoryFolder('acknowledge'));
  store = inProcessStore(() => database, { clock });
  taken = [];
  ip = '198.51.100.7';
  app = acknowledgments({ store, clientIp: () => ip, clock, onTaken: (one) => taken.push(one) });
  const message = `${words[language].roadside.position.lines.where}: Near <Katy>\n\nHelp`;
  const fields = { ...exampleRequest, service: 'emergency' as const, phone: '832 555 0188', message };
  const saved = await store.save({ fields, language, idempotencyKey: undefined });
  reference = saved.outcome === 'saved' ? saved.reference : '';
  link = acknowledgeLink('', (await store.find(reference))?.takeToken ?? '');
});
afterEach(() => store.close());

async function open(url = link, init: RequestInit = {}) {
  const response = await app.request(url, init);
  return { status: response.status, headers: response.headers, page: await response.text() };
}

const press = (by: string) => open(link, { method: 'POST', body: new URLSearchParams({ by }) });

test('the link says what it is about, with a number to call and a button, and changes nothing', async () => {
  const { status, headers, page } = await open();
  for (const part of [
    `<h1>${text.title.replace('{reference}', reference)}</h1>`,
    'EMERGENCY, Near &lt;Katy&gt;',
    '<a href="tel:8325550188">832-555-0188</a>',
    `<button class="call">${pagingWords.take.replace("'", '&#39;')}</button>`,
    text.nobody,
    '<meta name="robots" content="noindex">',
  ])
    expect(page).toContain(part);
  const policies = {
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  };
  expect([status, Object.fromEntries(headers)]).toMatchObject([200, policies]);
  expect(await store.find(reference)).toMatchObject({ takenAt: null });
});

test('the button takes it; whoever comes second reads who was first, and when', async () => {
  const pages = await Promise.all([press('Ana <b>'), press('Cleo')]);
  expect(pages.map(({ page }) => page.includes(text.thanks))).toEqual([true, false]);
  const first = `Taken by Ana &lt;b&gt; on ${localTime(clock.now())}.`;
  clock.advance(hour);
  const { page } = await press('Ben');
  expect([page, (await open()).page]).toEqual([expect.stringContaining(first), page]);
  expect(page).not.toContain('<button');
  expect(taken).toEqual([reference]);
});

test('a program takes it with an empty POST, whatever page it comes from', async () => {
  const headers = { Origin: 'https://ntfy.sh', 'Sec-Fetch-Site': 'cross-site' };
  expect((await open(link, { method: 'POST', headers })).status).toBe(200);
  expect((await open()).page).toContain(`Taken by ${text.somebody} on ${localTime(clock.now())}.`);
});

test.each<[string, (link: string) => string]>([
  ['guessed', (one) => `${one.slice(0, -1)}${one.endsWith('A') ? 'B' : 'A'}`],
  ['cut', (one) => one.slice(0, -1)],
  ['of no request', (one) => one.replace(/=.{6}/, '=AAAAAA')],
  ['missing', (one) => one.replace(/\?.*/, '')],
])('a token that is %s takes nothing', async (_, change) => {
  const { status, page } = await open(change(link), { method: 'POST' });
  expect([status, page.includes(reference)]).toEqual([404, false]);
  expect(taken).toEqual([]);
});

test('a token is valid for a day, and for as long as its request exists', async () => {
  clock.advance(24 * hour - 1);
  expect((await open()).status).toBe(200);
  clock.advance(1);
  expect((await press('')).status).toBe(404);
  clock.advance(-hour);
  await store.decide(reference, 'done');
  await store.sweep(-1);
  expect(await open()).toMatchObject({ status: 404, page: expect.stringContaining(text.wrong) });
});

test('ten wrong tokens a minute from one address are answered, then none, and a right one always', async () => {
  const wrong = () => open(`${link}x`).then(({ status }) => status);
  for (let count = 0; count < 10; count += 1) expect(await wrong()).toBe(404);
  const { status, headers, page } = await open(`${link}x`);
  expect([status, headers.get('Retry-After'), page.includes(text.tooMany)]).toEqual([429, '60', true]);
  expect((await open()).status).toBe(200);
  ip = '198.51.100.8';
  expect(await wrong()).toBe(404);
});
