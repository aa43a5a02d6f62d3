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
import { roundColumn } from '../server/requests/deliveries.ts';
import { lockDataFolder } from '../server/store/sqlite/server-lock.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { exampleRequest } from './support/example-request.ts';
import { createFakeClock } from './support/fake-clock.ts';
import { exampleChannels as channels } from './support/in-process-store.ts';
import { createMemoryFolder } from './support/memory-folder.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { runCommand, startInProcess } from './support/start-in-process.ts';

const openStore = (dataDir: string) => openSqliteStore(dataDir, () => undefined, { channels });

/** Runs a command as the owner would, without blocking this process. */
async function runProgram(command: string, dataDir: string, file: string): Promise<string> {
  const env = { ...process.env, DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', command, '--', file], { env });
  return stdout;
}

function changeFile(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

function readReferences(file: string): unknown[] {
  const database = new DatabaseSync(file);
  const rows = database.prepare('select reference from requests order by id').all();
  database.close();
  return rows.map(({ reference }) => reference);
}

test('a restore emails requests that arrived before two simultaneous backups', startsProcess, async () => {
  const first = await startInProcess({ SMTP_URL: 'smtp://127.0.0.1:9' });
  const postMany = (name: string) =>
    Promise.all(
      Array.from({ length: 40 }, async (_, number) => {
        const response = await first.post({ ...exampleRequest, message: `${name} ${number}` });
        return (await response.json()).reference;
      }),
    );
  const before = await postMany('before');
  const [copy = '', other = ''] = ['1', '2'].map((name) => join(createMemoryFolder('copies'), name));
  const backUp = (file: string) => runProgram('backup', first.dataDir, file);
  const [output] = await Promise.all([backUp(copy), backUp(other), postMany('during')]);
  expect(readReferences(other)).toEqual(expect.arrayContaining(before));
  expect(output).toBe(`All requests are in ${copy}.\n`);
  await first.stop();

  const dataDir = createMemoryFolder('restored');
  chmodSync(copy, 0o644);
  await runProgram('restore', dataDir, copy);
  for (const name of readdirSync(dataDir)) {
    expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
  }
  const sink = await startSmtpSink();
  const second = await startInProcess({ SMTP_URL: sink.url }, { dataDir });
  await sink.received(readReferences(join(dataDir, 'requests.sqlite')).length);
  const mailed = sink.mails.map(({ subject }) => subject?.slice(-6));
  expect(mailed).toEqual(expect.arrayContaining(before));
  await second.stop();
  await sink.stop();
});

/** Creates a stopped server's folder and a backup that lacks its last request. */
async function createBackup() {
  const dataDir = createMemoryFolder('data');
  const copy = join(createMemoryFolder('copies'), 'copy.sqlite');
  const store = openStore(dataDir);
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

test("a backup doesn't lock the database while it writes to its target", async () => {
  const { dataDir, file } = await createBackup();
  vi.mocked(copyFileSync).mockImplementationOnce(() => {
    changeFile(file, 'begin exclusive; rollback');
    throw new Error('the target is gone');
  });
  const { errorOutput } = await runCommand(backup, { DATA_DIR: dataDir }, join(dataDir, 'copy'));
  expect(errorOutput).toBe('the target is gone\n');
  expect(readdirSync(dataDir).join()).not.toMatch(/copy/);
});

test('a backup removes only copies that are a week old', async () => {
  const { dataDir } = await createBackup();
  const folder = createMemoryFolder('weekly');
  const keptNames = ['letter', 'requests-2026-11-25', 'requests-2026-11-29'];
  for (const name of [...keptNames, 'requests-2026-11-23', 'requests-2026-02-03']) {
    writeFileSync(join(folder, name), '');
  }
  vi.setSystemTime(new Date('2026-11-30T12:00:00Z'));
  await runCommand(backup, { DATA_DIR: dataDir }, folder);
  vi.useRealTimers();
  expect(readdirSync(folder).sort()).toEqual([...keptNames, 'requests-2026-11-30T120000.000Z.sqlite']);
});

test.each(['2', '3'])(
  'with RETENTION_DAYS=%s, a backup keeps itself and removes the one before',
  async (days) => {
    const { dataDir } = await createBackup();
    const folder = createMemoryFolder('short');
    writeFileSync(join(folder, 'requests-2026-11-28'), '');
    vi.setSystemTime(new Date('2026-11-30T23:00:00Z'));
    const { code } = await runCommand(backup, { DATA_DIR: dataDir, RETENTION_DAYS: days }, folder);
    vi.useRealTimers();
    expect(code).toBe(0);
    expect(readdirSync(folder)).toEqual(['requests-2026-11-30T230000.000Z.sqlite']);
  },
);

test('a backup dated in the future is deleted after a week', async () => {
  const { dataDir } = await createBackup();
  const folder = createMemoryFolder('weekly');
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

test('a restore marks possible duplicates and keeps a file of unsent requests', async () => {
  const { dataDir, copy, first, last } = await createBackup();
  const { output } = await runCommand(restore, { DATA_DIR: dataDir }, copy);
  const store = openStore(dataDir);
  const { deliveries } = await store.claim({ channel: 'email', recipients: ['owner@example.com'], limit: 9 });
  expect(deliveries).toMatchObject([{ reference: first, possibleDuplicate: true }]);
  const [unsentFile = ''] = readdirSync(dataDir).filter((name) => name.includes('.unsent-'));
  expect((await store.probeStatus()).setAside).toEqual([unsentFile]);
  await store.close();
  expect(output).toContain(unsentFile);
  expect(readReferences(join(dataDir, unsentFile))).toEqual([first, last]);
});

test('a restore does not bring back erased requests or paired devices', async () => {
  const { dataDir, copy, first } = await createBackup();
  const erasedAt = Date.now() - 1_000;
  const storeBefore = openStore(dataDir);
  await storeBefore.eraseRequest({ reference: first });
  await storeBefore.close();
  changeFile(copy, "insert into devices values (1, 'Phone', 'Alex', null, 'hash', 0, 0)");
  changeFile(copy, `insert into erasures values ('EARLER', ${erasedAt})`);
  await runCommand(restore, { DATA_DIR: dataDir }, copy);
  expect(findErasureTime(dataDir)).toBe(erasedAt);
  const store = openStore(dataDir);
  expect(await store.findWithHistory(first)).toMatchObject({ erasedAt: expect.any(Number), fields: {} });
  expect(
    (await store.claim({ channel: 'email', recipients: ['owner@example.com'], limit: 9 })).deliveries,
  ).toEqual([]);
  expect(await store.listDevices()).toEqual([]);
  await store.close();
});

function findErasureTime(dataDir: string): unknown {
  using database = new DatabaseSync(join(dataDir, 'requests.sqlite'));
  return database.prepare('select at from erasures where reference = ?').get('EARLER')?.at;
}

/** Leaves the journal that a killed server would leave during a commit. */
function leaveJournal(file: string): void {
  const killed = new DatabaseSync(file);
  // The transaction exceeds the cache, which writes pages to the journal on disk.
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

test("Dispatch reads the last backup's time and size", async () => {
  const { dataDir, copy } = await createBackup();
  const store = openStore(dataDir);
  const { token } = await store.createPairing();
  const paired = await store.pairDevice({ token, name: 'A phone', firstName: '', recipient: null });
  const { at, bytes } = (await store.readDashboard('key' in paired ? paired.key : ''))?.backup ?? {};
  await store.close();
  expect(Date.now() - (at ?? 0)).toBeLessThan(60_000);
  expect(bytes).toBe(statSync(copy).size);
});

test('a backup is complete after a crash that left a journal', async () => {
  const { dataDir, file, first, last } = await createBackup();
  leaveJournal(file);
  const target = join(createMemoryFolder('elsewhere'), 'copy');
  expect(await runCommand(backup, { DATA_DIR: dataDir }, target)).toMatchObject({ code: 0 });
  expect(readReferences(target)).toEqual([first, last]);
});

test('a restore is not damaged by the journal of a killed server', async () => {
  const { dataDir, file, copy, first } = await createBackup();
  leaveJournal(file);
  expect(await runCommand(restore, { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
  expect(readReferences(file)).toEqual([first]);
});

test('a restore erases again what was erased before the server was killed', async () => {
  const { dataDir, file, copy, first } = await createBackup();
  const store = openStore(dataDir);
  await store.eraseRequest({ reference: first });
  await store.close();
  leaveJournal(file);
  const { output } = await runCommand(restore, { DATA_DIR: dataDir }, copy);
  using database = new DatabaseSync(file);
  expect({ ...database.prepare('select reference, fields from requests').get() }).toEqual({
    reference: first,
    fields: '{}',
  });
  expect(output).not.toContain('deleted');
});

test('a restore warns if it could not read which requests were deleted', async () => {
  const { dataDir, file, copy } = await createBackup();
  writeFileSync(file, 'not a database');
  const { output } = await runCommand(restore, { DATA_DIR: dataDir }, copy);
  expect(output).toContain(
    `${file} can't be read, so requests that were deleted after the backup may be back.`,
  );
});

const damage = (copy: string) => writeFileSync(copy, readFileSync(copy).fill(0xff, 5_000, 12_000));
const wrongReference = "update requests set reference = '../../'";

const view = 'alter table requests rename to r2; create view requests as select * from r2';

test.each<{ what: string; prepare: (copy: string, dataDir: string) => unknown; errorOutput: string }>([
  { what: 'a damaged copy', prepare: damage, errorOutput: 'it is damaged' },
  {
    what: 'another file',
    prepare: (copy) => writeFileSync(copy, 'a shopping list'),
    errorOutput: 'was not restored',
  },
  { what: 'no file', prepare: (copy) => rmSync(copy), errorOutput: 'There is no file' },
  {
    what: 'a view instead of a table',
    prepare: (copy) => changeFile(copy, view),
    errorOutput: 'not made by',
  },
  {
    what: 'a path as a reference',
    prepare: (copy) => changeFile(copy, wrongReference),
    errorOutput: 'not made by',
  },
  {
    what: 'an earlier schema',
    prepare: (copy) => changeFile(copy, 'pragma user_version = 3'),
    errorOutput: 'another version',
  },
  {
    what: 'a running server',
    prepare: (_, dataDir) => lockDataFolder(dataDir),
    errorOutput: 'The server is running',
  },
])('a restore with $what changes nothing', async ({ prepare, errorOutput }) => {
  const { dataDir, file, copy, last } = await createBackup();
  await prepare(copy, dataDir);
  const names = () => readdirSync(dataDir).filter((name) => name !== 'server.lock');
  const before = names();
  const result = await runCommand(restore, { DATA_DIR: dataDir }, copy);
  expect(result).toMatchObject({ code: 1, errorOutput: expect.stringContaining(errorOutput) });
  expect(names()).toEqual(before);
  expect(readReferences(file)).toContain(last);
});

const hugeId = '9223372036854775000';
const later = 9e15;
const otherFields = JSON.stringify({ ...exampleRequest, name: 'Ana\r\nBcc: x', service: 'constructor' });

/** Changes that somebody may have made to a backup. */
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
  'a round beyond 2^53': `update requests set ${roundColumn} = ${hugeId}; update deliveries set rank = ${hugeId}`,
  'an unknown service, and a name of two lines': `update requests set fields = '${otherFields}'`,
  'fields that are not JSON': "update requests set fields = '[1,{'",
  'a missing delivery': 'delete from deliveries',
  'a delivery that its table forbids': `pragma ignore_check_constraints = on;
    update deliveries set state = 'nowhere'`,
  'an invalid key': "update installation set hash_key = 'x'",
};

test.each(Object.entries(changes))(
  'a restored backup with %s is emailed only to the owner',
  async (_, sql) => {
    const { copy, first } = await createBackup();
    changeFile(copy, sql);
    const dataDir = createMemoryFolder('restored');
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

test('a restore keeps the step and the rank of a delivery that was restarted or promoted', async () => {
  const { dataDir, file, copy } = await createBackup();
  changeFile(copy, 'update deliveries set step = -1, rank = -1');
  await runCommand(restore, { DATA_DIR: dataDir }, copy);
  const database = new DatabaseSync(file);
  const row = database.prepare('select min(step) as step, min(rank) as rank from deliveries').get();
  database.close();
  expect({ ...row }).toEqual({ step: -1, rank: -1 });
});

test('a restore reports the invalid rows that it leaves out', async () => {
  const { copy, first } = await createBackup();
  changeFile(
    copy,
    `pragma ignore_check_constraints = on; insert into requests
    (reference, received_at, language, fields, honeypot_filled, emergency, content_hash, ${roundColumn})
    values ('TOOLONG', 1, 'en', '{}', 0, 0, 'x', 1)`,
  );
  const dataDir = createMemoryFolder('restored');
  const { output } = await runCommand(restore, { DATA_DIR: dataDir }, copy);
  expect(output).toContain(`Damaged rows that were left out: 1. They are still in ${copy}.`);
  expect(readReferences(join(dataDir, 'requests.sqlite'))).toEqual([first]);
  expect(readdirSync(dataDir)).toEqual(['requests.sqlite']);
});

test.each(Object.entries({ backup, restore }))('%s refuses PostgreSQL', async (_, run) => {
  const settings = { DATABASE_URL: 'postgres://site@127.0.0.1/site' };
  expect((await runCommand(run, settings, 'x')).errorOutput).toContain('docs/more-than-one-machine.md');
});

test('a backup creates a folder whose name ends with a slash', async () => {
  const { dataDir } = await createBackup();
  const folder = join(createMemoryFolder('home'), 'backups/');
  await runCommand(backup, { DATA_DIR: dataDir }, folder);
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^requests-.*\.sqlite$/)]);
});

test('a restore from a folder asks for a file', async () => {
  const folder = createMemoryFolder('home');
  const { errorOutput } = await runCommand(restore, { DATA_DIR: createMemoryFolder('data') }, folder);
  expect(errorOutput).toContain('is a folder. Give the path of a backup in it.');
});

test('a backup writes a private file and never replaces a file', async () => {
  const { dataDir, file } = await createBackup();
  const pathOutside = (name: string) => join(createMemoryFolder('elsewhere'), name);
  const [link, dangling, target] = [pathOutside('link'), pathOutside('dangling'), pathOutside('new')];
  symlinkSync(file, link);
  symlinkSync(pathOutside('nowhere'), dangling);
  for (const existing of [file, link, dangling]) {
    const { ino, size } = lstatSync(existing);
    const errorOutput = `${existing} already exists. Choose another file name.\n`;
    expect(await runCommand(backup, { DATA_DIR: dataDir }, existing)).toMatchObject({ code: 1, errorOutput });
    expect(lstatSync(existing)).toMatchObject({ ino, size });
  }
  const before = process.umask(0o077);
  expect(await runCommand(backup, { DATA_DIR: dataDir }, target)).toMatchObject({ code: 0, errorOutput: '' });
  process.umask(before);
  // Two simultaneous backups copy to different files.
  expect(vi.mocked(copyFileSync).mock.lastCall?.[0]).toMatch(new RegExp(`-${process.pid}-\\d+$`));
  expect(statSync(target).mode & 0o777).toBe(0o600);
});

test('the store reports a last backup that is over two days old', async () => {
  const dataDir = createMemoryFolder('data');
  const clock = createFakeClock(new Date());
  const store = openSqliteStore(dataDir, () => undefined, { clock, channels });
  const hour = 60 * 60_000;
  clock.advance(100 * hour);
  expect(await store.probeStatus()).toMatchObject({ isBackupLate: false });
  vi.setSystemTime(clock.wallTime());
  expect(await runCommand(backup, { DATA_DIR: dataDir }, createMemoryFolder('backups'))).toMatchObject({
    code: 0,
  });
  vi.useRealTimers();
  clock.advance(48 * hour);
  expect(await store.probeStatus()).toMatchObject({ isBackupLate: false });
  clock.advance(hour);
  expect(await store.probeStatus()).toMatchObject({ isBackupLate: true });
  await store.close();
});
