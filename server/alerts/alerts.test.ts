import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fakeClock } from '../../tests/support/fake-clock.ts';
import type { Attempt } from '../outbox/channel.ts';
import type { Page } from '../paging/page.ts';
import type { StoreStatus } from '../store/list-requests.ts';
import { sendAlerts } from './alerts.ts';

const accepted: Attempt = { outcome: 'accepted', resultCode: '200' };
const failed: Attempt = { outcome: 'unreachable', resultCode: '500', cause: 'it failed' };
const second = 1_000;
const minute = 60 * second;
const well: StoreStatus = { waiting: 0, refused: [], setAside: [] };
const oldest = (milliseconds: number) => ({ reference: '7KQ2MA', waited: milliseconds });
const late: StoreStatus = { ...well, waiting: 2, oldest: oldest(3 * minute) };
const emergency: StoreStatus = { ...late, oldestEmergency: oldest(5 * minute) };

let status: StoreStatus | 'failing';
let isHeldBack: boolean;
let isAccepted: boolean;
let alerts: Page[];
let logged: string[];
let clock: ReturnType<typeof fakeClock>;
let stopping: AbortController;

beforeEach(() => {
  isHeldBack = false;
  isAccepted = true;
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
  const send = async (page: Page) => {
    if (isAccepted) alerts.push(page);
    return isAccepted ? accepted : failed;
  };
  sendAlerts({
    store: { status: async () => (status === 'failing' ? Promise.reject(new Error()) : status) },
    outbox: { isHeldBack: () => isHeldBack },
    delivers,
    recipients: [{ send: async () => failed }, { send }],
    clock,
    log: (event) => logged.push(event),
    stopping: stopping.signal,
  });
}

async function during(given: typeof status, milliseconds = 10 * second): Promise<void> {
  status = given;
  for (let passed = 0; passed < milliseconds; passed += 10 * second) {
    clock.advance(10 * second);
    await turn();
  }
}

const told = () => alerts.map(({ event, text }) => `${event} ${/^Website, (\w+): /.exec(text)?.[1]}`);

test('an incident raises one alert when it begins, one each hour while it lasts, and one when it is over', async () => {
  await during({ ...late, oldest: oldest(2 * minute - 1) }, minute);
  expect(told()).toEqual([]);
  await during({ ...late, oldest: oldest(2 * minute) }, 2 * 60 * minute);
  await during(well, minute);
  expect(told()).toEqual(['mail_late alert', 'mail_late still', 'mail_late over']);
  const text = 'an email is late (2 requests, first 7KQ2MA). To see all: npm run requests';
  expect(alerts).toMatchObject([
    { isUrgent: true, text: `Website, alert: ${text}` },
    { isUrgent: false, text: `Website, still: ${text}` },
    { isUrgent: false, text: 'Website, over: an email is late' },
  ]);
  expect(logged).toEqual(['alert', 'alert', 'alert']);
});

test.each<[string, StoreStatus]>([
  ['emergency_unsent', emergency],
  ['mail_refused', { ...well, refused: ['7KQ2MA', '9XW4TB'] }],
  ['database_set_aside', { ...well, setAside: ['requests.sqlite.damaged-2026-11-25'] }],
])('%s is an incident', async (event, found) => {
  await during(found);
  await during(well);
  expect(told()).toEqual(expect.arrayContaining([`${event} alert`, `${event} over`]));
});

test('in a flood one alert says how many wait, and none that email is late, except for emergencies', async () => {
  isHeldBack = true;
  await during({ ...emergency, waiting: 412 }, minute);
  expect(told()).toEqual(['mail_held_back alert', 'emergency_unsent alert']);
  expect(alerts.map(({ text }) => text).join()).toMatch(/412 requests.*npm run requests/);
});

test('a store that fails twice in a row is an incident, once is not, and nothing else is over meanwhile', async () => {
  await during(late);
  for (const found of ['failing', late, 'failing'] as const) await during(found);
  expect(told()).toEqual(['mail_late alert']);
  await during('failing');
  await during(well);
  expect(told().slice(1)).toEqual(['store_failing alert', 'mail_late over', 'store_failing over']);
});

test('an alert that nobody gets is sent again, its end only if it was, and the log says so once', async () => {
  isAccepted = false;
  await during(late, minute);
  isAccepted = true;
  await during(late);
  expect(logged).toEqual(['alert_failed', 'alert']);
  isAccepted = false;
  await during({ ...well, setAside: ['a'] }, minute);
  await during(well, minute);
  isAccepted = true;
  await during(well);
  expect(told()).toEqual(['mail_late alert', 'mail_late over']);
});

test('what is still wrong after a restart begins anew, and without a mail server only emergencies are late', async () => {
  await during(late);
  start({ delivers: false });
  await during(emergency, minute);
  start();
  await during(late);
  // Nothing is sent while the server stops.
  stopping.abort();
  await during(emergency, minute);
  expect(told()).toEqual(['mail_late alert', 'emergency_unsent alert', 'mail_late alert']);
});
