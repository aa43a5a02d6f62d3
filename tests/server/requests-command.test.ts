import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, describe, expect, test } from 'vitest';
import { business } from '../../content/business.ts';
import { mailWords } from '../../content/words/mail.ts';
import { exampleRequest } from '../support/example-request.ts';
import { type PostgresNode, startPostgres } from '../support/postgres.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { newDataDir, startServer } from '../support/start-server.ts';
import { tinySite } from '../support/tiny-site.ts';

const cwd = tinySite();
let postgres: Promise<PostgresNode> | undefined;
afterAll(async () => (await postgres)?.kill());

/** Settings for a new store. */
const stores: Record<string, () => Promise<Record<string, string>>> = {
  SQLite: async () => ({}),
  PostgreSQL: async () => {
    postgres ??= startPostgres();
    return { DATABASE_URL: await (await postgres).newDatabase() };
  },
};

/** Runs the command alongside a server, with its settings. */
function requests(env: Record<string, string>, ...parameters: string[]) {
  const script = join(import.meta.dirname, '../../server/commands/requests.ts');
  return new Promise<{ code: number; said: string; complaint: string }>((resolve) => {
    execFile(process.execPath, [script, ...parameters], { cwd, env }, (error, said, complaint) =>
      resolve({ code: Number(error?.code ?? 0), said, complaint }),
    );
  });
}

describe.each(Object.entries(stores))('npm run requests, with %s', (_, prepare) => {
  test("lists unsent, refused and sent requests, and applies the owner's decisions", async () => {
    const sink = await startSmtpSink();
    const store = await prepare();
    const server = await startServer({ cwd, env: { ...store, SMTP_URL: sink.url } });
    const env = { ...store, DATA_DIR: server.dataDir, SMTP_URL: sink.url };
    const post = async (changes: Partial<typeof exampleRequest>, outcome: string) => {
      const answer = await server.post({ ...exampleRequest, ...changes });
      const { reference } = await answer.json();
      await server.logged('mail', { reference, outcome });
      return reference as string;
    };

    const sent = await post({ name: 'Sent Sam', message: 'first' }, 'accepted');
    sink.behave('refuse for good');
    const dead = await post({ name: 'Dead Dan', service: 'emergency', message: '=1+1' }, 'refused');
    sink.behave('refuse for now');
    const late = await post({ name: 'Late Lou', message: 'one\u001b[2J\ntwo' }, 'deferred');
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

    // It is tried again after its back-off, and shown as being emailed meanwhile.
    await expect.poll(async () => (await requests(env, late)).said).toContain('451');
    const file = join(newDataDir(), 'all.csv');
    const [one, refused, table, written] = await Promise.all([
      requests(env, late.toLowerCase()),
      requests(env, dead),
      requests(env, '--csv'),
      requests(env, '--csv', file),
    ]);
    expect(one.said).toContain('one[2J\ntwo');
    expect(one.said).toContain(exampleRequest.email);
    expect(refused.said).toContain('550');
    expect(written.code).toBe(0);
    expect(statSync(file).mode & 0o077).toBe(0);
    // Its state may change between the two.
    await expect
      .poll(async () => {
        const [{ said }] = await Promise.all([requests(env, '--csv'), requests(env, '--csv', file)]);
        return readFileSync(file, 'utf8') === said;
      })
      .toBe(true);
    expect(table.said).toContain(`"${dead}",`);
    // A spreadsheet must not run visitor input as a formula.
    expect(table.said).toContain(`"'=1+1"`);

    await expect.poll(() => requests(env, late, '--done')).toMatchObject({ code: 0 });
    sink.behave('accept');
    expect(await requests(env, dead, '--send-again')).toMatchObject({ code: 0 });
    expect(await requests(env, sent, '--send-again')).toMatchObject({
      code: 0,
      said: expect.stringContaining('possible duplicate'),
    });
    await server.logged('mail', { reference: dead, outcome: 'accepted' });
    await expect.poll(() => sink.mails.filter(({ subject }) => subject?.includes(sent)).length).toBe(2);
    expect(sink.mails.some(({ subject }) => subject?.includes(late))).toBe(false);
    expect((await requests(env, late)).said).toContain('marked it as done');
    await expect.poll(async () => (await requests(env)).said).not.toContain('REFUSED');

    expect(await requests(env, 'ZZZZZZ')).toMatchObject({
      code: 1,
      complaint: expect.stringContaining(`${business.retentionDays} days`),
    });
    expect(JSON.stringify(server.log)).not.toContain('Dan');
    await server.stop();
    await sink.stop();
  });
});

test('prints usage, and rejects unknown arguments', async () => {
  const wrong = [['--done'], ['--sent'], ['ABC234', 'ABC235'], ['ABC234', '--done', '--send-again']];
  const [help, ...others] = await Promise.all(
    [['--help'], ...wrong].map((parameters) => requests({}, ...parameters)),
  );
  expect(help).toMatchObject({ code: 0, said: expect.stringContaining('--send-again') });
  for (const { code, complaint } of others) {
    expect(code).toBe(2);
    expect(complaint).toContain('npm run requests');
  }
});

test('knows whether mail goes out over HTTPS or not at all', async () => {
  const server = await startServer({ cwd });
  const { reference } = await (await server.post(exampleRequest)).json();
  const env = { DATA_DIR: server.dataDir };
  const filed = () =>
    expect
      .poll(async () => (await requests(env, reference)).said)
      .toContain('neither SMTP_URL nor MAIL_API_KEY was set');
  await filed();
  const withoutMail = await requests(env, reference, '--send-again');
  expect(withoutMail.said).toContain('This command sees neither SMTP_URL nor MAIL_API_KEY');
  await filed();
  const overHttps = await requests({ ...env, MAIL_API_KEY: 're_0123456789' }, reference, '--send-again');
  expect(overHttps.said).toContain('will be emailed');
  await server.stop();
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
  const server = await startServer({ cwd });
  await server.post(exampleRequest);
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

test('does not block visitors: every request in the meantime is accepted', async () => {
  const server = await startServer({ cwd });
  let isOver = false;
  const load = (async () => {
    const statuses = new Set<number>();
    for (let number = 0; !isOver; number += 1) {
      statuses.add((await server.post({ ...exampleRequest, message: `number ${number}` })).status);
    }
    return [...statuses];
  })();
  const shown = await Promise.all([1, 2, 3].map(() => requests({ DATA_DIR: server.dataDir })));
  isOver = true;
  expect(shown.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(await load).toEqual([200]);
  await server.stop();
});
