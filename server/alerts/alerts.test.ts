import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import type { Page } from '../paging/page.ts';
import type { StoreStatus } from '../store/status.ts';
import { sendAlerts } from './alerts.ts';

const second = 1_000;
const minute = 60 * second;
const well: StoreStatus = { waiting: 0, refused: [], refusedCount: 0, setAside: [] };

let status: StoreStatus | 'failing';
let isHeldBack: boolean;
let service: 'accepts' | 'refuses';
let alerts: Page[];
let logged: string[];
let clock: ReturnType<typeof fakeClock>;
let stopping: AbortController;

beforeEach(() => {
  status = well;
  isHeldBack = false;
  service = 'accepts';
  alerts = [];
  logged = [];
  clock = fakeClock();
  start();
});
afterEach(() => stopping.abort());

/** Calling it again simulates a restart. */
function start({ delivers = true } = {}): void {
  stopping?.abort();
  stopping = new AbortController();
  sendAlerts({
    store: { status: async () => (status === 'failing' ? Promise.reject(new Error()) : status) },
    outbox: { isHeldBack: () => isHeldBack },
    delivers,
    page: async (page) => {
      if (service === 'accepts') alerts.push(page);
      return service === 'accepts';
    },
    clock,
    log: (event) => logged.push(event),
    stopping: stopping.signal,
  });
}

async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 10 * second) {
    clock.advance(10 * second);
    await turn();
  }
}

const late = (waited: number): StoreStatus => ({
  ...well,
  waiting: 2,
  oldest: { reference: '7KQ2MA', waited },
});
const unsentEmergency = (waited: number): StoreStatus => ({
  ...late(waited),
  oldestEmergency: { reference: 'AAAAAA', waited },
});
const told = () => alerts.map(({ event, title }) => `${event} ${title.replace('Website, ', '')}`);

test('an incident raises one alert when it begins, one each hour while it lasts, and one when it over', async () => {
  status = late(119 * second);
  await pass(minute);
  expect(told()).toEqual([]);
  status = late(2 * minute);
  await pass(2 * 60 * minute);
  status = well;
  await pass(minute);
  expect(told()).toEqual(['mail_late alert', 'mail_late still', 'mail_late over']);
  expect(alerts[0]).toMatchObject({
    event: 'mail_late',
    isUrgent: true,
    text: 'an email is late (2 requests, first 7KQ2MA). To see all: npm run requests',
    requests: [],
  });
  expect(alerts.at(-1)).toMatchObject({ isUrgent: false, text: 'an email is late' });
  expect(logged).toEqual(['alert', 'alert', 'alert']);
});

test.each<[string, StoreStatus]>([
  ['emergency_unsent', unsentEmergency(5 * minute)],
  ['mail_refused', { ...well, refused: ['7KQ2MA'], refusedCount: 7 }],
  ['database_set_aside', { ...well, setAside: ['requests.sqlite.damaged-2026-11-25'] }],
])('%s is an incident', async (event, found) => {
  status = found;
  await pass(10 * second);
  expect(told()).toContain(`${event} alert`);
  const before = alerts.length;
  status = well;
  await pass(10 * second);
  expect(told().slice(before)).toContain(`${event} over`);
});

test('in a flood one alert says how many wait, and none that email is late, but for emergencies', async () => {
  isHeldBack = true;
  status = { ...unsentEmergency(6 * minute), waiting: 412 };
  await pass(minute);
  expect(told()).toEqual(['mail_held_back alert', 'emergency_unsent alert']);
  expect(alerts[0]?.text).toContain('412 requests');
  expect(alerts[0]?.text).toContain('npm run requests');
});

test('without a mail server only an emergency is late', async () => {
  start({ delivers: false });
  status = unsentEmergency(10 * minute);
  await pass(minute);
  expect(told()).toEqual(['emergency_unsent alert']);
});

test('a store that fails twice in a row is an incident, once is not', async () => {
  status = 'failing';
  await pass(10 * second);
  status = well;
  await pass(10 * second);
  status = 'failing';
  await pass(10 * second);
  expect(told()).toEqual([]);
  await pass(10 * second);
  status = well;
  await pass(10 * second);
  expect(told()).toEqual(['store_failing alert', 'store_failing over']);
});

test('while the store fails nothing else is over', async () => {
  status = late(3 * minute);
  await pass(10 * second);
  status = 'failing';
  await pass(minute);
  status = late(5 * minute);
  await pass(minute);
  expect(told()).toEqual(['mail_late alert', 'store_failing alert', 'store_failing over']);
});

test('an alert that nobody gets is sent again, and its end only if it was; the log says so once', async () => {
  service = 'refuses';
  status = late(3 * minute);
  await pass(minute);
  service = 'accepts';
  await pass(10 * second);
  expect(told()).toEqual(['mail_late alert']);
  expect(logged).toEqual(['alert_failed', 'alert']);
  service = 'refuses';
  status = { ...well, setAside: ['a'] };
  await pass(minute);
  status = well;
  await pass(minute);
  service = 'accepts';
  await pass(minute);
  expect(told()).toEqual(['mail_late alert', 'mail_late over']);
});

test('what is still wrong after a restart begins anew', async () => {
  status = late(3 * minute);
  await pass(10 * second);
  start();
  await pass(10 * second);
  expect(told()).toEqual(['mail_late alert', 'mail_late alert']);
});

test('nothing is sent while the server is stopping', async () => {
  status = late(3 * minute);
  stopping.abort();
  await pass(minute);
  expect(told()).toEqual([]);
});
