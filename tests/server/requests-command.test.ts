import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { mailWords } from '../../content/words/mail.ts';
import { startsProcess } from '../../scripts/time-limits.mjs';
import { run } from '../../server/commands/requests.ts';
import { exampleRequest } from '../support/example-request.ts';
import { sharedPostgres } from '../support/postgres.ts';
import { runCommand } from '../support/run-command.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { startInProcess } from '../support/start-in-process.ts';
import { newDataDir } from '../support/start-server.ts';

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
    const rows = (name: string) => all.said.split('\n').filter((line) => line.includes(name));
    expect(rows('Sent Sam')).toEqual([expect.stringMatching(`^  ${sent} `)]);
    expect(rows('Dead Dan')).toEqual([expect.stringMatching(`^  ${dead} .* ${mailWords.emergency} `)]);
    expect(rows('Late Lou')).toEqual([
      expect.stringMatching(`^  ${late} .*${exampleRequest.phone.slice(-4)}`),
    ]);
    const places = ['Not emailed yet', late, 'REFUSED', dead, 'Emailed', sent].map((text) =>
      all.said.indexOf(text),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));

    const one = await requests(env, late.toLowerCase());
    for (const text of ['one[2J\ntwo', exampleRequest.email, '451']) {
      expect(one.said).toContain(text);
    }
    expect((await requests(env, dead)).said).toContain('550');
    const file = join(newDataDir(), 'all.csv');
    expect(await requests(env, '--csv', file)).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o077).toBe(0);
    const table = readFileSync(file, 'utf8');
    expect(table).toContain(`"${dead}",`);
    // A spreadsheet must not run visitor input as a formula.
    expect(table).toContain(`"'=1+1"`);

    expect(await requests(env, late, '--done')).toMatchObject({ code: 0 });
    expect((await requests(env, late)).said).toContain('marked it as done');
    expect(await requests(env, dead, '--send-again')).toMatchObject({ code: 0 });
    expect(await requests(env, sent, '--send-again')).toMatchObject({
      code: 0,
      said: expect.stringContaining('possible duplicate'),
    });
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
    await second.stop();
    expect((await requests(env)).said).not.toContain('REFUSED');

    expect(await requests(env, 'ZZZZZZ')).toMatchObject({
      code: 1,
      complaint: expect.stringContaining(`${business.retentionDays} days`),
    });
    await sink.stop();
  },
  // With SQLite each command starts a thread.
  startsProcess.timeout,
);

test('prints usage, and rejects unknown arguments', async () => {
  expect(await requests({}, '--help')).toMatchObject({
    code: 0,
    said: expect.stringContaining('--send-again'),
  });
  for (const wrong of [['--done'], ['--sent'], ['ABC234', 'ABC235'], ['ABC234', '--done', '--send-again']]) {
    const { code, complaint } = await requests({}, ...wrong);
    expect(code).toBe(2);
    expect(complaint).toContain('npm run requests');
  }
});

test('knows whether mail goes out over HTTPS or not at all', async () => {
  const server = await startInProcess();
  const { reference } = await (await server.post(exampleRequest)).json();
  await server.logged('mail', { reference, outcome: 'filed' });
  await server.stop();
  const env = { DATA_DIR: server.dataDir };
  expect((await requests(env, reference)).said).toContain('neither SMTP_URL nor MAIL_API_KEY was set');
  expect((await requests(env, reference, '--send-again')).said).toContain(
    'This command sees neither SMTP_URL nor MAIL_API_KEY',
  );
  const overHttps = await requests({ ...env, MAIL_API_KEY: 're_0123456789' }, reference, '--send-again');
  expect(overHttps.said).toContain('will be emailed');
});

test('says where it looked when there are no requests, and creates nothing', async () => {
  const dataDir = newDataDir();
  expect(await requests({ DATA_DIR: dataDir })).toMatchObject({
    code: 1,
    complaint: expect.stringContaining(`${dataDir}/requests.sqlite`),
  });
  expect(() => statSync(join(dataDir, 'requests.sqlite'))).toThrow();
});

test('does not repair or migrate a store in use by another server version', async () => {
  const server = await startInProcess();
  await server.stop();
  const file = new DatabaseSync(join(server.dataDir, 'requests.sqlite'));
  file.exec('pragma user_version = 0');
  expect(await requests({ DATA_DIR: server.dataDir })).toMatchObject({
    code: 1,
    complaint: expect.stringContaining('another version'),
  });
  expect(file.prepare('pragma user_version').get()).toEqual({ user_version: 0 });
  file.close();
});

describe('the program', () => {
  test(
    'prints the table, and every request in the meantime is accepted',
    async () => {
      const server = await startInProcess();
      const { reference } = await (await server.post(exampleRequest)).json();
      let isOver = false;
      const load = (async () => {
        const statuses = new Set<number>();
        for (let number = 0; !isOver; number += 1) {
          statuses.add((await server.post({ ...exampleRequest, message: `number ${number}` })).status);
        }
        return [...statuses];
      })();
      const table = await new Promise<string>((resolve, reject) => {
        const parameters = [join(import.meta.dirname, '../../server/commands/requests.ts'), '--csv'];
        execFile(process.execPath, parameters, { env: { DATA_DIR: server.dataDir } }, (error, said) =>
          error ? reject(error) : resolve(said),
        );
      });
      isOver = true;
      expect(table).toContain(`"${reference}",`);
      expect(await load).toEqual([200]);
      await server.stop();
    },
    startsProcess.timeout,
  );
});
