import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { mailWords } from '../../content/words/mail.ts';
import { startsProcess } from '../../scripts/time-limits.mjs';
import { run } from '../../server/commands/requests.ts';
import { exampleRequest } from '../support/example-request.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { sharedPostgres } from '../support/postgres.ts';
import { runCommand } from '../support/run-command.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startInProcess } from '../support/start-in-process.ts';

/** Settings for a new store. */
const stores: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({}),
  PostgreSQL: async () => ({ DATABASE_URL: await (await sharedPostgres()).newDatabase() }),
};

const requests = (env: Record<string, string>, ...parameters: string[]) =>
  runCommand(run, env, ...parameters);

test.each(Object.entries(stores))(
  "lists unsent, refused and sent requests, and applies the owner's decisions, with %s",
  async (_, prepare) => {
    const sink = await startSmtpSink();
    const settings = { ...(await prepare()), SMTP_URL: sink.url };
    const first = await startInProcess(settings);
    const { dataDir } = first;
    const env = { ...settings, DATA_DIR: dataDir };
    const post = async (changes: Partial<typeof exampleRequest>, outcome: string) => {
      const { reference } = await (await first.post({ ...exampleRequest, ...changes })).json();
      await first.logged('mail', { reference, outcome });
      return reference as string;
    };
    const sent = await post({ name: 'Sent Sam', message: 'first' }, 'accepted');
    sink.behave('refuse for good');
    const dead = await post({ name: 'Dead Dan', service: 'emergency', message: '=1+1' }, 'refused');
    sink.behave('refuse for now');
    const late = await post({ name: 'Late Lou', message: 'one\u001b[2J\ntwo' }, 'deferred');
    // With the server stopped, nothing changes while it is looked at.
    await first.stop();

    const all = await requests(env);
    expect(all).toMatchObject({ code: 0, complaint: '' });
    expect(all.said).toMatch(
      new RegExp(`Unsent:\n  ${late} .*pending.*Lou.*\n  ${dead} .*refused.*${mailWords.emergency}.*Dan`),
    );
    expect(all.said).toMatch(new RegExp(`Finished:\n  ${sent} .*sent.*Sam`));

    const one = await requests(env, late.toLowerCase());
    for (const text of ['> one[2J\n> two', exampleRequest.email, '451']) {
      expect(one.said).toContain(text);
    }
    expect((await requests(env, dead)).said).toContain('550');
    const file = join(memoryFolder('data'), 'all.csv');
    expect(await requests(env, '--csv', file)).toMatchObject({ code: 0 });
    const table = readFileSync(file, 'utf8');
    expect(table).toContain(`"${dead}",`);
    // A spreadsheet must not run visitor input as a formula.
    expect(table).toContain(`"'=1+1"`);

    expect(await requests(env, late, sent, '--done')).toMatchObject({ code: 0 });
    for (const reference of [late, sent]) {
      expect((await requests(env, reference)).said).toContain('marked it as done');
    }
    expect(await requests(env, dead, sent, '--send-again')).toMatchObject({ code: 0 });
    sink.behave('accept');
    const second = await startInProcess(settings, { dataDir });
    await second.logged('mail', { reference: dead, outcome: 'accepted' });
    await second.logged('mail', { reference: sent, outcome: 'accepted' });
    const { reference: next } = await (
      await second.post({ ...exampleRequest, message: 'the next one' })
    ).json();
    await second.logged('mail', { reference: next, outcome: 'accepted' });
    const mailsOf = (reference: string) => sink.mails.filter(({ subject }) => subject?.includes(reference));
    expect([sent, dead, late].map((reference) => mailsOf(reference).length)).toEqual([2, 1, 0]);
    expect(mailsOf(sent).at(-1)?.text).toContain(mailWords.possibleDuplicate);
    await second.stop();
    await sink.stop();
  },
  // With SQLite each command starts a thread.
  startsProcess.timeout,
);

test('says what is wrong, and changes nothing', async () => {
  expect((await requests({}, '--help')).said).toContain('--send-again');
  expect(await requests({}, '--sent')).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('--sent'),
  });
  const dataDir = memoryFolder('data');
  expect(await requests({ DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    complaint: expect.stringContaining(`${dataDir}/requests.sqlite`),
  });
  const server = await startInProcess();
  await server.stop();
  const env = { DATA_DIR: server.dataDir };
  for (const wrong of [['ZZZZZZ', '--done'], ['--done']]) {
    expect(await requests(env, ...wrong)).toMatchObject({
      code: 1,
      complaint: expect.stringContaining('There is no request'),
    });
  }
  const file = new DatabaseSync(join(server.dataDir, 'requests.sqlite'));
  file.exec('pragma user_version = 4');
  expect(await requests(env)).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('another version'),
  });
  expect(file.prepare('pragma user_version').get()).toEqual({ user_version: 4 });
  file.close();
});

test(
  'the program lists each request once, and every request in the meantime is accepted',
  async () => {
    const server = await startInProcess();
    const { reference } = await (await server.post(exampleRequest)).json();
    const file = join(memoryFolder('data'), 'all.csv');
    const script = join(import.meta.dirname, '../../server/commands/requests.ts');
    const program = execFile(process.execPath, [script, '--csv', file], {
      env: { DATA_DIR: server.dataDir },
    });
    const ended = once(program, 'exit');
    const statuses = new Set<number>();
    for (let number = 0; program.exitCode === null; number += 1) {
      statuses.add((await server.post({ ...exampleRequest, message: `number ${number}` })).status);
    }
    expect(await ended).toEqual([0, null]);
    expect(readFileSync(file, 'utf8').split(`"${reference}",`)).toHaveLength(2);
    expect([...statuses]).toEqual([200]);
    await server.stop();
  },
  startsProcess.timeout,
);
