import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { business } from '../content/business.ts';
import { day, hour, minute } from '../server/clock.ts';
import { run as backup } from '../server/commands/backup.ts';
import { run as restore } from '../server/commands/restore.ts';
import { divideRetention, sweepOnSchedule } from '../server/requests/retention.ts';
import type { RequestStore } from '../server/store/request-store.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { exampleRequest } from './support/example-request.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { exampleChannels as channels } from './support/in-process-store.ts';
import { createMemoryFolder } from './support/memory-folder.ts';
import { runCommand } from './support/start-in-process.ts';

// The privacy section promises that this website deletes all its copies within a number of days (docs/privacy.md).

const canary = 'Zzmessage of the canary';

/** Saves a request and has its email accepted. */
async function deliverOne(store: RequestStore, message: string = exampleRequest.message) {
  const fields = { ...exampleRequest, message };
  await store.save({ fields, language: 'en', idempotencyKey: undefined });
  const { deliveries } = await store.claim({ channel: 'email', recipients: ['owner@example.com'], limit: 1 });
  const [delivery = expect.fail('Nothing was claimed.')] = deliveries;
  const { channel, recipient } = delivery;
  await store.recordResult({
    channel,
    recipient,
    isAccepted: true,
    mayHaveArrived: false,
    claimedAt: 0,
    mentionsWaiting: false,
    deliveries: [{ ...delivery, state: 'sent', result: 'accepted 250' }],
  });
  return delivery;
}

// Tries this business's days, which may be the example's, and other days that an owner may choose.
test.each([...new Set([business.retentionDays, 3, 14, 60])])(
  'no byte of an emailed request is left in any copy %i days later',
  async (days) => {
    // Copies are made just before the store deletes the request. File times are real, so the clock starts in the
    // past.
    const copiedAfter = divideRetention(days).store * day - 12 * hour;
    const root = createMemoryFolder('retention');
    const [data, backups, mail] = [join(root, 'data'), join(root, 'backups'), join(root, 'data/mail')];
    for (const folder of [data, backups, mail]) {
      mkdirSync(folder);
    }
    const clock = createFakeClock(new Date(Date.now() - copiedAfter));
    const open = () => openSqliteStore(data, () => undefined, { clock, channels });
    const first = open();
    const { reference } = await deliverOne(first, canary);
    await first.close();

    clock.advance(copiedAfter);
    const file = join(data, 'requests.sqlite');
    expect(await runCommand(backup, { DATA_DIR: data }, backups)).toMatchObject({ code: 0 });
    const [copy = ''] = readdirSync(backups).map((name) => join(backups, name));
    // Killed processes leave such files.
    cpSync(copy, `${copy}.unfinished-1`);
    for (const name of ['copying-1', 'restoring-1', 'moved-2026']) {
      cpSync(copy, `${file}.${name}`);
    }
    writeFileSync(join(mail, `${reference}.eml`), canary);
    expect(await runCommand(restore, { DATA_DIR: data }, copy)).toMatchObject({ code: 0 });
    /** Finds the files that contain the request. */
    const findCopies = () =>
      readdirSync(root, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => join(parentPath, name))
        .filter((name) => readFileSync(name).includes(canary));
    expect(findCopies()).toHaveLength(8);

    const store = open();
    const stopping = new AbortController();
    sweepOnSchedule({
      store,
      copyFolders: { data, mail },
      retentionDays: days,
      clock,
      log: () => undefined,
      stopping: stopping.signal,
    });
    while (clock.elapsed() < days * day) {
      await expect.poll(() => clock.isAwaited(), { interval: 1 }).toBe(true);
      clock.advance(3 * hour);
    }
    await expect.poll(findCopies).toHaveLength(2);
    stopping.abort();
    await store.close();
    // Each backup removes old backups (backup.test.ts).
    expect(findCopies().every((name) => name.startsWith(backups))).toBe(true);
  },
);

test.each([25, 40 * 24, -40 * 24])(
  'a clock that is wrong by %i hours for two minutes deletes nothing',
  async (hours) => {
    const jump = hours * hour;
    const data = createMemoryFolder('data');
    const backups = createMemoryFolder('backups');
    const clock = createFakeClock(new Date());
    const store = openSqliteStore(data, () => undefined, { clock, channels });
    const { reference } = await deliverOne(store);
    const stopping = new AbortController();
    const logged: string[] = [];
    sweepOnSchedule({
      store,
      retentionDays: 30,
      clock,
      log: (event) => logged.push(event),
      stopping: stopping.signal,
    });
    const waitForSweep = () => expect.poll(() => clock.isAwaited(), { interval: 1 }).toBe(true);
    const advanceClock = async (time: number, step: number) => {
      for (let passed = 0; passed < time; passed += step) {
        await waitForSweep();
        clock.advance(step);
      }
      await waitForSweep();
    };
    const old = 'requests-2001-01-01T000000.000Z.sqlite';
    const backUp = async (name: string) => {
      writeFileSync(join(backups, name), '');
      vi.setSystemTime(clock.wallTime());
      const { output } = await runCommand(backup, { DATA_DIR: data }, backups);
      vi.useRealTimers();
      return { output, isKept: readdirSync(backups).includes(name) };
    };
    // The server's first backup. No backup is old, so the output doesn't mention the clock.
    expect(await backUp('notes.txt')).toMatchObject({ output: expect.not.stringContaining('No old backup') });
    await advanceClock(25 * hour, hour / 2);
    expect(await backUp(old)).toMatchObject({ isKept: false });
    clock.jump(jump);
    expect(await backUp(old)).toMatchObject({
      output: expect.stringContaining("its clock hasn't been steady"),
      isKept: true,
    });
    await advanceClock(2 * minute, minute);
    clock.jump(-jump);
    await advanceClock(hour, minute);
    expect(await backUp(old)).toMatchObject({ isKept: true });
    expect(await store.findWithDeliveries(reference)).toBeDefined();
    expect(logged).toEqual(['clock_jumped']);
    // Expired backups are deleted once the clock has been steady for a day.
    await advanceClock(day, hour / 2);
    expect(await backUp(old)).toMatchObject({ isKept: false });
    stopping.abort();
    await store.close();
  },
);
