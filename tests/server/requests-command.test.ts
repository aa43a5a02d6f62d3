import { expect, test, vi } from 'vitest';
import { mailWords, words } from '../../content/words/index.ts';
import { run as program, summarizeMonths } from '../../server/commands/requests.ts';
import { ownerUpdateChannelName, stopOrderChannelName } from '../../server/requests/channel-data.ts';
import { openDatabase } from '../../server/store/sqlite/database.ts';
import { claimedDelivery, exampleRequest } from '../support/example-request.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { exampleChannels as channels, createInProcessStore } from '../support/in-process-store.ts';
import { createMemoryFolder } from '../support/memory-folder.ts';
import { runCommand } from '../support/start-in-process.ts';

const { en } = words;

// The tests' times are in this zone.
vi.mock('../../content/business.ts', async (original) => {
  const { business } = await original<typeof import('../../content/business.ts')>();
  return { business: { ...business, timeZone: 'America/Chicago' } };
});

const requests = (env: Record<string, string>, ...parameters: string[]) =>
  runCommand(program, env, ...parameters);

/** Opens a new database. `run` runs the command on it, and `save` saves a request and returns its reference. */
function openNewDatabase() {
  const dataDir = createMemoryFolder('data');
  const database = openDatabase(dataDir);
  const store = createInProcessStore(() => database, { clock: createFakeClock(), channels });
  return {
    database,
    store,
    run: (...parameters: string[]) =>
      requests({ DATA_DIR: dataDir, MAIL_TO: 'owner@example.com' }, ...parameters),
    async save(changes: Partial<typeof exampleRequest>) {
      const fields = { ...exampleRequest, ...changes };
      const saved = await store.save({ fields, language: 'en', idempotencyKey: changes.name });
      return 'reference' in saved ? saved.reference : '';
    },
  };
}

test("the command lists requests and applies the owner's decisions", async () => {
  const { database, run, save } = openNewDatabase();
  const sent = await save({ name: 'Sent Sam' });
  const dead = await save({ name: 'Dead Dan', service: 'emergency' });
  const late = await save({ name: 'Late Lou', message: 'one\u001b[2J\ntwo' });
  database.exec(`
    update deliveries set state = 'sent', delivered_at = 7 where request_id = 1;
    update deliveries set state = 'refused', result = 'refused 550' where request_id = 2`);

  const { output: list } = await run();
  const [lateLine, deadLine] = [
    `  ${late} .*unsent.*Lou`,
    `  ${dead} .*refused.*${mailWords.emergency}.*Dan`,
  ];
  expect(list).toMatch(new RegExp(`Unsent:\n${deadLine}.*\n${lateLine}.*\n\nLatest:`));
  expect(list).toMatch(new RegExp(`Latest:\n${lateLine}.*\n${deadLine}.*\n  ${sent} .*sent.*Sam.*\n\n`));
  const { output: details } = await run(late.toLowerCase());
  for (const text of ['> one[2J\n> two', exampleRequest.email, 'not tried']) {
    expect(details).toContain(text);
  }
  await run(late, '--done');
  expect((await run(late)).output).toContain('marked it as done');
  expect(await run(dead, sent, '--send-again')).toMatchObject({ code: 0 });
  for (const reference of [dead, sent]) {
    expect((await run(reference)).output).toContain(': unsent, ');
  }
});

test('a request in full names owner updates and stop orders', async () => {
  const { database, run, save } = openNewDatabase();
  const reference = await save({ name: 'Ana' });
  database.exec(`
    insert into deliveries (request_id, channel, recipient, due_at, rank) values
      (1, '${ownerUpdateChannelName}', 'owner@example.com', 0, 1), (1, '${stopOrderChannelName}', 'pushover', 0, 0)`);
  const { output } = await run(reference);
  expect(output).toContain('\nowner update to owner@example.com: unsent, not tried');
  expect(output).toContain('\nstop order to pushover: unsent, not tried');
});

test('the list says how each request ended', async () => {
  const { store, run, save } = openNewDatabase();
  const canceled = await save({ name: 'Ana' });
  const closed = await save({ name: 'Ben' });
  const erased = await save({ name: 'Cleo' });
  await store.cancelRequest({ reference: canceled });
  await store.endRequest({ reference: closed, ending: 'closed' });
  await store.eraseRequest({ reference: erased });
  const { output } = await run();
  expect(output).toMatch(new RegExp(`  ${canceled} .*  canceled, unsent  `));
  expect(output).toMatch(new RegExp(`  ${closed} .*  closed  `));
  expect(output).toMatch(new RegExp(`  ${erased} .*  deleted  `));
  expect((await run(erased, '--send-again')).code).not.toBe(0);
});

test('the list leaves out emails to former recipients', async () => {
  const dataDir = createMemoryFolder('data');
  const database = openDatabase(dataDir);
  const store = createInProcessStore(() => database, { clock: createFakeClock(), channels });
  const fields = { ...exampleRequest, name: 'Moved Mo' };
  await store.save({ fields, language: 'en', idempotencyKey: undefined });
  database.exec(`
    update deliveries set state = 'sent', delivered_at = 7;
    insert into deliveries (request_id, channel, recipient, due_at, rank, state)
      values (1, 'email', 'former@example.com', 0, 1, 'closed')`);
  const { output } = await requests({ DATA_DIR: dataDir, MAIL_TO: 'owner@example.com' });
  expect(output).toMatch(/ {2}sent {2}.*Mo/);
});

test('the command lists emergencies first, then older requests, then probable spam', async () => {
  const dataDir = createMemoryFolder('data');
  const database = openDatabase(dataDir);
  const store = createInProcessStore(() => database, { clock: createFakeClock(), channels });
  const save = async (message: string, service: string, honeypotFilled = false) => {
    const fields = { ...exampleRequest, message, service: service as 'fleet' };
    const saved = await store.save({ fields, language: 'en', idempotencyKey: message, honeypotFilled });
    return 'reference' in saved ? saved.reference : '';
  };
  const oldest = await save('oldest', 'emergency');
  const probableSpam = await save('probable spam', 'fleet', true);
  const flood: string[] = [];
  for (let post = 0; post < 60; post += 1) {
    flood.push(await save(`flood ${post}`, 'fleet'));
  }
  const newest = await save('newest', 'emergency');

  const env = { DATA_DIR: dataDir, MAIL_TO: 'owner@example.com' };
  const listed = (text: string) => text.match(/(?<=^ {2})[0-9A-Z]{6}(?= )/gm);
  const { output } = await requests(env);
  const [unsent = '', latest = ''] = output.split('Latest:');
  expect(listed(unsent)).toEqual([oldest, newest, ...flood.slice(0, 48)]);
  expect(unsent).toMatch(/\n {2}and 13 more, listed by --unsent\n\n$/);
  expect(listed(latest)).toEqual([newest, ...flood.toReversed().slice(0, 19)]);
  expect(latest).toMatch(/\n {2}and 43 earlier ones\n\n/);
  const { output: all } = await requests(env, '--unsent');
  expect(listed(all)).toEqual([oldest, newest, ...flood, probableSpam]);
  expect(all).not.toContain('more');
});

test.each<{ what: string; parameters: string[]; prepare: string | undefined; errorOutput: string }>([
  { what: 'an unknown option', parameters: ['--sent'], prepare: undefined, errorOutput: '--sent' },
  { what: 'no database', parameters: [], prepare: undefined, errorOutput: '/requests.sqlite' },
  {
    what: 'an unknown reference',
    parameters: ['ZZZZZZ', '--done'],
    prepare: '',
    errorOutput: 'There is no request ZZZZZZ',
  },
  {
    what: 'no reference',
    parameters: ['--done'],
    prepare: '',
    errorOutput: 'Add the reference of a request',
  },
  {
    what: 'a database of another version',
    parameters: [],
    prepare: 'pragma user_version = 4',
    errorOutput: 'another version',
  },
])('the command explains what is wrong with $what', async ({ parameters, prepare, errorOutput }) => {
  const dataDir = createMemoryFolder('data');
  if (prepare !== undefined) {
    const database = openDatabase(dataDir);
    database.exec(prepare);
    database.close();
  }
  const result = await requests({ DATA_DIR: dataDir }, ...parameters);
  expect(result).toMatchObject({ code: 1, errorOutput: expect.stringContaining(errorOutput) });
});

test("the command counts each month's requests by service, hour, and response time", () => {
  const listed = (time: string, minutes = 0, service = 'fleet', honeypotFilled = false) => {
    const receivedAt = new Date(time);
    const takenAt = minutes > 0 ? new Date(receivedAt.getTime() + minutes * 60_000) : null;
    const fields = { ...exampleRequest, service: service as 'fleet' };
    const state = { takenAt, takenBy: null, ending: '' as const, doneAt: null, deliveries: [], linkAge: 0 };
    return { ...claimedDelivery({ receivedAt, fields, honeypotFilled }), ...state };
  };
  const all = [
    listed('2026-12-01T09:10:00Z', 12, 'emergency'),
    listed('2026-12-01T05:59:00Z', 3, 'emergency'),
    listed('2026-11-30T20:00:00Z'),
    listed('2026-11-30T20:30:00Z', 0, 'fleet', true),
    listed('2026-11-30T20:40:00Z', 0, 'emergency', true),
  ];
  const months = [
    { month: '2026-12', requests: 1, emergencies: 1, takenIn15: 1 },
    // Two of them are deleted.
    { month: '2026-11', requests: 5, emergencies: 2, takenIn15: 1 },
    { month: '2026-10', requests: 31, emergencies: 20, takenIn15: 18 },
  ];
  expect(summarizeMonths(months, all).split('\n')).toEqual([
    '2026-12: 1 requests, 1 emergencies, 1 taken within 15 minutes',
    `  by service: ${mailWords.emergency}: 1`,
    '  by hour: 03: 1',
    '  minutes until taken: 12',
    '2026-11: 5 requests, 2 emergencies, 1 taken within 15 minutes',
    `  by service: ${mailWords.emergency}: 2, ${en.form.services.fleet}: 1`,
    '  by hour: 14: 2, 23: 1',
    '  minutes until taken: 3',
    '2026-10: 31 requests, 20 emergencies, 18 taken within 15 minutes',
  ]);
});
