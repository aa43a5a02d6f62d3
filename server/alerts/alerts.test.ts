import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exampleRequest } from '../../tests/support/example-request.ts';
import { outboxBench } from '../../tests/support/outbox-bench.ts';
import type { Event } from '../log.ts';
import type { Outcome } from '../mail/transport.ts';
import { StoreUnavailable } from '../store/request-store.ts';
import { type Alert, type AlertParts, callForHelp } from './alerts.ts';
import { openToldIncidents } from './told-incidents.ts';

const second = 1_000;
const minute = 60 * second;
const emergency = { ...exampleRequest, service: 'emergency' as const };

let bench: ReturnType<typeof outboxBench>;
let dataDir: string;
let calls: Alert[];
let logged: Event[];
/** What becomes of emails, and of calls to the owner. */
let mail: Outcome;
let webhook: 'takes it' | '500' | 'hangs';
let storeFails: boolean;
let missed: string[] | undefined;
let stopping: AbortController;

beforeEach(() => {
  bench = outboxBench();
  dataDir = mkdtempSync(join(tmpdir(), 'alerts-'));
  calls = [];
  logged = [];
  mail = 'accepted';
  webhook = 'takes it';
  storeFails = false;
  missed = [];
  stopping = new AbortController();
});
afterEach(async () => {
  stopping.abort();
  await bench.close();
});

/** The outbox and what watches it, as main.ts starts them. Again: as after a restart. */
async function start({ delivers = true, digests = false } = {}): Promise<void> {
  stopping.abort();
  stopping = new AbortController();
  const outbox = bench.start({ outcome: () => mail, delivers, digests });
  const parts: AlertParts = {
    store: {
      check: (now) => (storeFails ? Promise.reject(new StoreUnavailable('full')) : bench.store.check(now)),
      oldestUnsent: () => bench.store.oldestUnsent(),
    },
    outbox: { inDigestMode: outbox.inDigestMode, missedByRecipients: () => missed },
    delivers,
    call: async (alert) => {
      if (webhook === 'hangs') await new Promise(() => undefined);
      if (webhook === '500') throw new Error('500');
      calls.push(alert);
    },
    memory: await openToldIncidents(dataDir),
    clock: bench.clock,
    log: (event) => logged.push(event),
    stopping: stopping.signal,
  };
  callForHelp(parts);
}

const said = () => calls.map(({ event, reference }) => [event, reference]);
const pass = (milliseconds: number) => bench.pass(milliseconds, 10 * second);

describe('a mail server that is dead', () => {
  test('is one alert two minutes later, and one when it is over', async () => {
    await start();
    mail = 'unreachable';
    const reference = await bench.save();
    await pass(110 * second);
    expect(calls).toEqual([]);
    await pass(20 * second);
    expect(said()).toEqual([['mail_late', reference]]);
    await bench.save();
    await pass(20 * minute);
    expect(calls).toHaveLength(1);
    mail = 'accepted';
    await pass(90 * second);
    expect(said()).toEqual([
      ['mail_late', reference],
      ['mail_late_over', reference],
    ]);
    await pass(10 * minute);
    expect(calls).toHaveLength(2);
  });

  test('is said of an emergency again after five minutes', async () => {
    await start();
    mail = 'unreachable';
    const reference = await bench.save({ fields: emergency });
    await pass(290 * second);
    expect(said()).toEqual([['mail_late', reference]]);
    await pass(20 * second);
    expect(said().at(-1)).toEqual(['emergency_unsent', reference]);
    mail = 'accepted';
    await pass(90 * second);
    expect(said().slice(2).sort()).toEqual([
      ['emergency_unsent_over', reference],
      ['mail_late_over', reference],
    ]);
  });
});

test('without a mail server only an emergency is an alert: a file is no delivery', async () => {
  mail = 'filed';
  await start({ delivers: false });
  await bench.save();
  await pass(20 * minute);
  expect(calls).toEqual([]);
  const reference = await bench.save({ fields: emergency });
  await pass(6 * minute);
  expect(said()).toEqual([['emergency_unsent', reference]]);
});

test('what waits for its digest is late two minutes after the end of the window', async () => {
  await start({ digests: true });
  await bench.saveMany(30);
  await pass(10 * second);
  mail = 'unreachable';
  const [waiting] = await bench.saveMany(5);
  await pass(11 * minute + 50 * second);
  expect(calls).toEqual([]);
  await pass(20 * second);
  expect(said()).toEqual([['mail_late', waiting]]);
});

test('what filled the honeypot has its digest window too, and is never an emergency', async () => {
  await start({ digests: true });
  await bench.save({ fields: emergency, honeypotFilled: true });
  await pass(11 * minute);
  expect(await bench.allSent()).toBe(true);
  expect(calls).toEqual([]);
});

test('an emergency in a flood is an alert, as nobody knows when its digest is read', async () => {
  await start({ digests: true });
  await bench.saveMany(30);
  await pass(10 * second);
  const reference = await bench.save({ fields: emergency });
  await pass(6 * minute);
  expect(said()).toEqual([['emergency_unsent', reference]]);
});

test('what a start finds unsent goes out before anybody looks', async () => {
  await bench.save({ fields: emergency });
  bench.clock.advance(60 * minute);
  await start();
  await pass(5 * minute);
  expect(calls).toEqual([]);
});

describe('a dead letter', () => {
  test('is one alert each, and over when it is sent; its daily tries are no news', async () => {
    await start();
    mail = 'refused';
    const [first, second_] = await bench.saveMany(2);
    await pass(minute);
    expect(said().sort()).toEqual(
      [
        ['dead_letter', first],
        ['dead_letter', second_],
      ].sort(),
    );
    await bench.pass(25 * 60 * minute, 10 * minute);
    expect(calls).toHaveLength(2);
    mail = 'accepted';
    await bench.pass(25 * 60 * minute, 10 * minute);
    expect(said().slice(2).sort()).toEqual(
      [
        ['dead_letter_over', first],
        ['dead_letter_over', second_],
      ].sort(),
    );
  });

  test('of more than ten, ten are said', async () => {
    await start();
    mail = 'refused';
    await bench.saveMany(25);
    await pass(5 * minute);
    expect(calls).toHaveLength(10);
  });
});

describe('a store that fails', () => {
  test('is an alert when it fails twice in a row, and one when it works again', async () => {
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
    expect(said()).toEqual([
      ['store_failing', null],
      ['store_failing_over', null],
    ]);
  });

  test('says nothing of what nobody can tell then', async () => {
    await start();
    mail = 'unreachable';
    await bench.save();
    await pass(3 * minute);
    storeFails = true;
    await pass(10 * minute);
    expect(said().map(([event]) => event)).toEqual(['mail_late', 'store_failing']);
  });
});

test('an address of MAIL_TO that misses emails is an alert, until it gets one', async () => {
  await start();
  missed = ['ABC234'];
  await pass(10 * minute);
  // After a restart nobody can tell before the first email.
  missed = undefined;
  await start();
  await pass(10 * minute);
  expect(said()).toEqual([['recipient_refused', 'ABC234']]);
  missed = [];
  await pass(minute);
  expect(said()).toEqual([
    ['recipient_refused', 'ABC234'],
    ['recipient_refused_over', 'ABC234'],
  ]);
});

test('a restart says nothing twice, and says the end of what an earlier process said', async () => {
  await start();
  mail = 'unreachable';
  const reference = await bench.save();
  await pass(3 * minute);
  await start();
  await pass(5 * minute);
  expect(said()).toEqual([['mail_late', reference]]);
  mail = 'accepted';
  await start();
  await pass(2 * minute);
  expect(said()).toEqual([
    ['mail_late', reference],
    ['mail_late_over', reference],
  ]);
});

test('what it remembers is changed in place: a full disk has no room for more', async () => {
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
  test('that answers 500 hears it again until it takes it, with the time when it began', async () => {
    await start();
    webhook = '500';
    storeFails = true;
    await pass(10 * minute);
    webhook = 'takes it';
    await pass(minute);
    expect(calls).toHaveLength(1);
    const after = Date.parse(calls[0]?.at ?? '') - (bench.clock.now().getTime() - 11 * minute);
    expect(after).toBeLessThan(minute);
    expect(logged.filter((event) => event === 'alert_failed')).toHaveLength(1);
  });

  test('is not told of what began and ended while it was away', async () => {
    await start();
    webhook = '500';
    storeFails = true;
    await pass(10 * minute);
    storeFails = false;
    await pass(minute);
    webhook = 'takes it';
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

test('an alert holds its event, a reference and a time: nothing of what a visitor wrote', async () => {
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
