import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { outboxBench } from '../../tests/support/outbox-bench.ts';
import type { Event } from '../log.ts';
import type { AttemptOutcome } from '../mail/transport.ts';
import { StoreUnavailable } from '../store/request-store.ts';
import { type Alert, type AlertParts, sendAlerts } from './alerts.ts';
import { openReportedIncidents } from './reported-incidents.ts';

const second = 1_000;
const minute = 60 * second;
const emergency = { ...exampleRequest, service: 'emergency' as const };

let bench: ReturnType<typeof outboxBench>;
let dataDir: string;
let calls: Alert[];
let logged: Event[];
/** How the mail server and the webhook respond. */
let mail: AttemptOutcome;
let webhook: 'accepts' | '500' | 'hangs';
let storeFails: boolean;
let missed: string[] | undefined;
let kept: string[];
let stopping: AbortController;

beforeEach(() => {
  bench = outboxBench();
  dataDir = mkdtempSync(join(tmpdir(), 'alerts-'));
  calls = [];
  logged = [];
  mail = 'accepted';
  webhook = 'accepts';
  storeFails = false;
  missed = [];
  kept = [];
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await bench.close();
});

/** Starts the outbox and the alerts as main.ts does. Calling it again simulates a restart. */
async function start({ delivers = true, budget = false } = {}): Promise<void> {
  stopping.abort();
  stopping = new AbortController();
  bench.start({ outcome: () => mail, delivers, budget });
  const parts: AlertParts = {
    store: {
      check: () => (storeFails ? Promise.reject(new StoreUnavailable('full')) : bench.store.check()),
      oldestUnsent: () => bench.store.oldestUnsent(),
    },
    outbox: { missedByRecipients: () => missed },
    keptCopies: () => kept,
    delivers,
    call: async (alert) => {
      if (webhook === 'hangs') await new Promise(() => undefined);
      if (webhook === '500') throw new Error('500');
      calls.push(alert);
    },
    memory: await openReportedIncidents(dataDir),
    clock: bench.clock,
    log: (event) => logged.push(event),
    stopping: stopping.signal,
  };
  sendAlerts(parts);
}

const reported = () => calls.map(({ event, reference }) => [event, reference]);
const pass = (milliseconds: number) => bench.pass(milliseconds, 10 * second);

describe('a dead mail server', () => {
  test('raises one alert after two minutes, and one when it is over', async () => {
    await start();
    mail = 'unreachable';
    const reference = await bench.save();
    await pass(110 * second);
    expect(calls).toEqual([]);
    await pass(20 * second);
    expect(reported()).toEqual([['mail_late', reference]]);
    await bench.save();
    await pass(20 * minute);
    expect(calls).toHaveLength(1);
    mail = 'accepted';
    await pass(90 * second);
    expect(reported()).toEqual([
      ['mail_late', reference],
      ['mail_late_over', reference],
    ]);
    await pass(10 * minute);
    expect(calls).toHaveLength(2);
  });

  test('raises another alert for an emergency after five minutes', async () => {
    await start();
    mail = 'unreachable';
    const reference = await bench.save({ fields: emergency });
    await pass(290 * second);
    expect(reported()).toEqual([['mail_late', reference]]);
    await pass(20 * second);
    expect(reported().at(-1)).toEqual(['emergency_unsent', reference]);
    mail = 'accepted';
    await pass(90 * second);
    expect(reported().slice(2).sort()).toEqual([
      ['emergency_unsent_over', reference],
      ['mail_late_over', reference],
    ]);
  });
});

test('without a mail server, only an emergency raises an alert: a file is not a delivery', async () => {
  mail = 'filed';
  await start({ delivers: false });
  await bench.save();
  await pass(20 * minute);
  expect(calls).toEqual([]);
  const reference = await bench.save({ fields: emergency });
  await pass(6 * minute);
  expect(reported()).toEqual([['emergency_unsent', reference]]);
});

test('in a flood, a request is late only when no overview has named it', async () => {
  await start({ budget: true });
  await bench.saveMany(200);
  await pass(30 * minute);
  expect(calls).toEqual([]);
});

test('when the mail server dies in a flood, a request that waits is late after two minutes', async () => {
  await start({ budget: true });
  await bench.saveMany(30);
  await pass(10 * second);
  mail = 'unreachable';
  const [waiting] = await bench.saveMany(5);
  await pass(110 * second);
  expect(calls).toEqual([]);
  await pass(30 * second);
  expect(reported()).toEqual([['mail_late', waiting]]);
});

test('a request that filled the honeypot raises no alert', async () => {
  await start({ budget: true });
  mail = 'unreachable';
  await bench.save({ fields: emergency, honeypotFilled: true });
  await pass(20 * minute);
  expect(calls).toEqual([]);
});

test('an emergency in a flood raises no alert once an overview has named it', async () => {
  await start({ budget: true });
  await bench.saveMany(60);
  await pass(10 * second);
  await bench.save({ fields: emergency });
  await pass(10 * minute);
  expect(calls).toEqual([]);
});

test('email left unsent before a restart goes out before the first check', async () => {
  await bench.save({ fields: emergency });
  bench.clock.advance(60 * minute);
  await start();
  await pass(5 * minute);
  expect(calls).toEqual([]);
});

describe('dead letters', () => {
  test('raise one alert each, over once sent; daily retries raise none', async () => {
    await start();
    mail = 'refused';
    const [first, second_] = await bench.saveMany(2);
    await pass(minute);
    expect(reported().sort()).toEqual(
      [
        ['dead_letter', first],
        ['dead_letter', second_],
      ].sort(),
    );
    await bench.pass(25 * 60 * minute, 10 * minute);
    expect(calls).toHaveLength(2);
    mail = 'accepted';
    await bench.pass(25 * 60 * minute, 10 * minute);
    expect(reported().slice(2).sort()).toEqual(
      [
        ['dead_letter_over', first],
        ['dead_letter_over', second_],
      ].sort(),
    );
  });

  test('raise at most ten alerts', async () => {
    await start();
    mail = 'refused';
    await bench.saveMany(25);
    await pass(5 * minute);
    expect(calls).toHaveLength(10);
  });
});

describe('a failing store', () => {
  test('raises an alert when it fails twice in a row, and one when it works again', async () => {
    await start();
    await pass(40 * second);
    storeFails = true;
    await pass(10 * second);
    storeFails = false;
    await pass(minute);
    expect(calls).toEqual([]);
    storeFails = true;
    await pass(5 * minute);
    storeFails = false;
    await pass(minute);
    expect(reported()).toEqual([
      ['store_failing', null],
      ['store_failing_over', null],
    ]);
  });

  test('does not report incidents that cannot be checked without it', async () => {
    await start();
    mail = 'unreachable';
    await bench.save();
    await pass(3 * minute);
    storeFails = true;
    await pass(10 * minute);
    expect(reported().map(([event]) => event)).toEqual(['mail_late', 'store_failing']);
  });
});

test('an address in MAIL_TO that misses emails raises an alert, over when it gets one', async () => {
  await start();
  missed = ['ABC234'];
  await pass(10 * minute);
  // After a restart, this is unknown until the first email is sent.
  missed = undefined;
  await start();
  await pass(10 * minute);
  expect(reported()).toEqual([['recipient_refused', 'ABC234']]);
  missed = [];
  await pass(minute);
  expect(reported()).toEqual([
    ['recipient_refused', 'ABC234'],
    ['recipient_refused_over', 'ABC234'],
  ]);
});

test('a copy that is kept beyond its time raises an alert, over once it is gone', async () => {
  await start();
  kept = ['requests.sqlite.before-restore-2026'];
  await pass(minute);
  kept = [];
  await pass(minute);
  expect(reported()).toEqual([
    ['copy_kept', null],
    ['copy_kept_over', null],
  ]);
});

test('after a restart nothing is reported twice, and the end of earlier incidents is reported', async () => {
  await start();
  mail = 'unreachable';
  const reference = await bench.save();
  await pass(3 * minute);
  await start();
  await pass(5 * minute);
  expect(reported()).toEqual([['mail_late', reference]]);
  mail = 'accepted';
  await start();
  await pass(2 * minute);
  expect(reported()).toEqual([
    ['mail_late', reference],
    ['mail_late_over', reference],
  ]);
});

test('the file of reported incidents is overwritten in place: a full disk has no room for more', async () => {
  await start();
  const file = join(dataDir, 'alerts.json');
  expect(readFileSync(file)).toHaveLength(4_096);
  storeFails = true;
  await pass(2 * minute);
  await expect
    .poll(() => readFileSync(file, 'utf8').trim())
    .toBe('[{"event":"store_failing","reference":null}]');
  expect(readFileSync(file)).toHaveLength(4_096);
});

describe('a webhook', () => {
  test('that responds with 500 gets the alert until it accepts, with the time the incident began', async () => {
    await start();
    webhook = '500';
    storeFails = true;
    await pass(10 * minute);
    webhook = 'accepts';
    await pass(minute);
    expect(calls).toHaveLength(1);
    const after = Date.parse(calls[0]?.at ?? '') - (bench.clock.now().getTime() - 11 * minute);
    expect(after).toBeLessThan(minute);
    expect(logged.filter((event) => event === 'alert_failed')).toHaveLength(1);
  });

  test('hears nothing of an incident that began and ended while it was down', async () => {
    await start();
    webhook = '500';
    storeFails = true;
    await pass(10 * minute);
    storeFails = false;
    await pass(minute);
    webhook = 'accepts';
    await pass(minute);
    expect(calls).toEqual([]);
  });

  test.each(['hangs', '500'] as const)('that %s delays no email', async (state) => {
    await start();
    webhook = state;
    missed = ['ABC234'];
    await pass(minute);
    const references = await bench.saveMany(20);
    await bench.pass(6 * second);
    expect(await bench.allSent()).toBe(true);
    expect(bench.tried.map(({ name }) => name)).toEqual(references);
  });
});

test('an alert contains an event, a reference and a time: nothing that a visitor wrote', async () => {
  await start();
  mail = 'refused';
  await bench.save({ fields: emergency });
  await pass(6 * minute);
  expect(calls).toHaveLength(2);
  for (const alert of calls) {
    expect(Object.keys(alert)).toEqual(['event', 'reference', 'at']);
    expect(alert.event).toMatch(/^[a-z_]+$/);
    expect(alert.reference).toMatch(/^[A-Z2-9]{6}$/);
    expect(alert.at).toBe(new Date(alert.at).toISOString());
  }
});
