import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPostgres } from './support/postgres.ts';
import { git, openUpgradeSite, type UpgradeSite } from './support/upgrade-site.ts';

let site: UpgradeSite;
let load: ReturnType<UpgradeSite['load']>;

beforeAll(async () => {
  site = await openUpgradeSite();
  load = site.load();
  while ((await site.running()) === undefined);
});
afterAll(async () => {
  await load.stop();
  await site.close();
});

/** Every request that was ever acknowledged is in the file that the server uses. */
function assertNothingMissing() {
  const database = new DatabaseSync(join(site.data, 'requests.sqlite'), { readOnly: true, timeout: 5_000 });
  const stored = new Set(
    database
      .prepare('select reference from requests join outbox_messages on request_id = id')
      .all()
      .map(({ reference }) => reference),
  );
  database.close();
  expect(load.acknowledged.length).toBeGreaterThan(0);
  expect(load.acknowledged.filter((reference) => !stored.has(reference))).toEqual([]);
}

const leftovers = () => [
  ...readdirSync(site.live).filter((name) => name === '.upgrade'),
  ...readdirSync(site.data).filter((name) => /before-upgrade|unfinished/.test(name)),
];

test('the newest version is left alone', async () => {
  expect(await site.upgrade()).toMatchObject({
    status: 0,
    said: expect.stringContaining('the newest version'),
  });
});

test('a branch that follows no other is explained', async () => {
  site.git('branch', '--unset-upstream');
  expect(await site.upgrade()).toMatchObject({
    status: 1,
    said: expect.stringContaining('git branch --set-upstream-to=origin/main'),
  });
  site.git('branch', '--set-upstream-to=origin/main');
});

test('edits that are not committed stop it before anything happens', async () => {
  const file = join(site.live, 'content/business.ts');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, `${before}// mine\n`);
  expect(await site.upgrade()).toMatchObject({
    status: 1,
    said: expect.stringContaining('Commit them first'),
  });
  writeFileSync(file, before);
});

test('a new version runs with the data, and with the edits of the owner', async () => {
  const mine = join(site.live, 'content/business.ts');
  writeFileSync(mine, `${readFileSync(mine, 'utf8')}// mine\n`);
  site.git('commit', '--quiet', '--all', '--message', 'Mine');
  site.publish({ name: 'second', migrates: true });
  const { status, said } = await site.upgrade();
  expect({ status, said }).toMatchObject({
    status: 0,
    said: expect.stringContaining('The new version runs'),
  });
  expect(await site.running()).toBe('second');
  expect(readFileSync(mine, 'utf8')).toMatch(/mine\n$/);
  assertNothingMissing();
  expect(leftovers()).toEqual([]);
});

test.each([
  ['cannot be built', { name: 'third', build: 'false' }, 'failed'],
  [
    'cannot start',
    { name: 'fourth', files: { 'server/main.ts': 'process.exit(1);' } },
    'does not work on a copy',
  ],
])(
  'a version that %s never touches the one that runs',
  async (_, version, words) => {
    site.publish(version);
    const calls = site.calls();
    expect(await site.upgrade()).toMatchObject({ status: 1, said: expect.stringContaining(words) });
    expect(site.calls()).toBe(calls);
    expect(await site.running()).toBe('second');
    git(site.author, 'revert', '--no-edit', 'HEAD');
  },
  180_000,
);

test('a file in the way of the new version stops it before anything happens', async () => {
  site.publish({ name: 'fifth', files: { 'server/added.ts': 'export {};' } });
  const calls = site.calls();
  const file = join(site.live, 'server/added.ts');
  for (const put of [
    () => writeFileSync(file, 'mine'),
    () => mkdirSync(join(file, 'deep'), { recursive: true }),
  ]) {
    put();
    expect(await site.upgrade()).toMatchObject({
      status: 1,
      said: expect.stringContaining('server/added.ts'),
    });
    site.git('clean', '-fdq', 'server');
  }
  expect(site.calls()).toBe(calls);
});

test('a version that fails in earnest gives way to the old one, with all that it accepted', async () => {
  site.publish({ name: 'sixth', migrates: true, isUnhealthy: true });
  const commit = site.git('rev-parse', 'HEAD');
  const { status, said } = await site.upgrade();
  expect({ status, said }).toMatchObject({
    status: 1,
    said: expect.stringContaining('the old version runs again'),
  });
  expect(said).toContain('requests that the new version accepted were added');
  expect(await site.running()).toBe('second');
  expect(site.git('rev-parse', 'HEAD')).toBe(commit);
  expect(site.git('status', '--porcelain')).toBe('');
  assertNothingMissing();
  expect(existsSync(join(site.live, '.upgrade'))).toBe(false);
});

test('a service that cannot be started is said to be stopped, and the next run starts it', async () => {
  site.failStarts(6);
  const { status, said } = await site.upgrade();
  expect({ status, said }).toMatchObject({ status: 1, said: expect.stringContaining('The site is stopped') });
  expect(await site.upgrade()).toMatchObject({
    status: 1,
    said: expect.stringContaining('old version runs again'),
  });
  expect(await site.running()).toBe('second');
  assertNothingMissing();
});

test('what a full disk left of the new version is removed, and what is not of it stays', async () => {
  // Larger than what Node reads of a command's output unless told otherwise.
  const large = `export {};${' '.repeat(2 ** 21)}`;
  site.publish({
    name: 'not yet',
    files: { 'server/left.ts': large, 'server/mine.ts': 'export {};' },
  });
  site.git('fetch', '--quiet');
  const [from, to] = ['HEAD', '@{upstream}'].map((commit) => site.git('rev-parse', commit));
  mkdirSync(join(site.live, '.upgrade'));
  writeFileSync(
    join(site.live, '.upgrade/back.json'),
    JSON.stringify({ from, to, at: Date.now(), migrates: false }),
  );
  const [left, mine] = ['server/left.ts', 'server/mine.ts'].map((path) => join(site.live, path)) as Two;
  writeFileSync(left, 'expo');
  writeFileSync(mine, 'mine');
  expect(await site.upgrade()).toMatchObject({
    status: 1,
    said: expect.stringContaining('old version runs again'),
  });
  expect(existsSync(left)).toBe(false);
  expect(readFileSync(mine, 'utf8')).toBe('mine');
  rmSync(mine);
});

type Two = [string, string];

test('two upgrades at once are one', async () => {
  site.publish({ name: 'seventh' });
  const results = await Promise.all([site.upgrade(), site.upgrade()]);
  expect(results.map(({ status }) => status).sort()).toEqual([0, 1]);
  expect(results.find(({ status }) => status === 1)?.said).toMatch(/process \d+ is upgrading/);
  expect(await site.running()).toBe('seventh');
});

test('with PostgreSQL, changed tables are tried on a copy, need to be asked for, and are no way back', async () => {
  const postgres = await startPostgres();
  const shared = await openUpgradeSite({ DATABASE_URL: await postgres.newDatabase() });
  await expect.poll(() => shared.running()).toBe('first');
  const visitors = shared.load();
  shared.publish({ name: 'second', migrates: true });
  const calls = shared.calls();
  const refused = await shared.upgrade();
  expect(refused).toMatchObject({ status: 1, said: expect.stringContaining('npm run upgrade -- --migrate') });
  expect(shared.calls()).toBe(calls);
  expect(await shared.post('still the old tables')).toHaveLength(1);

  const { status, said } = await shared.upgrade(['--migrate']);
  expect({ status, said }).toMatchObject({
    status: 0,
    said: expect.stringContaining('The new version runs'),
  });
  expect(await shared.running()).toBe('second');

  shared.publish({ name: 'third', migrates: true, isUnhealthy: true });
  expect(await shared.upgrade(['--migrate'])).toMatchObject({
    status: 1,
    said: expect.stringContaining('its form cannot save requests'),
  });
  await visitors.stop();
  expect((await fetch(shared.url)).status).toBe(200);
  expect(await shared.post('the tables are too new')).toEqual([]);
  await shared.close();
  postgres.kill();
}, 300_000);
