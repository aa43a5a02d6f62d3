import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { defaultLanguage as language } from '../../content/languages.ts';
import { words } from '../../content/words/index.ts';
import { pagingWords } from '../../content/words/paging.ts';
import { takePath } from '../../contract/function-paths.ts';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { createInProcessStore, exampleChannels } from '../../tests/support/in-process-store.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { hour } from '../clock.ts';
import { StoreUnavailableError } from '../queue/transaction.ts';
import type { RequestChannelData } from '../requests/channel-data.ts';
import type { RequestStore } from '../store/request-store.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts';
import { formatLocalTime } from '../text/text.ts';
import { takeKeyHeader, takeTokenHeader } from './alarm.ts';
import { createTakeRoutes } from './take-routes.ts';

const { takePage: text } = pagingWords;
const phone: RequestChannelData = { name: 'page', recipients: ['ana'], accepts: 'untakenEmergencies' };
let clock: ReturnType<typeof createFakeClock>;
let store: RequestStore;
let app: ReturnType<typeof createTakeRoutes>;
let takenCount: number;
let ip: string;
type UsedOperation = 'findByTakeToken' | 'takeRequest' | 'consumeActionLimit';
let isUnavailable: (name: UsedOperation) => boolean;
let reference: string;
let link: string;

beforeEach(async () => {
  clock = createFakeClock();
  const database = openDatabase(createMemoryFolder('take-routes'));
  store = createInProcessStore(() => database, { clock, channels: [...exampleChannels, phone] });
  takenCount = 0;
  ip = '198.51.100.7';
  isUnavailable = () => false;
  app = createTakeRoutes({
    store: {
      findByTakeToken: failWhenUnavailable('findByTakeToken'),
      takeRequest: failWhenUnavailable('takeRequest'),
      consumeActionLimit: failWhenUnavailable('consumeActionLimit'),
    },
    readClientIp: () => ip,
    wakeOutbox: () => {
      takenCount += 1;
    },
    clock,
  });
  const message = `${words[language].extras.position.lines.where}: Near <Katy>\n\nHelp`;
  const fields = { ...exampleRequest, service: 'emergency' as const, phone: '832 555 0188', message };
  const saved = await store.save({ fields, language, idempotencyKey: undefined });
  reference = saved.outcome === 'saved' ? saved.reference : '';
  link = `${takePath}?token=${(await store.findWithDeliveries(reference))?.takeTokens.withDetails}`;
});
afterEach(() => store.close());

/** Returns a store operation that fails while the store is unavailable. */
function failWhenUnavailable<Name extends UsedOperation>(name: Name): RequestStore[Name] {
  const operation = async (...parameters: Parameters<RequestStore[Name]>) => {
    if (isUnavailable(name)) {
      throw new StoreUnavailableError('locked');
    }
    return (store[name] as (...given: unknown[]) => unknown)(...parameters);
  };
  return operation as RequestStore[Name];
}

async function open(url = link, init: RequestInit = {}) {
  const response = await app.request(url, init);
  return { status: response.status, headers: response.headers, page: await response.text() };
}

const press = (by: string) => open(link, { method: 'POST', body: new URLSearchParams({ by }) });

test('opening the link shows the request without taking it', async () => {
  const { status, headers, page } = await open();
  for (const part of [
    `<h1>${text.title.replace('{reference}', reference)}</h1>`,
    'EMERGENCY, Near &lt;Katy&gt;',
    '<a href="tel:8325550188">832-555-0188</a>',
    `<button class="call">${pagingWords.take.replace("'", '&#39;')}</button>`,
    text.nobody,
    '<meta name="robots" content="noindex">',
  ]) {
    expect(page).toContain(part);
  }
  const policies = {
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
  };
  expect([status, Object.fromEntries(headers)]).toMatchObject([200, policies]);
  expect(await store.findWithDeliveries(reference)).toMatchObject({ takenAt: null });
});

test('a second person sees who took the request first', async () => {
  const pages = await Promise.all([press('Ana <b>'), press('Cleo')]);
  expect(pages.map(({ page }) => page.includes(text.thanks))).toEqual([true, false]);
  const first = `Taken by Ana &lt;b&gt; on ${formatLocalTime(clock.wallTime())}.`;
  clock.advance(hour);
  const { page } = await press('Ben');
  expect(page).toContain(first);
  expect((await open()).page).toEqual(page);
  expect(page).not.toContain('<button');
  expect(takenCount).toBe(1);
});

test('nobody can take a request that has ended', async () => {
  await store.cancelRequest({ reference });
  const { page } = await press('Ana');
  expect(page).toContain(text.ended);
  expect(page).not.toContain('<button');
  expect(takenCount).toBe(0);
  expect(await store.findWithDeliveries(reference)).toMatchObject({ takenAt: null });
});

test.each([
  { what: 'a length', headers: { 'Content-Length': '100000' } },
  { what: 'no length', headers: {} },
])('a huge body with $what is rejected before it is parsed', async ({ headers }) => {
  const body = new URLSearchParams({ by: 'a'.repeat(100_000) }).toString();
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const { status } = await open(link, { method: 'POST', headers: { ...type, ...headers }, body });
  expect(status).toBe(413);
  expect(takenCount).toBe(0);
});

test("a program's empty cross-site POST takes the request", async () => {
  const headers = { Origin: 'https://ntfy.sh', 'Sec-Fetch-Site': 'cross-site' };
  expect((await open(link, { method: 'POST', headers })).status).toBe(200);
  expect((await open()).page).toContain(`Taken by ${text.somebody} on ${formatLocalTime(clock.wallTime())}.`);
});

test('a service can send the token in a header', async () => {
  const headers = {
    [takeTokenHeader]: new URL(link, 'https://site.example').searchParams.get('token') ?? '',
  };
  expect((await open(takePath, { method: 'POST', headers })).status).toBe(200);
  expect(takenCount).toBe(1);
  // A repeat after a lost response.
  expect((await open(takePath, { method: 'POST', headers })).status).toBe(200);
});

test('a press in a paging app fails if it is too late', async () => {
  const headers = {
    [takeTokenHeader]: new URL(link, 'https://site.example').searchParams.get('token') ?? '',
  };
  const pressInApp = async () => (await open(takePath, { method: 'POST', headers })).status;
  await press('Ana');
  expect(await pressInApp()).toBe(409);
  await store.giveBack({ reference });
  await store.takeRequest({ reference, by: '', device: null });
  expect(await pressInApp()).toBe(200);
  await store.cancelRequest({ reference });
  expect(await pressInApp()).toBe(409);
});

test("a second recipient's press in a paging app fails", async () => {
  const token = new URL(link, 'https://site.example').searchParams.get('token') ?? '';
  const pressOn = async (phone: string) => {
    const headers = { [takeTokenHeader]: token, [takeKeyHeader]: phone };
    return (await open(takePath, { method: 'POST', headers })).status;
  };
  expect(await pressOn('ana')).toBe(200);
  expect(await pressOn('ben')).toBe(409);
  // A repeat after a lost response.
  expect(await pressOn('ana')).toBe(200);
});

test('a form with `show` shows the request without taking it', async () => {
  const token = new URL(link, 'https://site.example').searchParams.get('token') ?? '';
  const body = new URLSearchParams({ token, show: '' });
  const { status, page } = await open(takePath, { method: 'POST', body });
  expect(status).toBe(200);
  expect(page).toContain(text.nobody);
  expect(page).toContain(`<input type="hidden" name="token" value="${token}">`);
  const taken = await open(takePath, { method: 'POST', body: new URLSearchParams({ token }) });
  expect(taken.page).toContain(text.thanks);
});

test('the link in an alarm without details shows only the service', async () => {
  const { withoutDetails = '' } = (await store.findWithDeliveries(reference))?.takeTokens ?? {};
  const { page } = await open(`${takePath}?token=${withoutDetails}`);
  expect(page).toContain('EMERGENCY');
  // Search for the whole number, because the form's random key may contain three of its digits.
  expect(page).not.toMatch(/8325550188|832-555-0188|Katy/);
  expect(page).toContain('<button class="call">');
});

/** Returns the fields that the page's form sends, without the token. */
function readFields(page: string, by = ''): URLSearchParams {
  const [, key = ''] = /<input type="hidden" name="key" value="([^"]+)">/.exec(page) ?? [];
  expect(key).not.toBe('');
  return new URLSearchParams({ key, by });
}

test('pressing again after a lost response confirms that you have the request', async () => {
  const body = readFields((await open()).page);
  const pages = [await open(link, { method: 'POST', body }), await open(link, { method: 'POST', body })];
  expect(pages.map(({ page }) => page.includes(text.thanks))).toEqual([true, true]);
  expect(takenCount).toBe(1);
});

test('opening the link again after a lost response says that it may be you', async () => {
  const body = readFields((await open()).page);
  await open(link, { method: 'POST', body });
  expect((await open()).page).toContain(`${formatLocalTime(clock.wallTime())}. ${text.perhapsYou}`);
  const other = await open(link, { method: 'POST', body: readFields(await openForm()) });
  expect(other.page).toContain(`Taken by ${text.somebody} on ${formatLocalTime(clock.wallTime())}.`);
  expect(other.page).not.toContain(text.perhapsYou);
});

/** Returns the page with the form, as if somebody opened it before the request was taken. */
async function openForm(): Promise<string> {
  isUnavailable = () => true;
  const { page } = await open();
  isUnavailable = () => false;
  return page;
}

test.each<[string, typeof isUnavailable]>([
  ['the link', () => true],
  ['the button', (name) => name === 'takeRequest'],
])(
  'while the store is unavailable, %s answers 503 with the number and the button',
  async (what, isUnavailableFor) => {
    const body = readFields((await open()).page);
    isUnavailable = isUnavailableFor;
    const { status, headers, page } = await open(link, what === 'the link' ? {} : { method: 'POST', body });
    expect(status).toBe(503);
    expect(headers.get('Retry-After')).toBe('10');
    expect(page).toContain(`<h1>${text.unavailable.title}</h1>`);
    expect(page).toContain('<a href="tel:8325550188">832-555-0188</a>');
    isUnavailable = () => false;
    const retried = await open(link, { method: 'POST', body: readFields(page) });
    expect(retried.page).toContain(text.thanks);
  },
);

test('while the store is unavailable, a link opened for the first time says where to find the number', async () => {
  isUnavailable = () => true;
  for (const url of [link, `${link}x`]) {
    const { status, page } = await open(url, { method: 'POST' });
    expect(status).toBe(503);
    expect(page).toContain(text.unavailable.number);
    expect(page).not.toContain('832-555');
  }
});

test('the page shows a request for an hour while the store is unavailable', async () => {
  await open();
  isUnavailable = () => true;
  clock.advance(hour - 1);
  expect((await open()).page).toContain('832-555-0188');
  clock.advance(1);
  expect((await open()).page).not.toContain('832-555');
});

test("a press counts even if the store's response is lost", async () => {
  const body = readFields((await open()).page);
  const { takeRequest } = store;
  vi.spyOn(store, 'takeRequest').mockImplementationOnce(async (press) => {
    await takeRequest(press);
    throw new StoreUnavailableError('no answer in time');
  });
  expect((await open(link, { method: 'POST', body })).status).toBe(503);
  expect((await open(link, { method: 'POST', body })).page).toContain(text.thanks);
});

test('the button works again once another program has unlocked the database', async () => {
  const folder = createMemoryFolder('locked');
  const locked = openSqliteStore(folder, () => undefined, { channels: [] });
  const fields = { ...exampleRequest, service: 'emergency' as const, phone: '832 555 0188' };
  const saved = await locked.save({ fields, language, idempotencyKey: undefined });
  const token =
    (await locked.findWithDeliveries('reference' in saved ? saved.reference : ''))?.takeTokens.withDetails ??
    '';
  const pages = createTakeRoutes({
    store: locked,
    readClientIp: () => ip,
    wakeOutbox: vi.fn(),
    clock,
  });
  const ask = async (init: RequestInit = {}) => {
    const response = await pages.request(`${takePath}?token=${token}`, init);
    return { status: response.status, page: await response.text() };
  };
  const body = readFields((await ask()).page);
  const pressButton = () => ask({ method: 'POST', body });
  const other = new DatabaseSync(join(folder, 'requests.sqlite'));
  // The lock ends after the response, so it has the same effect as a lock of ten seconds.
  other.exec('begin exclusive');
  const { status, page } = await pressButton();
  other.exec('rollback');
  expect(status).toBe(503);
  expect(page).toContain(text.unavailable.text.replaceAll("'", '&#39;'));
  expect(page).toContain('<a href="tel:8325550188">832-555-0188</a>');
  expect((await pressButton()).page).toContain(text.thanks);
  expect((await pressButton()).page).toContain(text.thanks);
  expect((await ask({ method: 'POST', body: new URLSearchParams() })).page).not.toContain(text.thanks);
  other.close();
  await locked.close();
});

test('a broken form takes the request without a name', async () => {
  const headers = { 'Content-Type': 'multipart/form-data' };
  expect((await open(link, { method: 'POST', headers, body: 'x' })).page).toContain(text.thanks);
});

test.each<[string, (link: string) => string]>([
  ['guessed', (right) => `${right.slice(0, -1)}${right.endsWith('A') ? 'B' : 'A'}`],
  ['truncated', (right) => right.slice(0, -1)],
  ["nonexistent request's", (right) => right.replace(/=.{6}/, '=AAAAAA')],
  ['missing', (right) => right.replace(/\?.*/, '')],
])("a %s token doesn't take a request", async (_, change) => {
  const { status, page } = await open(change(link), { method: 'POST' });
  expect(status).toBe(404);
  expect(page).not.toContain(reference);
  expect(takenCount).toBe(0);
});

test('a token expires after a day or with its request', async () => {
  clock.advance(24 * hour - 1);
  expect((await open()).status).toBe(200);
  clock.advance(1);
  expect((await press('')).status).toBe(404);
  clock.advance(-hour);
  await store.forceDone(reference);
  await store.sweep(-1);
  expect(await open()).toMatchObject({ status: 404, page: expect.stringContaining(text.wrong) });
});

test('a token works until a day after the alarms began again, or after the latest alarm', async () => {
  const token = link.split('token=')[1] ?? '';
  const readStatuses = async () => [
    (await open()).status,
    (await store.findByTakeToken(token)) !== undefined,
  ];
  const expectDay = async () => {
    clock.advance(24 * hour - 1);
    expect(await readStatuses()).toEqual([200, true]);
    clock.advance(1);
    expect(await readStatuses()).toEqual([404, false]);
  };
  await press('Ana');
  clock.advance(25 * hour);
  await store.giveBack({ reference });
  await expectDay();
  // In a flood, an alarm can be sent up to 48 hours late.
  clock.advance(hour);
  expect((await store.claim({ channel: 'page', recipients: ['ana'], limit: 1 })).deliveries).toHaveLength(1);
  await expectDay();
  await store.emailAgain({ reference });
  expect(await readStatuses()).toEqual([404, false]);
});

test.each([25, -25, 7_200])("a clock that jumps by %i hours doesn't break links", async (hours) => {
  const token = link.split('token=')[1] ?? '';
  clock.jump(hours * hour);
  expect(await store.findByTakeToken(token)).toMatchObject({ hasDetails: true });
  expect((await press('Ana')).page).toContain(text.thanks);
});

test('one IP address may send ten wrong tokens a minute', async () => {
  const sendWrongToken = () => open(`${link}x`).then(({ status }) => status);
  for (let count = 0; count < 10; count += 1) {
    expect(await sendWrongToken()).toBe(404);
  }
  const { status, headers, page } = await open(`${link}x`);
  expect(status).toBe(429);
  expect(headers.get('Retry-After')).toBe('60');
  expect(page).toContain(text.tooMany);
  expect((await open()).status).toBe(200);
  ip = '198.51.100.8';
  expect(await sendWrongToken()).toBe(404);
});
