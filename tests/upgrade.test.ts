import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { requestStatusPath } from '../contract/function-paths.ts';
import { requestTokenHeader } from '../contract/request-status.ts';
import { startsProcess } from '../scripts/time-limits.mjs';
import { schemaVersion } from '../server/store/schema.ts';
import { exampleRequest } from './support/example-request.ts';
import { createMemoryFolder } from './support/memory-folder.ts';
import { connectToSharedPostgres } from './support/postgres.ts';
import { startSmtpSink } from './support/smtp-sink.ts';
import { type RunningServer, startServer } from './support/start-server.ts';
import { createTinySite } from './support/tiny-site.ts';

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(path, 'utf8');

// These tests run deploy/upgrade.sh in a clone whose versions are text files. `systemctl` and the health check are
// stubs.

let folder: string;
let clone: string;

beforeEach(({ skip }) => {
  skip(process.platform !== 'linux', 'deploy/upgrade.sh needs flock, which only Linux has.');
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  clone = join(folder, 'clone');
  const systemctl = `[ "$1" = start ] && [ -e ${folder}/no-backup ] && exit 1\necho "$@" >> ${folder}/called`;
  write(join(folder, 'tools/systemctl'), `#!/bin/sh\n${systemctl}\n`, 0o755);
  write(join(folder, 'tools/id'), '#!/bin/sh\necho 0\n', 0o755);
  write(join(folder, 'settings'), 'SITE_URL="https://www.example.com/"\nPORT="8081"\n');
  git(folder, 'init', '--quiet', '--initial-branch=main', 'author');
  publish('first');
  git(folder, 'clone', '--quiet', 'author', 'clone');
});

function write(path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text, { mode });
}

const identity = { GIT_CONFIG_GLOBAL: '/dev/null', EMAIL: 'author@example.com' };

function git(cwd: string, ...words: string[]): string {
  const parameters = ['-c', 'user.name=Author', '-c', 'user.email=author@example.com', ...words];
  return execFileSync('git', parameters, { cwd, encoding: 'utf8', env: { ...process.env, ...identity } });
}

/** Commits a version that can or can't be built, and is healthy or not. */
function publish(version: string, isBuilt = true, isHealthy = true): void {
  const author = join(folder, 'author');
  const script = read(join(root, 'deploy/upgrade.sh'));
  const upgrade = script.replaceAll('/etc/diesel-site.env', `${folder}/settings`);
  write(join(author, 'deploy/upgrade.sh'), upgrade, 0o755);
  write(join(author, 'deploy/read-setting.mjs'), read(join(root, 'deploy/read-setting.mjs')));
  write(join(author, 'version'), version);
  const check = `echo "$PORT $@" >> ${folder}/called\nexit ${isHealthy ? 0 : 1}`;
  write(join(author, 'node'), `#!/bin/sh\n${check}\n`, 0o755);
  const build = 'mkdir -p node_modules/.bin && cp node node_modules/.bin && echo $SITE_URL > built-for';
  write(join(author, 'package.json'), JSON.stringify({ scripts: { build: isBuilt ? build : 'false' } }));
  write(join(author, '.gitignore'), read(join(root, '.gitignore')));
  git(author, 'add', '.');
  git(author, 'commit', '--quiet', '--message', version);
}

function upgrade(...parameters: string[]) {
  const env = { ...process.env, ...identity, PATH: `${join(folder, 'tools')}:${process.env.PATH}` };
  const options = { cwd: clone, encoding: 'utf8', env } as const;
  const { status, stdout: output, stderr: errorOutput } = spawnSync('deploy/upgrade.sh', parameters, options);
  return { status, output, errorOutput };
}

const readRunningVersion = () => read(join(clone, 'current/version'));
const listReleases = () => readdirSync(join(clone, 'releases')).filter((name) => name !== '.lock');
const readCalls = () => read(join(folder, 'called')).trim().split('\n');
const started = ['restart diesel-site', '8081 deploy/is-healthy.mjs 30'];

test('an upgrade backs up, builds for SITE_URL, and runs the newest version', startsProcess, () => {
  expect(upgrade('HEAD')).toEqual({
    status: 0,
    output: expect.stringMatching(
      /^Backing up the requests\.\nBuilding version \w+, .*\nVersion \w+ is running and healthy\.\n$/,
    ),
    errorOutput: '',
  });
  expect(readCalls()).toEqual(['start diesel-site-backup', ...started]);
  expect(read(join(clone, 'current/built-for'))).toBe('https://www.example.com\n');
  for (const version of ['second', 'third']) {
    publish(version);
    expect(upgrade()).toMatchObject({ status: 0, errorOutput: '' });
    expect(readRunningVersion()).toBe(version);
  }
  expect(listReleases()).toHaveLength(2);
  expect(upgrade('HEAD~1').status).toBe(0);
  expect(readRunningVersion()).toBe('second');
});

test('an upgrade prints the command that goes back to the version that ran before', startsProcess, () => {
  upgrade('HEAD');
  const first = git(clone, 'rev-parse', '--short', 'HEAD').trim();
  publish('second', true, false);
  upgrade();
  publish('third');
  const { output } = upgrade();
  expect(output).toMatch(
    new RegExp(`To go back to the previous version, run: deploy/upgrade.sh ${first}\n$`),
  );
  expect(upgrade(first)).toMatchObject({ status: 0, output: expect.stringMatching(/healthy\.\n$/) });
  expect(readRunningVersion()).toBe('first');
});

test("an upgrade says if the server's setup has changed", startsProcess, () => {
  upgrade('HEAD');
  write(join(folder, 'author/deploy/diesel-site.service'), '');
  publish('second');
  expect(upgrade().output).toMatch(/\nThe server's setup has changed, too\. Run deploy\/install\.sh, .*\n$/);
  publish('third');
  expect(upgrade().output).not.toContain('install.sh');
});

test('an upgrade without a newer version says so', startsProcess, () => {
  upgrade('HEAD');
  expect(upgrade().output).toContain('There is no newer version');
  publish('second');
  expect(upgrade().output).not.toContain('no newer version');
});

test('an unhealthy version is replaced by the version before it', startsProcess, () => {
  upgrade('HEAD');
  publish('second', true, false);
  const sentence = /^Version \w+ was not healthy within 30 s, so the previous version was restored: .*\.\n$/;
  expect(upgrade()).toMatchObject({ status: 1, errorOutput: expect.stringMatching(sentence) });
  expect(readRunningVersion()).toBe('first');
  expect(readCalls().slice(-4)).toEqual([...started, ...started]);
});

test.each([
  {
    what: 'a version that cannot be built',
    sentence: 'could not be built, so',
    breakUpgrade: () => publish('second', false),
  },
  {
    what: 'a backup that fails',
    sentence: 'nothing was changed',
    breakUpgrade: () => write(join(folder, 'no-backup'), ''),
  },
  {
    what: 'an uncommitted edit',
    sentence: 'commit your edits first',
    breakUpgrade: () => write(join(clone, 'facts'), 'ours'),
  },
])('an upgrade with $what changes nothing', startsProcess, ({ sentence, breakUpgrade }) => {
  upgrade('HEAD');
  const before = [readlinkSync(join(clone, 'current')), listReleases()];
  breakUpgrade();
  expect(upgrade()).toMatchObject({ status: 1, errorOutput: expect.stringContaining(sentence) });
  expect([readlinkSync(join(clone, 'current')), listReleases()]).toEqual(before);
  expect(readCalls().filter((line) => line.startsWith('restart'))).toHaveLength(1);
});

test("an upgrade merges the owner's commits", startsProcess, () => {
  publish('second');
  write(join(clone, 'facts'), 'ours');
  git(clone, 'config', 'user.name', 'Owner');
  git(clone, 'config', 'user.email', 'owner@example.com');
  git(clone, 'add', '.');
  git(clone, 'commit', '--quiet', '--message', 'Our facts');
  expect(upgrade()).toMatchObject({ status: 0, errorOutput: '' });
  expect(readRunningVersion()).toBe('second');
  expect(read(join(clone, 'current/facts'))).toBe('ours');
});

/** Finds the last commit with the previous schema. Returns undefined in a shallow clone, which lacks that commit. */
function findVersionBefore(): string | undefined {
  const search = ['log', '--format=%H', '--reverse', `-Sexport const schemaVersion = ${schemaVersion};`];
  const output = execFileSync('git', [...search, '--', 'server/**schema.ts'], {
    cwd: root,
    encoding: 'utf8',
  });
  const [first] = output.split('\n');
  // Without such a commit, the current schema is not committed yet.
  const before = first ? `${first}^` : 'HEAD';
  const { status } = spawnSync('git', ['cat-file', '-e', before], { cwd: root });
  return status === 0 ? before : undefined;
}

const versionBefore = findVersionBefore();
const databases = ['SQLite', 'PostgreSQL'];
const alternate = 'the previous and the current version can alternate on one %s database';

test.skipIf(!versionBefore).each(databases)(alternate, startsProcess, async (engine) => {
  const before = join(folder, 'before');
  mkdirSync(before);
  const files = `git archive ${versionBefore} server contract content package.json | tar -x -C ${before}`;
  const link = `ln -s "$PWD/node_modules" ${before}`;
  execFileSync('sh', ['-c', `${files} && ${link}`], { cwd: root });

  const sink = await startSmtpSink();
  const dataDir = createMemoryFolder('data');
  const references: string[] = [];
  /** References of requests that drivers end while the current version runs. */
  let [canceled, erased] = ['', ''];
  const database =
    engine === 'PostgreSQL' ? { DATABASE_URL: await (await connectToSharedPostgres()).newDatabase() } : {};
  const env = { SMTP_URL: sink.url, MAIL_TO: 'owner@example.com', ...database };
  // The number of emails by the end of each run. The previous version also emails the canceled request.
  const emails = [0, 0, 4, 6];
  for (const [index, project] of [before, root, before, root].entries()) {
    sink.behave(index < 2 ? 'refuse for now' : 'accept');
    const server = await startServer({ project, cwd: createTinySite(), dataDir, env });
    const post = async (message: string): Promise<string> =>
      (await (await server.post({ ...exampleRequest, message }, { 'Idempotency-Key': message })).json())
        .reference;
    const reference = await post(`request ${index}`);
    references.push(reference);
    expect(await post('request 0')).toBe(references[0]);
    await server.logged('mail', { reference, outcome: index < 2 ? 'deferred' : 'accepted' });
    if (index === 1) {
      canceled = await endByDriver(server, 'cancel');
      erased = await endByDriver(server, 'erase');
    }
    await sink.received(emails[index] ?? 0);
    await server.stop();
  }
  await sink.stop();
  const mailed = sink.mails.map(({ subject }) => subject?.slice(-6));
  const ownerUpdate = canceled;
  expect(mailed.toSorted()).toEqual([...references, canceled, ownerUpdate].toSorted());
  expect(mailed).not.toContain(erased);
});

/** Sends a request and ends it as its driver would. Returns the reference. */
async function endByDriver(server: RunningServer, action: 'cancel' | 'erase'): Promise<string> {
  const answer = await server.post({ ...exampleRequest, message: action });
  const { reference, statusToken } = await answer.json();
  // An email in progress may have arrived, so the owner would be asked to delete it.
  await server.logged('mail', { reference, outcome: 'deferred' });
  const { ok } = await fetch(server.url + requestStatusPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', [requestTokenHeader]: statusToken },
    body: JSON.stringify({ action }),
  });
  expect(ok).toBe(true);
  return reference;
}
