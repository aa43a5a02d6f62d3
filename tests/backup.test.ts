import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { expect, test, vi } from 'vitest';
import { startsProcess } from '../scripts/time-limits.mjs';
import { run as backup } from '../server/commands/backup.ts';
import { run as restore } from '../server/commands/restore.ts';
import { lockDataFolder } from '../server/store/sqlite/server-lock.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { exampleRequest } from './support/example-request.ts';
import { fakeClock } from './support/fake-clock.ts';
import { exampleRoutes as routes } from './support/in-process-store.ts';
import { memoryFolder } from './support/memory-folder.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { runCommand, startInProcess } from './support/start-in-process.ts';

const open = (dataDir: string) => openSqliteStore(dataDir, () => undefined, { routes });

/** Runs a command like the owner, without blocking this process. */
async function runProgram(command: string, dataDir: string, file: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', command, '--', file], { env });
  return stdout;
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function referencesIn(file: string): unknown[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare('select reference from requests order by id').all();
  database.close();
  return rows.map(({ reference }) => reference);
}

test('what came before two backups at once is emailed after a restore', startsProcess, async () => {
  const first = await startInProcess({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const postMany = (name: string) =>
    Promise.all(
      Array.from({ length: 40 }, async (_, number) => {
        const response = await first.post({ ...exampleRequest, message: `${name} ${number}` });
        return (await response.json()).reference;
      }),
    );
  const before = await postMany('before');
  const [copy = '', other = ''] = ['1', '2'].map((name) => join(memoryFolder('copies'), name));
  const backUp = (file: string) => runProgram('backup', first.dataDir, file);
  const [said] = await Promise.all([backUp(copy), backUp(other), postMany('during')]);
  expect(referencesIn(other)).toEqual(expect.arrayContaining(before));
  expect(said).toBe(`All requests are in ${copy}.\n`);
  await first.stop();

  const dataDir = memoryFolder('restored');
  chmodSync(copy, 0o644);
  await runProgram('restore', dataDir, copy);
  for (const name of readdirSync(dataDir)) {
    expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
  }
  const sink = await startSmtpSink();
  const second = await startInProcess({ SMTP_URL: sink.url }, { dataDir });
  await sink.received(referencesIn(join(dataDir, 'requests.sqlite')).length);
  const mailed = sink.mails.map(({ subject }) => subject?.slice(-6));
  expect(mailed).toEqual(expect.arrayContaining(before));
  await second.stop();
  await sink.stop();
});

/** A stopped server's folder, and a backup that lacks its last request. */
async function copied() {
  const dataDir = memoryFolder('data');
  const copy = join(memoryFolder('copies'), 'copy.sqlite');
  const store = open(dataDir);
  const save = async (message: string) => {
    const fields = { ...exampleRequest, message };
    const saved = await store.save({ fields, language: 'en', idempotencyKey: message });
    return 'reference' in saved ? saved.reference : '';
  };
  const first = await save('first');
  expect(await runCommand(backup, { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
  const last = await save('last');
  await store.close();
  return { dataDir, file: join(dataDir, 'requests.sqlite'), copy, first, last };
}

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return { ...fs, copyFileSync: vi.fn(fs.copyFileSync) };
});

test('a backup holds no lock while it writes to its target, however slow, and leaves nothing behind', async () => {
  const { dataDir, file } = await copied();
  vi.mocked(copyFileSync).mockImplementationOnce(() => {
    change(file, 'begin exclusive; rollback');
    throw new Error('the target is gone');
  });
  const { complaint } = await runCommand(backup, { DATA_DIR: dataDir }, join(dataDir, 'copy'));
  expect(complaint).toBe('the target is gone\n');
  expect(readdirSync(dataDir).join()).not.toMatch(/copy/);
});

test('removes copies that are a week old, however few, and touches nothing else in the folder', async () => {
  const { dataDir } = await copied();
  const folder = memoryFolder('weekly');
  const kept = ['letter', 'requests-2026-11-25', 'requests-2026-11-29'];
  for (const name of [...kept, 'requests-2026-11-23', 'requests-2026-02-03']) {
    writeFileSync(join(folder, name), '');
  }
  vi.setSystemTime(new Date('2026-11-30T12:00:00Z'));
  await runCommand(backup, { DATA_DIR: dataDir }, folder);
  vi.useRealTimers();
  expect(readdirSync(folder).sort()).toEqual([...kept, 'requests-2026-11-30T120000.000Z.sqlite']);
});

test('a backup with a date in the future lives as long as any other from now on', async () => {
  const { dataDir } = await copied();
  const folder = memoryFolder('weekly');
  writeFileSync(join(folder, 'requests-2036-01-01T000000.000Z.sqlite'), '');
  const backUpAt = async (time: string) => {
    vi.setSystemTime(new Date(time));
    await runCommand(backup, { DATA_DIR: dataDir }, folder);
    vi.useRealTimers();
    return readdirSync(folder).filter((name) => name.includes('2036'));
  };
  const renamed = ['requests-2026-11-30-dated-2036-01-01T000000.000Z.sqlite'];
  expect(await backUpAt('2026-11-30T12:00:00Z')).toEqual(renamed);
  expect(await backUpAt('2026-12-05T12:00:00Z')).toEqual(renamed);
  expect(await backUpAt('2026-12-07T12:00:00Z')).toEqual([]);
});

test('a restore marks what may have been emailed since, and keeps a file with what nobody has received', async () => {
  const { dataDir, copy, first, last } = await copied();
  const { said } = await runCommand(restore, { DATA_DIR: dataDir }, copy);
  const store = open(dataDir);
  const { deliveries } = await store.claim({ channel: 'email', recipients: ['owner@example.com'], limit: 9 });
  expect(deliveries).toMatchObject([{ reference: first, possibleDuplicate: true }]);
  const [kept = ''] = readdirSync(dataDir).filter((name) => name.includes('.unsent-'));
  expect((await store.status()).setAside).toEqual([kept]);
  await store.close();
  expect(said).toContain(kept);
  expect(referencesIn(join(dataDir, kept))).toEqual([first, last]);
});

test('a restore brings back neither what was erased since nor paired phones', async () => {
  const { dataDir, copy, first } = await copied();
  const since = open(dataDir);
  await since.eraseRequest({ reference: first });
  await since.close();
  change(copy, "insert into devices values (1, 'Phone', 'Alex', null, 'hash', 0, 0)");
  await runCommand(restore, { DATA_DIR: dataDir }, copy);
  const store = open(dataDir);
  expect(await store.readRecord(first)).toMatchObject({ erasedAt: expect.any(Number), fields: {} });
  expect(
    (await store.claim({ channel: 'email', recipients: ['owner@example.com'], limit: 9 })).deliveries,
  ).toEqual([]);
  expect(await store.listDevices()).toEqual([]);
  await store.close();
});

/** Leaves the journal of a server that was killed while it committed. */
function leaveJournal(file: string): void {
  const killed = new DatabaseSync(file);
  // Exceeds the cache, so that the journal on disk has pages.
  killed.exec(`pragma cache_size = 1; begin immediate; delete from requests;
    create table filler as with recursive n (i) as (select 1 union all select i + 1 from n limit 2000)
      select i, randomblob(100) from n`);
  for (const name of [file, `${file}-journal`]) {
    copyFileSync(name, `${name}.killed`);
  }
  killed.exec('rollback');
  killed.close();
  for (const name of [file, `${file}-journal`]) {
    renameSync(`${name}.killed`, name);
  }
}

test('Dispatch knows the time and the size of the last backup', async () => {
  const { dataDir, copy } = await copied();
  const store = open(dataDir);
  const { token } = await store.createPairing();
  const paired = await store.pairDevice({ token, name: 'A phone', firstName: '', recipient: null });
  const { at, bytes } = (await store.readBoard('key' in paired ? paired.key : ''))?.backup ?? {};
  await store.close();
  expect(Date.now() - (at ?? 0)).toBeLessThan(60_000);
  expect(bytes).toBe(statSync(copy).size);
});

test('a backup is whole after a crash that left a journal', async () => {
  const { dataDir, file, first, last } = await copied();
  leaveJournal(file);
  const target = join(memoryFolder('elsewhere'), 'copy');
  expect(await runCommand(backup, { DATA_DIR: dataDir }, target)).toMatchObject({ code: 0 });
  expect(referencesIn(target)).toEqual([first, last]);
});

test('a restore is not damaged by the journal of a killed server', async () => {
  const { dataDir, file, copy, first } = await copied();
  leaveJournal(file);
  expect(await runCommand(restore, { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
  expect(referencesIn(file)).toEqual([first]);
});

const damage = (copy: string) => writeFileSync(copy, readFileSync(copy).fill(0xff, 5_000, 12_000));
const wrongReference = "update requests set reference = '../../'";

const view = 'alter table requests rename to r2; create view requests as select * from r2';

test.each<[string, (copy: string, dataDir: string) => unknown, string]>([
  ['a damaged copy', damage, 'it is damaged'],
  ['another file', (copy) => writeFileSync(copy, 'a shopping list'), 'was not restored'],
  ['no file', (copy) => rmSync(copy), 'no such file'],
  ['a view in place of a table', (copy) => change(copy, view), 'not made by'],
  ['a path as a reference', (copy) => change(copy, wrongReference), 'not made by'],
  ['an earlier schema', (copy) => change(copy, 'pragma user_version = 3'), 'another version'],
  ['a server that runs', (_, dataDir) => lockDataFolder(dataDir), 'The server is running'],
])('a restore from, or with, %s changes nothing', async (_, prepare, complaint) => {
  const { dataDir, file, copy, last } = await copied();
  await prepare(copy, dataDir);
  const names = () => readdirSync(dataDir).filter((name) => name !== 'server.lock');
  const before = names();
  const result = await runCommand(restore, { DATA_DIR: dataDir }, copy);
  expect(result).toMatchObject({ code: 1, complaint: expect.stringContaining(complaint) });
  expect(names()).toEqual(before);
  expect(referencesIn(file)).toContain(last);
});

const hugeId = '9223372036854775000';
const later = 9e15;
const otherFields = JSON.stringify({ ...exampleRequest, name: 'Ana\r\nBcc: x', service: 'constructor' });

/** What somebody may have added to a backup. */
const changes: Record<string, string> = {
  nothing: 'select 1',
  'a trigger that redirects email': `create trigger t after insert on deliveries begin
    update deliveries set recipient = 'mallory@evil.example' where id = new.id; end`,
  'a trigger that drops requests': `create trigger t after insert on requests begin
    delete from requests where id = new.id; end`,
  'a trigger on the update of an opening': `create trigger t after update on installation begin
    update deliveries set state = 'closed'; end`,
  'a recipient that the settings do not name': `insert into deliveries
    (request_id, channel, recipient, due_at, rank) values (1, 'email', 'mallory@evil.example', 0, -5)`,
  'an unknown channel': `insert into deliveries
    (request_id, channel, recipient, due_at, rank) values (1, 'fax', '1', 0, 0)`,
  'ids above 2^53': `pragma foreign_keys = off; update deliveries set id = ${hugeId}; 
    update requests set id = ${hugeId}; update deliveries set request_id = ${hugeId}`,
  'times far ahead': `update requests set received_at = ${later};
    update deliveries set due_at = ${later}, counted_at = ${later}`,
  'a turn beyond 2^53': `update requests set turn = ${hugeId}; update deliveries set rank = ${hugeId}`,
  'an unknown service, and a name of two lines': `update requests set fields = '${otherFields}'`,
  'fields that are no JSON': "update requests set fields = '[1,{'",
  'a missing delivery': 'delete from deliveries',
  'a delivery that its table forbids': `pragma ignore_check_constraints = on;
    update deliveries set state = 'nowhere'`,
  'a key that is none': "update installation set hash_key = 'x'",
};

test.each(Object.entries(changes))(
  'a restored backup with %s is emailed to the owner alone',
  async (_, sql) => {
    const { copy, first } = await copied();
    change(copy, sql);
    const dataDir = memoryFolder('restored');
    const env = { DATA_DIR: dataDir, MAIL_TO: 'owner@example.com' };
    expect(await runCommand(restore, env, copy)).toMatchObject({ code: 0 });
    const sink = await startSmtpSink();
    const server = await startInProcess({ SMTP_URL: sink.url, MAIL_TO: 'owner@example.com' }, { dataDir });
    const answers = [
      await server.post(exampleRequest),
      await server.post({ ...exampleRequest, message: 'x' }),
    ];
    const references = await Promise.all(answers.map(async (answer) => (await answer.json()).reference));
    await sink.received(3);
    const mailed = sink.mails.map(({ subject }) => subject?.slice(-6));
    expect(mailed.toSorted()).toEqual([first, ...references].toSorted());
    expect(sink.mails.map(({ envelope }) => envelope.to)).toEqual(Array(3).fill(['owner@example.com']));
    await server.stop();
    await sink.stop();
  },
);

test('a restore leaves out rows that their tables forbid, and says so', async () => {
  const { copy, first } = await copied();
  change(
    copy,
    `pragma ignore_check_constraints = on; insert into requests
    (reference, received_at, language, fields, honeypot_filled, emergency, content_hash, turn)
    values ('TOOLONG', 1, 'en', '{}', 0, 0, 'x', 1)`,
  );
  const dataDir = memoryFolder('restored');
  const { said } = await runCommand(restore, { DATA_DIR: dataDir }, copy);
  expect(said).toContain(`Damaged rows that were left out: 1. They are still in ${copy}.`);
  expect(referencesIn(join(dataDir, 'requests.sqlite'))).toEqual([first]);
  expect(readdirSync(dataDir)).toEqual(['requests.sqlite']);
});

test.each(Object.entries({ backup, restore }))('%s refuses PostgreSQL', async (_, run) => {
  const settings = { DATABASE_URL: 'postgres://site@127.0.0.1/site' };
  expect((await runCommand(run, settings, 'x')).complaint).toContain('docs/more-than-one-machine.md');
});

test('a backup writes a private file, and replaces nothing', async () => {
  const { dataDir, file } = await copied();
  const at = (name: string) => join(memoryFolder('elsewhere'), name);
  const [link, dangling, target] = [at('link'), at('dangling'), at('new')];
  symlinkSync(file, link);
  symlinkSync(at('nowhere'), dangling);
  for (const taken of [file, link, dangling]) {
    const { ino, size } = lstatSync(taken);
    const complaint = `${taken} exists already. Name another file.\n`;
    expect(await runCommand(backup, { DATA_DIR: dataDir }, taken)).toMatchObject({ code: 1, complaint });
    expect(lstatSync(taken)).toMatchObject({ ino, size });
  }
  const before = process.umask(0o077);
  expect(await runCommand(backup, { DATA_DIR: dataDir }, target)).toMatchObject({ code: 0, complaint: '' });
  process.umask(before);
  // Of two backups at once, each copies to a file of its own.
  expect(vi.mocked(copyFileSync).mock.lastCall?.[0]).toMatch(new RegExp(`-${process.pid}-\\d+$`));
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

test('the store reports a backup that is over two days old, and none if there was never one', async () => {
  const dataDir = memoryFolder('data');
  const clock = fakeClock(new Date());
  const store = openSqliteStore(dataDir, () => undefined, { clock, routes });
  const hour = 60 * 60_000;
  clock.advance(100 * hour);
  expect(await store.status()).toMatchObject({ isBackupLate: false });
  vi.setSystemTime(clock.now());
  expect(await runCommand(backup, { DATA_DIR: dataDir }, memoryFolder('backups'))).toMatchObject({ code: 0 });
  vi.useRealTimers();
  clock.advance(48 * hour);
  expect(await store.status()).toMatchObject({ isBackupLate: false });
  clock.advance(hour);
  expect(await store.status()).toMatchObject({ isBackupLate: true });
  await store.close();
});
