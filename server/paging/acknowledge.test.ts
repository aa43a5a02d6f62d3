import { afterEach, beforeEach, expect, test } from 'vitest';
import { pagingWords } from '../../content/words/paging.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import { inProcessStore } from '../../tests/support/in-process-store.ts';
import { memoryFolder } from '../../tests/support/memory-folder.ts';
import { localTime } from '../mail/text.ts';
import type { RequestStore } from '../store/request-store.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { acknowledgments } from './acknowledge.ts';
import { acknowledgeLink } from './acknowledge-link.ts';

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
  store = inProcessStore(() => database, { clock, began: clock.now().getTime() });
  taken = [];
  ip = '198.51.100.7';
  const onTaken = (one: string) => taken.push(one);
  app = acknowledgments({ store, clientIp: () => ip, clock, onTaken });
  const fields = {
    ...exampleRequest,
    service: 'emergency' as const,
    phone: '832 555 0188',
    message: 'Where: Near <Katy>\n\nHelp',
  };
  const saved = await store.save({ fields, language: 'en', idempotencyKey: undefined });
  reference = saved.outcome === 'saved' ? saved.reference : '';
  link = acknowledgeLink('', (await store.find(reference))?.takeToken ?? '');
});
afterEach(() => store.close());

async function open(url = link, init: RequestInit = {}) {
  const response = await app.request(url, init);
  return { status: response.status, headers: response.headers, page: await response.text() };
}

const press = (by = '') => open(link, { method: 'POST', body: new URLSearchParams({ by }) });

test('the link says what it is about, with a number to call and a button, and changes nothing', async () => {
  const { status, headers, page } = await open();
  await open();
  expect(status).toBe(200);
  expect(page).toContain(`<h1>${text.title.replace('{reference}', reference)}</h1>`);
  expect(page).toContain('EMERGENCY, Near &lt;Katy&gt;');
  expect(page).toContain('<a href="tel:8325550188">832-555-0188</a>');
  expect(page).toContain(`<button class="call">${pagingWords.take.replace("'", '&#39;')}</button>`);
  expect(page).toContain(text.nobody);
  expect(headers.get('Cache-Control')).toBe('no-store');
  expect(headers.get('X-Robots-Tag')).toBe('noindex');
  expect(headers.get('Referrer-Policy')).toBe('same-origin');
  expect(await store.find(reference)).toMatchObject({ takenAt: null });
  expect(taken).toEqual([]);
});

test('the button takes it; whoever comes second reads who was first, and when', async () => {
  expect((await press('Ana <b>')).page).toContain(text.thanks);
  const savedAt = clock.now();
  clock.advance(hour);
  const { page } = await press('Ben');
  expect(page).toContain(`Taken by Ana &lt;b&gt; at ${localTime(savedAt)}.`);
  expect(page).not.toContain('<button');
  expect((await open()).page).toContain('Taken by Ana');
  expect(taken).toEqual([reference]);
});

test('a program takes it with an empty POST, whatever page it comes from', async () => {
  const { status } = await open(link, {
    method: 'POST',
    headers: { Origin: 'https://ntfy.sh', 'Sec-Fetch-Site': 'cross-site' },
  });
  expect(status).toBe(200);
  expect((await open()).page).toContain(`Taken at ${localTime(clock.now())}.`);
});

test.each<[string, (link: string) => string]>([
  ['guessed', (one) => `${one.slice(0, -1)}${one.endsWith('A') ? 'B' : 'A'}`],
  ['cut', (one) => one.slice(0, -1)],
  ['of no request', (one) => one.replace(/=.{6}/, '=AAAAAA')],
  ['missing', (one) => one.replace(/\?.*/, '')],
])('a token that is %s takes nothing', async (_, change) => {
  const { status, page } = await open(change(link), { method: 'POST' });
  expect([status, page.includes(text.wrong)]).toEqual([404, true]);
  expect(page).not.toContain(reference);
  expect(taken).toEqual([]);
});

test('a token is valid for a day, and for as long as its request exists', async () => {
  clock.advance(24 * hour - 1);
  expect((await open()).status).toBe(200);
  await store.decide([reference], 'done');
  await store.purge({ deliveredFor: -1, limit: 1 });
  expect((await open()).status).toBe(404);
});

test('a token older than a day is wrong', async () => {
  clock.advance(24 * hour);
  expect((await press()).status).toBe(404);
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

test('a POST with an endless body is refused', async () => {
  const body = new URLSearchParams({ by: 'x'.repeat(5_000) });
  expect((await open(link, { method: 'POST', body })).status).toBe(413);
});
