import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test, vi } from 'vitest';
import { startsProcess } from '../scripts/time-limits.mjs';
import { run as backup } from '../server/commands/backup.ts';
import { run as restore } from '../server/commands/restore.ts';
import { lockDataFolder } from '../server/store/sqlite/server-lock.ts';
import { openSqliteStore } from '../server/store/sqlite/sqlite-store.ts';
import { exampleRequest } from './support/example-request.ts';
import { exampleRoutes as routes } from './support/in-process-store.ts';
import { memoryFolder } from './support/memory-folder.ts';
import { runCommand } from './support/run-command.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { type InProcessServer, startInProcess } from './support/start-in-process.ts';

const open = (dataDir: string) => openSqliteStore(dataDir, () => undefined, { routes });

/** Runs a command like the owner, without blocking this process. */
function runProgram(command: string, dataDir: string, file: string) {
  const env = { ...process.env, DATA_DIR: dataDir };
  return new Promise<{ code: unknown; said: string }>((resolve) =>
    execFile('npm', ['run', '--silent', command, '--', file], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}` }),
    ),
  );
}

/** Posts different requests at once and returns their references. */
function postMany(server: InProcessServer, name: string, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const response = await server.post({ ...exampleRequest, message: `${name} ${number}` });
      expect(response.status).toBe(200);
      return (await response.json()).reference;
    }),
  );
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

test(
  'after a backup under load, a wipe and a restore, everything acknowledged before is there and is emailed',
  async () => {
    const first = await startInProcess({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const before = await postMany(first, 'before', 40);
    let isOver = false;
    const load = (async () => {
      for (let batch = 0; !isOver; batch += 1) await postMany(first, `during ${batch}`, 2);
    })();
    const copy = join(memoryFolder('copies'), 'copy.sqlite');
    const made = await runProgram('backup', first.dataDir, copy);
    isOver = true;
    await load;
    expect(made).toEqual({ code: 0, said: `All requests are in ${copy}.\n` });
    await first.stop();
    rmSync(first.dataDir, { recursive: true });

    const dataDir = memoryFolder('restored');
    expect(await runProgram('restore', dataDir, copy)).toMatchObject({ code: 0 });
    const restored = referencesIn(join(dataDir, 'requests.sqlite'));
    expect(restored).toEqual(expect.arrayContaining(before));
    for (const name of readdirSync(dataDir)) {
      expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
    }
    const sink = await startSmtpSink();
    const second = await startInProcess({ SMTP_URL: sink.url }, { dataDir });
    await sink.received(restored.length);
    const mailed = sink.mails.map(({ subject }) => /\w+$/.exec(subject ?? '')?.[0]);
    expect(mailed).toEqual(expect.arrayContaining(restored));
    await second.stop();
    await sink.stop();
  },
  startsProcess.timeout,
);

test('two backups at once are both complete', async () => {
  const { dataDir } = await copied();
  const copies = memoryFolder('copies');
  const script = join(import.meta.dirname, '../server/commands/backup.ts');
  const codes = [1, 2, 3].map(async (number) => {
    const program = spawn(process.execPath, [script, join(copies, `${number}`)], {
      env: { DATA_DIR: dataDir },
    });
    return (await once(program, 'close'))[0];
  });
  expect(await Promise.all(codes)).toEqual([0, 0, 0]);
  expect(readdirSync(dataDir).filter((name) => name.includes('copying'))).toEqual([]);
});

test('a backup holds no lock while it writes to its target, however slow that is', async () => {
  const { dataDir, file } = await copied();
  let writes = 0;
  vi.mocked(copyFileSync).mockImplementationOnce(() => {
    change(file, 'begin exclusive; rollback');
    writes += 1;
    throw new Error('the target is gone');
  });
  const copy = join(memoryFolder('slow'), 'copy');
  expect(await runCommand(backup, { DATA_DIR: dataDir }, copy)).toMatchObject({
    code: 1,
    complaint: 'the target is gone\n',
  });
  expect(writes).toBe(1);
  expect(readdirSync(dataDir).join()).not.toContain('copying');
});

vi.mock('node:fs', async (importOriginal) => {
  const fs = await importOriginal<typeof import('node:fs')>();
  return { ...fs, copyFileSync: vi.fn(fs.copyFileSync) };
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

describe('a restore', () => {
  test('marks what may have been emailed since, and keeps a file with what nobody has received', async () => {
    const { dataDir, copy, first, last } = await copied();
    const { code, said } = await runCommand(restore, { DATA_DIR: dataDir }, copy);
    expect(code).toBe(0);
    const store = open(dataDir);
    const { deliveries } = await store.claim({ channel: 'email', limit: 9, lease: 1 });
    expect(deliveries).toMatchObject([{ reference: first, possibleDuplicate: true }]);
    const [kept = ''] = readdirSync(dataDir).filter((name) => name.includes('.unsent-'));
    expect((await store.status()).setAside).toEqual([kept]);
    await store.close();
    expect(said).toContain(kept);
    expect(referencesIn(join(dataDir, kept))).toEqual([first, last]);
  });

  test('leaves a file of which all was emailed to retention', async () => {
    const { dataDir, file, copy } = await copied();
    change(file, "update deliveries set state = 'sent', delivered_at = 1");
    expect(await runCommand(restore, { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
    expect(readdirSync(dataDir).join()).toContain('.before-restore-');
  });

  test('is not damaged by a leftover journal', async () => {
    const { dataDir, file, copy, first } = await copied();
    const crashing = new DatabaseSync(file);
    // Exceeds the cache, so that the journal on disk has the pages of both requests.
    crashing.exec(`pragma cache_size = 1; begin immediate;
      delete from requests;
      create table filler as with recursive n (i) as (select 1 union all select i + 1 from n limit 2000)
        select i, randomblob(100) from n`);
    copyFileSync(file, `${file}.crashed`);
    copyFileSync(`${file}-journal`, `${file}.crashed-journal`);
    crashing.exec('rollback');
    crashing.close();
    renameSync(`${file}.crashed`, file);
    renameSync(`${file}.crashed-journal`, `${file}-journal`);
    expect(statSync(`${file}-journal`).size).toBeGreaterThan(512);
    expect(await runCommand(restore, { DATA_DIR: dataDir }, copy)).toMatchObject({ code: 0 });
    expect(referencesIn(file)).toEqual([first]);
  });

  const damage = (copy: string) => writeFileSync(copy, readFileSync(copy).fill(0xff, 5_000, 12_000));
  const trigger = 'create trigger t after insert on requests begin select 1; end';

  test.each<[string, (copy: string, dataDir: string) => unknown, string]>([
    ['a damaged copy', damage, 'was not restored'],
    ['another file', (copy) => writeFileSync(copy, 'a shopping list'), 'was not restored'],
    ['no file', (copy) => rmSync(copy), 'no such file'],
    ['a pipe', (copy) => execFileSync('sh', ['-c', `rm ${copy} && mkfifo ${copy}`]), 'it is not a file'],
    ['a trigger', (copy) => change(copy, trigger), 'not made by'],
    [
      'a path as a reference',
      (copy) => change(copy, "update requests set reference = '../../'"),
      'not made by',
    ],
    ['an earlier schema', (copy) => change(copy, 'pragma user_version = 3'), 'earlier version'],
    ['a server that runs', (_, dataDir) => lockDataFolder(dataDir), 'The server is running'],
  ])('from, or with, %s changes nothing', async (_, prepare, complaint) => {
    const { dataDir, file, copy, last } = await copied();
    await prepare(copy, dataDir);
    const before = readdirSync(dataDir);
    expect(await runCommand(restore, { DATA_DIR: dataDir }, copy)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining(complaint),
    });
    expect(readdirSync(dataDir).filter((name) => name !== 'server.lock' || before.includes(name))).toEqual(
      before,
    );
    expect(referencesIn(file)).toContain(last);
  });
});

test.each(Object.entries({ backup, restore }))('%s refuses PostgreSQL, and too few files', async (_, run) => {
  const settings = { DATA_DIR: memoryFolder('data'), DATABASE_URL: 'postgres://site@127.0.0.1/site' };
  expect((await runCommand(run, settings, 'x')).complaint).toContain('docs/more-than-one-machine.md');
  expect((await runCommand(run, {})).complaint).toContain('-- FILE');
});

test('removes copies that are a week old, however few, and touches nothing else in the folder', async () => {
  const { dataDir } = await copied();
  const folder = memoryFolder('weekly');
  for (const name of ['2026-11-29', '2026-11-25', '2026-11-23', '2026-02-03']) {
    writeFileSync(join(folder, `requests-${name}`), '');
  }
  writeFileSync(join(folder, 'letter'), '');
  vi.setSystemTime(new Date('2026-11-30T12:00:00Z'));
  const made = await runCommand(backup, { DATA_DIR: dataDir }, folder);
  vi.useRealTimers();
  expect(made).toMatchObject({ code: 0 });
  const newest = 'requests-2026-11-30T120000.000Z.sqlite';
  expect(readdirSync(folder).sort()).toEqual([
    'letter',
    'requests-2026-11-25',
    'requests-2026-11-29',
    newest,
  ]);
});
