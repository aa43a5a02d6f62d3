import { execFile } from 'node:child_process';
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
import { describe, expect, test } from 'vitest';
import { exampleRequest } from './support/example-request.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { newDataDir, type RunningServer, startServer } from './support/start-server.ts';
import { tinySite } from './support/tiny-site.ts';

const root = join(import.meta.dirname, '..');
const cwd = tinySite();

const backUp = (dataDir: string, ...parameters: string[]) => run('backup', { DATA_DIR: dataDir }, parameters);
const restore = (dataDir: string, ...parameters: string[]) =>
  run('restore', { DATA_DIR: dataDir }, parameters);

/** Runs a command like the owner, without blocking this process. */
function run(command: string, settings: Record<string, string>, parameters: string[]) {
  const env = { ...process.env, ...settings };
  return new Promise<{ status: unknown; said: string }>((resolve) =>
    execFile(
      'npm',
      ['run', '--silent', command, '--', ...parameters],
      { cwd: root, env },
      (error, stdout, stderr) => resolve({ status: error?.code ?? 0, said: `${stdout}${stderr}`.trim() }),
    ),
  );
}

test('after a backup under load, a wipe and a restore, everything acknowledged before is there and is emailed', async () => {
  const first = await startServer({ cwd });
  const before = await postMany(first, 'before', 40);
  let stop = false;
  const load = (async () => {
    for (let batch = 0; !stop && batch < 100; batch += 1) await postMany(first, `during ${batch}`, 5);
  })();
  const copy = join(newDataDir(), 'copy.sqlite');
  const { status, said } = await backUp(first.dataDir, copy);
  stop = true;
  await load;
  expect({ status, said }).toEqual({ status: 0, said: expect.stringMatching(/^\d+ requests are in .*copy/) });
  expect(statSync(copy).mode & 0o077).toBe(0);
  await first.stop();
  rmSync(first.dataDir, { recursive: true });

  const dataDir = newDataDir();
  const pending = referencesIn(copy, "state <> 'sent'");
  expect(await restore(dataDir, copy)).toMatchObject({ status: 0 });
  expect(referencesIn(join(dataDir, 'requests.sqlite'))).toEqual(expect.arrayContaining(before));
  expect(pending.length).toBeGreaterThan(before.length / 2);
  const sink = await startSmtpSink();
  const second = await startServer({ cwd, dataDir, env: { SMTP_URL: sink.url, LIMITS: 'off' } });
  const mailed = () => sink.mails.map(({ subject }) => /\w+$/.exec(subject ?? '')?.[0]);
  await expect.poll(mailed).toEqual(expect.arrayContaining(pending));
  await second.stop();
  await sink.stop();
});

describe('a restore', () => {
  /** A stopped server's folder with a backup of its first request, and a second request after the backup. */
  async function copied() {
    const server = await startServer({ cwd });
    const [reference = ''] = await postMany(server, 'first', 1);
    const copy = join(newDataDir(), 'copy.sqlite');
    await backUp(server.dataDir, copy);
    const [later = ''] = await postMany(server, 'second', 1);
    return { server, dataDir: server.dataDir, copy, reference, later };
  }

  test('preserves the old data, and says what is lost', async () => {
    const { server, dataDir, copy, reference, later } = await copied();
    const refused = await restore(dataDir, copy);
    expect(refused).toEqual({ status: 1, said: expect.stringContaining('The server is running') });
    await server.stop();
    const { status, said } = await restore(dataDir, copy);
    expect({ status, said }).toEqual({ status: 0, said: expect.stringMatching(/^1 request restored; 1 of/) });
    expect(referencesIn(join(dataDir, 'requests.sqlite'))).toEqual([reference]);
    const [, before = ''] = /now (\S+)\. /.exec(said) ?? [];
    expect(referencesIn(before).sort()).toEqual([reference, later].sort());
    for (const name of readdirSync(dataDir).filter((entry) => entry.startsWith('requests'))) {
      expect(statSync(join(dataDir, name)).mode & 0o077, name).toBe(0);
    }
  });

  test('is not damaged by a leftover journal', async () => {
    const { server, dataDir, copy, reference } = await copied();
    await server.stop();
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
    expect((await restore(dataDir, copy)).status).toBe(0);
    expect(referencesIn(file)).toEqual([reference]);
  });

  test('from a damaged or missing copy changes nothing', async () => {
    const { server, dataDir, copy, later } = await copied();
    await server.stop();
    const bytes = readFileSync(copy);
    bytes.fill(0xff, 5_000, 12_000);
    const [damaged, other] = ['damaged.sqlite', 'other.txt'].map((name) => join(newDataDir(), name));
    writeFileSync(damaged ?? '', bytes);
    writeFileSync(other ?? '', 'a shopping list');
    for (const file of [damaged, other, join(dataDir, 'missing')]) {
      expect(await restore(dataDir, file ?? '')).toMatchObject({ status: 1 });
    }
    expect(referencesIn(join(dataDir, 'requests.sqlite'))).toContain(later);
    expect(readdirSync(dataDir).filter((name) => /restor/.test(name))).toEqual([]);
  });

  test('refuses with PostgreSQL, which has its own tools', async () => {
    const settings = { DATA_DIR: newDataDir(), DATABASE_URL: 'postgres://site@127.0.0.1/site' };
    for (const command of ['backup', 'restore']) {
      expect(await run(command, settings, ['x.sqlite'])).toEqual({
        status: 1,
        said: expect.stringContaining('docs/more-than-one-machine.md'),
      });
    }
  });
});

test('removes copies that are a week old, however few, and touches nothing else in the folder', async () => {
  const server = await startServer({ cwd });
  await postMany(server, 'weekly', 1);
  const folder = join(newDataDir(), 'copies');
  mkdirSync(folder);
  const named = (daysAgo: number) =>
    `requests-${new Date(Date.now() - daysAgo * 24 * 60 * 60_000).toISOString().slice(0, 10)}.sqlite`;
  for (const name of [named(1), named(5), named(7), named(300), 'letter.txt']) {
    writeFileSync(join(folder, name), '');
  }
  expect((await backUp(server.dataDir, folder)).status).toBe(0);
  expect(readdirSync(folder).sort()).toEqual(['letter.txt', named(0), named(1), named(5)].sort());
  await server.stop();
});

test('a failing backup says why and leaves nothing behind', async () => {
  const server = await startServer({ cwd });
  expect((await backUp(server.dataDir)).said).toContain('npm run backup -- FILE');
  const elsewhere = await backUp(newDataDir(), 'x.sqlite');
  expect(elsewhere.said).toContain("DATA_DIR must be the server's folder");
  const nowhere = join(newDataDir(), 'missing', 'copy.sqlite');
  expect(await backUp(server.dataDir, nowhere)).toEqual({
    status: 1,
    said: expect.stringContaining('No copy was made'),
  });
  await server.stop();
});

function referencesIn(copy: string, which = 'true'): string[] {
  const database = new DatabaseSync(copy);
  const rows = database
    .prepare(`select reference from requests join outbox_messages on request_id = requests.id where ${which}`)
    .all();
  database.close();
  return rows.map(({ reference }) => String(reference));
}

/** Posts different requests at once and returns their references. */
function postMany(server: RunningServer, name: string, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const response = await server.post({ ...exampleRequest, message: `${name} ${number}` });
      expect(response.status).toBe(200);
      return (await response.json()).reference;
    }),
  );
}
