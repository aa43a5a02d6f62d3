import { execFile, execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
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
import { run as runBackup } from '../server/commands/backup.ts';
import { run as runRestore } from '../server/commands/restore.ts';
import { lockDataFolder } from '../server/store/sqlite/server-lock.ts';
import { exampleRequest } from './support/example-request.ts';
import { memoryFolder } from './support/memory-folder.ts';
import { runCommand } from './support/run-command.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { type InProcessServer, startInProcess } from './support/start-in-process.ts';

const backUp = (dataDir: string, ...parameters: string[]) =>
  runCommand(runBackup, { DATA_DIR: dataDir }, ...parameters);
const restore = (dataDir: string, ...parameters: string[]) =>
  runCommand(runRestore, { DATA_DIR: dataDir }, ...parameters);

/** Runs a command like the owner, without blocking this process. */
function runProgram(command: string, dataDir: string, file: string) {
  const env = { ...process.env, DATA_DIR: dataDir };
  return new Promise<{ code: unknown; said: string }>((resolve) =>
    execFile('npm', ['run', '--silent', command, '--', file], { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: `${stdout}${stderr}` }),
    ),
  );
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
    expect(made).toEqual({ code: 0, said: expect.stringMatching(/^All requests are in .*copy/) });
    expect(statSync(copy).mode & 0o077).toBe(0);
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

describe('a restore', () => {
  /** A stopped server's folder with a backup of its first request, and a second request after the backup. */
  async function copied() {
    const server = await startInProcess();
    const { dataDir } = server;
    const [reference = ''] = await postMany(server, 'first', 1);
    const copy = join(memoryFolder('copies'), 'copy.sqlite');
    expect(await backUp(dataDir, copy)).toMatchObject({ code: 0 });
    const [later = ''] = await postMany(server, 'second', 1);
    await server.stop();
    return { dataDir, copy, reference, later };
  }

  test('preserves the old data, and says what is lost', async () => {
    const { dataDir, copy, reference, later } = await copied();
    const { code, said } = await restore(dataDir, copy);
    expect(code).toBe(0);
    expect(referencesIn(join(dataDir, 'requests.sqlite'))).toEqual([reference]);
    const [, before = ''] = /now (\S+)\. /.exec(said) ?? [];
    expect(referencesIn(before).sort()).toEqual([reference, later].sort());
  });

  test('is refused while the server runs', async () => {
    const { dataDir, copy, later } = await copied();
    expect(await lockDataFolder(dataDir)).toBe(true);
    expect(await restore(dataDir, copy)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('The server is running'),
    });
    expect(referencesIn(join(dataDir, 'requests.sqlite'))).toContain(later);
  });

  test('is not damaged by a leftover journal', async () => {
    const { dataDir, copy, reference } = await copied();
    const file = join(dataDir, 'requests.sqlite');
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
    expect(await restore(dataDir, copy)).toMatchObject({ code: 0 });
    expect(referencesIn(file)).toEqual([reference]);
  });

  test('from a damaged or missing copy changes nothing', async () => {
    const { dataDir, copy, later } = await copied();
    const bytes = readFileSync(copy);
    bytes.fill(0xff, 5_000, 12_000);
    const folder = memoryFolder('copies');
    const [damaged, other] = [join(folder, 'damaged.sqlite'), join(folder, 'other.txt')];
    writeFileSync(damaged, bytes);
    writeFileSync(other, 'a shopping list');
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    for (const file of [damaged, other, pipe, join(dataDir, 'missing')]) {
      expect(await restore(dataDir, file)).toMatchObject({ code: 1 });
    }
    expect(referencesIn(join(dataDir, 'requests.sqlite'))).toContain(later);
    expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  });
});

test.each(Object.entries({ runBackup, runRestore }))(
  '%s refuses PostgreSQL, which has its own tools',
  async (_, run) => {
    const settings = { DATA_DIR: memoryFolder('data'), DATABASE_URL: 'postgres://site@127.0.0.1/site' };
    expect(await runCommand(run, settings, 'x.sqlite')).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('docs/more-than-one-machine.md'),
    });
  },
);

test('removes copies that are a week old, however few, and touches nothing else in the folder', async () => {
  const server = await startInProcess();
  await postMany(server, 'weekly', 1);
  const folder = join(memoryFolder('data'), 'copies');
  mkdirSync(folder);
  for (const name of [
    'requests-2026-11-29',
    'requests-2026-11-25',
    'requests-2026-11-23',
    'requests-2026-02-03',
    'letter',
  ]) {
    writeFileSync(join(folder, name), '');
  }
  vi.setSystemTime(new Date('2026-11-30T12:00:00Z'));
  const made = await backUp(server.dataDir, folder);
  vi.useRealTimers();
  expect(made).toMatchObject({ code: 0 });
  const newest = 'requests-2026-11-30T120000.000Z.sqlite';
  expect(readdirSync(folder).sort()).toEqual([
    'letter',
    'requests-2026-11-25',
    'requests-2026-11-29',
    newest,
  ]);
  await server.stop();
});

test('a failing backup says why and leaves nothing behind', async () => {
  const server = await startInProcess();
  expect((await backUp(server.dataDir)).complaint).toContain('npm run backup -- FILE');
  expect((await backUp(memoryFolder('data'), 'x.sqlite')).complaint).toContain(
    "DATA_DIR must be the server's folder",
  );
  const nowhere = join(memoryFolder('data'), 'missing', 'copy.sqlite');
  expect(await backUp(server.dataDir, nowhere)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('no such file'),
  });
  await server.stop();
});

function referencesIn(copy: string): string[] {
  const database = new DatabaseSync(copy);
  const rows = database.prepare('select reference from requests').all();
  database.close();
  return rows.map(({ reference }) => String(reference));
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
