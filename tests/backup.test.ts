import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { exampleRequest } from './support/example-request.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { newDataDir, type RunningServer, startServer } from './support/start-server.ts';
import { tinySite } from './support/tiny-site.ts';

const root = join(import.meta.dirname, '..');
const cwd = tinySite();

/** Runs the command as the owner does, while this process goes on. */
function backUp(dataDir: string, ...parameters: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir };
  return new Promise<{ status: unknown; said: string }>((resolve) =>
    execFile(
      'npm',
      ['run', '--silent', 'backup', '--', ...parameters],
      { cwd: root, env },
      (error, stdout, stderr) => resolve({ status: error?.code ?? 0, said: `${stdout}${stderr}`.trim() }),
    ),
  );
}

test('after a backup under load, a wipe and a restore, all that was acknowledged before is there and is mailed', async () => {
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
  copyFileSync(copy, join(dataDir, 'requests.sqlite'));
  // What was just being mailed follows when its lease has ended, a minute later: tests/server/durability.test.ts.
  const waiting = referencesIn(copy, "state <> 'sending'");
  expect(referencesIn(copy)).toEqual(expect.arrayContaining(before));
  expect(waiting.length).toBeGreaterThan(before.length / 2);
  const sink = await startSmtpSink();
  const second = await startServer({ cwd, dataDir, env: { SMTP_URL: sink.url, LIMITS: 'off' } });
  const mailed = () => sink.mails.map(({ subject }) => /\w+$/.exec(subject ?? '')?.[0]);
  await expect.poll(mailed, { timeout: 30_000 }).toEqual(expect.arrayContaining(waiting));
  await second.stop();
  await sink.stop();
}, 90_000);

test('a folder keeps the last seven copies, and nothing else of it is touched', async () => {
  const server = await startServer({ cwd });
  await postMany(server, 'weekly', 1);
  const folder = join(newDataDir(), 'copies');
  mkdirSync(folder);
  const days = ['01', '02', '03', '04', '05', '06', '07', '08'].map(
    (day) => `requests-2025-01-${day}.sqlite`,
  );
  for (const name of [...days, 'letter.txt']) writeFileSync(join(folder, name), '');
  expect((await backUp(server.dataDir, folder)).status).toBe(0);
  const today = `requests-${new Date().toISOString().slice(0, 10)}.sqlite`;
  expect(readdirSync(folder).sort()).toEqual(['letter.txt', ...days.slice(2), today].sort());
  await server.stop();
});

test('a backup that cannot be made says why, and leaves nothing behind', async () => {
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

/** Posts requests of different content at once, and gives their references. */
function postMany(server: RunningServer, name: string, count: number): Promise<string[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const response = await server.post({ ...exampleRequest, message: `${name} ${number}` });
      expect(response.status).toBe(200);
      return (await response.json()).reference;
    }),
  );
}
