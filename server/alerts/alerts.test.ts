import { setImmediate as nextTick } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pagingWords } from '../../content/words/paging.ts';
import { createFakeClock } from '../../tests/support/fake-clock.ts';
import { createInProcessStore } from '../../tests/support/in-process-store.ts';
import { createMemoryFolder } from '../../tests/support/memory-folder.ts';
import { minute, second } from '../clock.ts';
import type { PagingMessage } from '../paging/alarm.ts';
import type { AttemptResult } from '../queue/channel.ts';
import { StoreUnavailableError } from '../queue/transaction.ts';
import type { StoreStatus } from '../requests/store-status.ts';
import type { Incident } from '../store/incidents.ts';
import { openDatabase } from '../store/sqlite/database.ts';
import { type AlertDependencies, sendAlerts } from './alerts.ts';

const accepted: AttemptResult = { outcome: 'accepted', resultCode: '200' };
const failed: AttemptResult = { outcome: 'unreachable', resultCode: '500', cause: 'it failed' };
const well: StoreStatus = {
  unsentCount: 0,
  refused: [],
  refusingRecipients: 0,
  setAside: [],
  isBackupLate: false,
};
const unsentFor = (waitTime: number) => ({ reference: '7KQ2MA', waitTime });
const late: StoreStatus = { ...well, unsentCount: 2, longestUnsent: unsentFor(3 * minute) };
const emergency: StoreStatus = { ...late, longestUnsentEmergency: unsentFor(5 * minute) };

let status: StoreStatus | 'failing';
let hasHeldBackDeliveries: boolean;
let isAccepted: boolean;
let alerts: (PagingMessage & { minute: number })[];
let incidents: Map<string, Incident>;
/** The number of used slots in the buckets, and the name of the working phone. */
let slots: number;
let phone: string;
let logged: string[];
let causes: unknown[];
let clock: ReturnType<typeof createFakeClock>;
let stopping: AbortController;

beforeEach(() => {
  hasHeldBackDeliveries = false;
  incidents = new Map();
  slots = 0;
  phone = 'ana';
  isAccepted = true;
  alerts = [];
  logged = [];
  causes = [];
  clock = createFakeClock();
  start();
});
afterEach(() => stopping.abort());

/** Starts sending alerts. A second call simulates a restart. */
function start({ sendsEmail = true, ...other }: Partial<AlertDependencies> = {}): void {
  stopping?.abort();
  stopping = new AbortController();
  const send = async (alarm: PagingMessage) => {
    if (isAccepted) {
      alerts.push({ ...alarm, minute: clock.elapsed() / minute });
    }
    return isAccepted ? accepted : failed;
  };
  const working =
    <Parameters extends unknown[], Result>(operation: (...given: Parameters) => Result) =>
    async (...given: Parameters) => {
      if (status === 'failing') {
        throw new StoreUnavailableError();
      }
      return operation(...given);
    };
  sendAlerts({
    store: {
      probeStatus: working(() => status as StoreStatus),
      readIncidents: working(() => ({ now: clock.wallTime().getTime(), known: [...incidents.values()] })),
      saveIncident: working((incident: Incident) => void incidents.set(incident.event, incident)),
      acquireSpareSlot: working(({ recipient }) => {
        if (recipient === 'full') {
          return undefined;
        }
        slots += 1;
        return clock.elapsed();
      }),
      releaseSlot: working(() => {
        slots -= 1;
      }),
    },
    outbox: { hasHeldBackDeliveries: () => hasHeldBackDeliveries },
    sendsEmail,
    recipients: [
      { name: 'dead', send: async () => failed },
      { name: phone, send },
    ],
    clock,
    log: (event, attributes) => {
      logged.push(event);
      causes.push(attributes?.cause);
    },
    stopping: stopping.signal,
    ...other,
  });
}

async function during(given: typeof status, milliseconds = 10 * second): Promise<void> {
  status = given;
  for (let passed = 0; passed < milliseconds; passed += 10 * second) {
    clock.advance(10 * second);
    for (let ticks = 0; ticks < 3; ticks += 1) {
      await nextTick();
    }
  }
}

const listAlertNames = () =>
  alerts.map(({ event, text }) => {
    const states = Object.entries(pagingWords.alert);
    return `${event} ${states.find(([, words]) => text.startsWith(words))?.[0]}`;
  });

test('an incident sends one alert when it begins, hourly, and when it ends', async () => {
  await during({ ...late, longestUnsent: unsentFor(2 * minute - 1) }, minute);
  expect(listAlertNames()).toEqual([]);
  await during({ ...late, longestUnsent: unsentFor(2 * minute) }, 2 * 60 * minute);
  await during(well, 14 * minute);
  expect(listAlertNames()).not.toContain('mail_late ends');
  await during(well, minute);
  expect(listAlertNames()).toEqual(['mail_late begins', 'mail_late lasts', 'mail_late ends']);
  const text =
    'an email is late (2 requests, first 7KQ2MA). To see them all, open Dispatch or run npm run requests';
  expect(alerts).toMatchObject([
    { isUrgent: true, text: `Website problem: ${text}` },
    { isUrgent: false, text: `Website still has a problem: ${text}` },
    { isUrgent: false, text: 'Website OK again: an email is late' },
  ]);
  expect(logged).toEqual(['alert', 'alert', 'alert']);
});

test.each<[string, StoreStatus]>([
  ['emergency_unsent', emergency],
  ['mail_refused', { ...well, refused: ['7KQ2MA', '9XW4TB'] }],
  ['phone_refused', { ...well, refusingRecipients: 1 }],
  ['database_set_aside', { ...well, setAside: ['requests.sqlite.damaged-2026-11-25'] }],
])('%s is reported as an incident', async (event, found) => {
  await during(found);
  await during(well, 16 * minute);
  expect(listAlertNames()).toEqual(expect.arrayContaining([`${event} begins`, `${event} ends`]));
});

test('a late backup sends one alert a day, without urgency', async () => {
  await during({ ...well, isBackupLate: true }, 2 * 60 * minute);
  expect(listAlertNames()).toEqual(['backup_late begins']);
  clock.advance(22 * 60 * minute);
  await during({ ...well, isBackupLate: true }, minute);
  await during(well, 16 * minute);
  expect(listAlertNames()).toEqual(['backup_late begins', 'backup_late lasts', 'backup_late ends']);
  expect(alerts.filter(({ isUrgent }) => isUrgent)).toEqual([]);
  expect(alerts[0]?.text).toBe('Website problem: the last backup is over two days old');
});

test('a flood sends one alert with the number of waiting requests', async () => {
  hasHeldBackDeliveries = true;
  await during({ ...emergency, unsentCount: 412 }, minute);
  expect(listAlertNames()).toEqual(['mail_held_back begins', 'emergency_unsent begins']);
  expect(alerts[0]?.text).toBe(
    'Website problem: more requests are waiting than can be emailed now (412 requests). To see them all, open Dispatch or run npm run requests',
  );
  expect(alerts.map(({ isUrgent }) => isUrgent)).toEqual([false, true]);
});

test('a store is reported only after it fails twice in a row', async () => {
  await during(late);
  for (const found of ['failing', late, 'failing'] as const) {
    await during(found);
  }
  expect(listAlertNames()).toEqual(['mail_late begins']);
  await during('failing', 20 * minute);
  await during(late, minute);
  expect(listAlertNames().slice(1)).toEqual(['store_failing begins']);
  await during(well, 16 * minute);
  expect(listAlertNames().slice(2).toSorted()).toEqual(['mail_late ends', 'store_failing ends']);
});

test('an alert that nobody receives is sent again, but logged only once', async () => {
  isAccepted = false;
  await during(late, minute);
  isAccepted = true;
  await during(late, minute);
  expect(listAlertNames()).toEqual(['mail_late begins']);
  expect(logged).toEqual(['alert_failed', 'alert']);
  expect(causes).toEqual([failed.cause, undefined]);
});

test('an incident ends silently if nobody received its first alert', async () => {
  isAccepted = false;
  await during(late, minute);
  isAccepted = true;
  await during(well, 20 * minute);
  expect(listAlertNames()).toEqual([]);
});

test('a fault that comes and goes within 15 minutes is one incident', async () => {
  for (let rounds = 0; rounds < 5; rounds += 1) {
    await during(late, 2 * minute);
    await during(well, 8 * minute);
  }
  expect(listAlertNames()).toEqual(['mail_late begins']);
});

test('a recurring incident is urgent at most once an hour', async () => {
  for (let rounds = 0; rounds < 9; rounds += 1) {
    await during(late, minute);
    await during(well, 16 * minute);
  }
  const urgent = alerts.filter(({ isUrgent }) => isUrgent).map(({ minute: at }) => Math.round(at));
  expect(listAlertNames()).toHaveLength(18);
  expect(urgent).toEqual([0, 68, 136]);
});

test('an alert uses one slot for each recipient that it may have reached', async () => {
  await during(late, minute);
  expect(slots).toBe(1);
});

test("an alert waits until a recipient's bucket has a slot", async () => {
  phone = 'full';
  start();
  await during(late, minute);
  expect(listAlertNames()).toEqual([]);
});

test('a restart does not repeat an alert', async () => {
  await during(late);
  start();
  await during(late, minute);
  start();
  await during(well, 16 * minute);
  expect(listAlertNames()).toEqual(['mail_late begins', 'mail_late ends']);
});

test('a stored incident of an unknown kind is ignored', async () => {
  const unknown = { event: 'dropped_kind', seenAt: 0, reportedAt: 0, urgentAt: 0 };
  incidents.set(unknown.event, unknown);
  await during(well, 16 * minute);
  expect(listAlertNames()).toEqual([]);
});

test('the store remembers incidents despite fractional milliseconds', async () => {
  let readings = 0;
  const time = {
    ...clock,
    elapsed() {
      readings += 1;
      return clock.elapsed() + readings / 64;
    },
  };
  const database = openDatabase(createMemoryFolder('alerts'));
  const startWithTables = () => {
    const store = createInProcessStore(() => database, { clock: time });
    start({ clock: time, store: { ...store, probeStatus: async () => status as StoreStatus } });
  };
  startWithTables();
  await during(late, minute);
  startWithTables();
  await during(late, minute);
  expect(listAlertNames()).toEqual(['mail_late begins']);
  expect(logged).toEqual(['alert']);
});

test('without a mail server, late email sends no alert', async () => {
  start({ sendsEmail: false });
  await during(late, minute);
  expect(listAlertNames()).toEqual([]);
});

test('no alert goes out while the server is stopping', async () => {
  stopping.abort();
  await during(emergency, minute);
  expect(listAlertNames()).toEqual([]);
});
