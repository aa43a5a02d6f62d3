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

test('a restore marks what may have been emailed since, and keeps a file with what nobody has received', async () => {
  const { dataDir, copy, first, last } = await copied();
  const { said } = await runCommand(restore, { DATA_DIR: dataDir }, copy);
  const store = open(dataDir);
  const { deliveries } = await store.claim({ channel: 'email', limit: 9 });
  expect(deliveries).toMatchObject([{ reference: first, possibleDuplicate: true }]);
  const [kept = ''] = readdirSync(dataDir).filter((name) => name.includes('.unsent-'));
  expect((await store.status()).setAside).toEqual([kept]);
  await store.close();
  expect(said).toContain(kept);
  expect(referencesIn(join(dataDir, kept))).toEqual([first, last]);
});

test('a restore is not damaged by the journal of a killed server', async () => {
  const { dataDir, file, copy, first } = await copied();
  const killed = new DatabaseSync(file);
  // Exceeds the cache, so that the journal on disk has pages.
  killed.exec(`pragma cache_size = 1; begin immediate; delete from requests;
    create table filler as with recursive n (i) as (select 1 union all select i + 1 from n limit 2000)
      select i, randomblob(100) from n`);
  for (const name of [file, `${file}-journal`]) copyFileSync(name, `${name}.killed`);
  killed.exec('rollback');
  killed.close();
  for (const name of [file, `${file}-journal`]) renameSync(`${name}.killed`, name);
  expect(await runCommand(restore, { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
  expect(referencesIn(file)).toEqual([first]);
});

const damage = (copy: string) => writeFileSync(copy, readFileSync(copy).fill(0xff, 5_000, 12_000));
const wrongReference = "update requests set reference = '../../'";

test.each<[string, (copy: string, dataDir: string) => unknown, string]>([
  ['a damaged copy', damage, 'it is damaged'],
  ['another file', (copy) => writeFileSync(copy, 'a shopping list'), 'was not restored'],
  ['no file', (copy) => rmSync(copy), 'no such file'],
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
