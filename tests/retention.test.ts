import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { business } from '../content/business.ts';
import { startsProcess } from '../scripts/time-limits.mjs';
import { removeOldBackups } from '../server/commands/old-backups.ts';
import { readDatabaseUrl } from '../server/connection-urls.ts';
import { copyAge, purgeExpired } from '../server/retention.ts';
import { carryOver } from '../server/store/postgres/carry-over.ts';
import { openPostgresStore } from '../server/store/postgres/postgres-store.ts';
import type { RequestStore } from '../server/store/request-store.ts';
import { restoreCopy } from '../server/store/sqlite/restore-copy.ts';
import { removeSetAside } from '../server/store/sqlite/set-aside.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { exampleRequest } from './support/example-request.ts';
import { fakeClock } from './support/fake-clock.ts';
import { type PostgresNode, startPostgres } from './support/postgres.ts';
import { newDataDir } from './support/start-server.ts';

// The privacy section says that every copy this website makes is gone within so many days (docs/privacy.md).

const hour = 60 * 60_000;
const day = 24 * hour;
/** When everything makes a copy: just before the store deletes the request. Files bear the real time. */
const copied = 22 * day + 12 * hour;
const canary = 'Zzmessage of the canary';

let postgres: PostgresNode;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.kill());

/** One delivered request among others, in a data folder, and a clock that starts with its delivery. */
async function delivered() {
  const root = newDataDir();
  const folder = join(root, 'data');
  const backups = join(root, 'backups');
  for (const made of [root, folder, backups]) mkdirSync(made, { recursive: true });
  const clock = fakeClock(new Date(Date.now() - copied));
  const open = () => openSqliteStore(folder, () => undefined, { clock });
  const store = open();
  for (let number = 0; number < 20; number += 1) {
    await save(store, number === 10 ? canary : `number ${number}`);
  }
  return { root, folder, backups, clock, open, store };
}

async function save(store: RequestStore, message: string): Promise<void> {
  const saved = await store.save({
    fields: { ...exampleRequest, message },
    language: 'en',
    idempotencyKey: message,
  });
  expect(saved.outcome).toBe('saved');
  await store.decide(saved.outcome === 'saved' ? saved.reference : '', 'done');
}

const purgeNow = (store: RequestStore, clock: ReturnType<typeof fakeClock>) =>
  purgeExpired({
    store,
    removeCopies: async () => undefined,
    days: business.retentionDays,
    clock: { ...clock, wait: async () => undefined },
    log: () => undefined,
    stopping: new AbortController().signal,
  });

/** The files below a folder that hold the request. */
const filesWithCanary = (root: string) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => readFileSync(file).includes(canary))
    .map((file) => file.slice(root.length + 1));

test(
  'of an emailed request no byte is left when its days are over, in whatever copies it was',
  startsProcess,
  async () => {
    const { root, folder, backups, clock, open, store } = await delivered();
    const file = join(folder, 'requests.sqlite');
    await store.close();

    clock.advance(copied);
    const backup = join(backups, `requests-${clock.now().toISOString().slice(0, 10)}.sqlite`);
    execFileSync(process.execPath, ['server/commands/backup.ts', backup], { env: { DATA_DIR: folder } });
    // As a kill leaves it.
    cpSync(backup, `${backup}.unfinished`);
    const bytes = readFileSync(file);
    const index = Math.floor(bytes.indexOf('client:number 7') / 4_096) * 4_096;
    writeFileSync(file, bytes.fill(0xff, index, index + 4_096));
    const salvaged = open();
    // Any call opens the file, and this one waits as long as it takes.
    await salvaged.find('AAAAAA');
    await salvaged.close();
    restoreCopy(backup, folder);
    const other = join(root, 'carried over');
    cpSync(folder, other, { recursive: true });
    const url = await postgres.newDatabase();
    const server = readDatabaseUrl(url);
    if (!server) throw new Error('The test database has no URL.');
    await carryOver(other, server, () => undefined);
    const copies = filesWithCanary(root).sort();
    expect(copies.map((name) => name.replace(/-\d{4}.*Z$/, ''))).toEqual([
      expect.stringMatching(/^backups\/requests-[\d-]+\.sqlite$/),
      expect.stringMatching(/^backups\/requests-[\d-]+\.sqlite\.unfinished$/),
      'carried over/requests.sqlite.before-restore',
      'carried over/requests.sqlite.carried-over',
      'carried over/requests.sqlite.damaged',
      'data/requests.sqlite',
      'data/requests.sqlite.before-restore',
      'data/requests.sqlite.damaged',
    ]);

    const restored = open();
    const age = copyAge(business.retentionDays);
    for (let elapsed = clock.elapsed(); elapsed < business.retentionDays * day; elapsed = clock.elapsed()) {
      await purgeNow(restored, clock);
      for (const place of [folder, other]) {
        const parts = { folder: place, store: restored, olderThan: age, now: clock.now() };
        expect(await removeSetAside(parts)).toEqual([]);
      }
      removeOldBackups(backups, 'the newest', age, clock.now());
      clock.advance(3 * hour);
    }
    expect(filesWithCanary(root)).toEqual([]);
    await restored.close();

    // PostgreSQL has its own clock: instead of waiting, the delivery is moved back.
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    const rows = async () => (await database.query('select * from site_requests.requests')).rows;
    expect((await rows()).length).toBe(20);
    await database.query('update site_requests.outbox_messages set delivered_at = delivered_at - $1', [
      23 * day,
    ]);
    const carried = openPostgresStore({ server, requireSync: false, log: () => undefined });
    await purgeNow(carried, clock);
    expect(await rows()).toEqual([]);
    await carried.close();
    await database.end();
  },
);
