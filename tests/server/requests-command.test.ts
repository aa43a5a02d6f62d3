import { expect, test } from 'vitest';
import { en } from '../../content/words/en.ts';
import { mailWords } from '../../content/words/mail.ts';
import { startsProcess } from '../../scripts/time-limits.mjs';
import { byMonth, run as program } from '../../server/commands/requests.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { claimedDelivery, exampleRequest } from '../support/example-request.ts';
import { memoryFolder } from '../support/memory-folder.ts';
import { runCommand } from '../support/run-command.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { type InProcessServer, startInProcess } from '../support/start-in-process.ts';

const requests = (env: Record<string, string>, ...parameters: string[]) =>
  runCommand(program, env, ...parameters);

test(
  "lists unsent, refused and sent requests, and applies the owner's decisions",
  async () => {
    const sink = await startSmtpSink();
    const settings = { SMTP_URL: sink.url };
    const first = await startInProcess(settings);
    const { dataDir } = first;
    const run = (...parameters: string[]) => requests({ ...settings, DATA_DIR: dataDir }, ...parameters);
    const post = async (to: InProcessServer, changes: Partial<typeof exampleRequest>, outcome: string) => {
      const { reference } = await (await to.post({ ...exampleRequest, ...changes })).json();
      await to.logged('mail', { reference, outcome });
      return reference as string;
    };
    const sent = await post(first, { name: 'Sent Sam', message: 'first' }, 'accepted');
    sink.behave('refuse for good');
    const dead = await post(first, { name: 'Dead Dan', service: 'emergency', message: 'second' }, 'refused');
    sink.behave('refuse for now');
    const late = await post(first, { name: 'Late Lou', message: 'one\u001b[2J\ntwo' }, 'deferred');
    // With the server stopped, nothing changes while it is looked at.
    await first.stop();

    const { said: all } = await run();
    const unsent = `  ${late} .*pending.*Lou.*\n  ${dead} .*refused.*${mailWords.emergency}.*Dan`;
    expect(all).toMatch(new RegExp(`Unsent:\n${unsent}`));
    expect(all).toMatch(new RegExp(`Latest:\n${unsent}.*\n  ${sent} .*sent.*Sam`));
    const { said: one } = await run(late.toLowerCase());
    for (const text of ['> one[2J\n> two', exampleRequest.email, '451']) expect(one).toContain(text);

    await run(late, sent, '--done');
    for (const reference of [late, sent]) expect((await run(reference)).said).toContain('marked it as done');
    expect(await run(dead, sent, '--send-again')).toMatchObject({ code: 0 });
    sink.behave('accept');
    const second = await startInProcess(settings, { dataDir });
    await second.logged('mail', { reference: dead, outcome: 'accepted' });
    await second.logged('mail', { reference: sent, outcome: 'accepted' });
    await post(second, { message: 'the next one' }, 'accepted');
    const mailsOf = (reference: string) => sink.mails.filter(({ subject }) => subject?.includes(reference));
    expect([sent, dead, late].map((reference) => mailsOf(reference).length)).toEqual([2, 1, 0]);
    expect(mailsOf(sent).at(-1)?.text).toContain(mailWords.possibleDuplicate);
    await second.stop();
    await sink.stop();
  },
  // Each command starts a thread.
  startsProcess.timeout,
);

test.each<[string, string[], string | undefined, complaint: string]>([
  ['an unknown option', ['--sent'], undefined, '--sent'],
  ['no database', [], undefined, '/requests.sqlite'],
  ['an unknown reference', ['ZZZZZZ', '--done'], '', 'There is no request ZZZZZZ'],
  ['no reference', ['--done'], '', 'There is no request'],
  ['a database of another version', [], 'pragma user_version = 4', 'another version'],
])('says what is wrong with %s', async (_, parameters, prepare, complaint) => {
  const dataDir = memoryFolder('data');
  if (prepare !== undefined) {
    const database = openDatabase(dataDir);
    database.exec(prepare);
    database.close();
  }
  const result = await requests({ DATA_DIR: dataDir }, ...parameters);
  expect(result).toMatchObject({ code: 1, complaint: expect.stringContaining(complaint) });
});

test("counts each month's requests by service and hour of the business, and says how fast each was taken", () => {
  const listed = (
    time: string,
    minutes: number | undefined,
    service: 'emergency' | 'fleet',
    isTrap = false,
  ) => {
    const receivedAt = new Date(time);
    const takenAt = minutes === undefined ? null : new Date(receivedAt.getTime() + minutes * 60_000);
    const fields = { ...exampleRequest, service };
    const state = { takenAt, takenBy: null, doneAt: null, deliveries: [] };
    return { ...claimedDelivery({ receivedAt, fields, honeypotFilled: isTrap }), ...state };
  };
  const all = [
    listed('2026-12-01T09:10:00Z', 12, 'emergency'),
    listed('2026-12-01T05:59:00Z', 3, 'emergency'),
    listed('2026-11-30T20:00:00Z', undefined, 'fleet'),
    listed('2026-11-30T20:30:00Z', undefined, 'fleet', true),
  ];
  expect(byMonth(all).split('\n')).toEqual([
    'December 2026: 1 requests',
    `  by service: ${mailWords.emergency}: 1`,
    '  by hour: 03: 1',
    '  taken after minutes: 12',
    'November 2026: 2 requests',
    `  by service: ${mailWords.emergency}: 1, ${en.form.services.fleet}: 1`,
    '  by hour: 14: 1, 23: 1',
    '  taken after minutes: 3',
  ]);
});
