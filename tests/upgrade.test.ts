import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

// deploy/upgrade.sh in a clone whose versions are servers of ten lines, with a systemctl that starts them.

const root = join(import.meta.dirname, '..');
const read = (path: string) => readFileSync(path, 'utf8');

/** Answers with its version; the health check's status is the version's. Writes the port that it got. */
const server = (version: string, health: number) => `
import { createServer } from 'node:http';
import { writeFileSync } from 'node:fs';
const server = createServer(({ url }, response) => {
  response.statusCode = url === '/healthz' ? ${health} : 200;
  response.end('${version}');
}).listen(0, '127.0.0.1', () => {
  writeFileSync(process.env.SETTINGS, 'SITE_URL=https://www.example.com/\\nPORT=' + server.address().port + '\\n');
  process.send('listening');
});`;

const systemctl = (folder: string) => `#!${process.execPath}
const { fork } = require('node:child_process');
const { appendFileSync, existsSync, readFileSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
process.chdir(${JSON.stringify(folder)});
const words = process.argv.slice(2).join(' ');
appendFileSync('called', words + '\\n');
if (words === 'start diesel-site-backup') {
  process.exit(existsSync('no-backup') ? 1 : 0);
}
const former = existsSync('pid') ? readFileSync('pid', 'utf8') : '';
if (former && existsSync('/proc/' + former)) {
  process.kill(Number(former));
}
const env = { ...process.env, SETTINGS: join(${JSON.stringify(folder)}, 'settings') };
const child = fork('clone/current/server.mjs', { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env });
writeFileSync('pid', String(child.pid));
child.once('message', () => process.exit(0));
child.once('exit', () => process.exit(0));
`;

let folder: string;
let clone: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  clone = join(folder, 'clone');
  mkdirSync(join(folder, 'tools'));
  writeFileSync(join(folder, 'tools/systemctl'), systemctl(folder), { mode: 0o755 });
  // Node takes a file without an ending for what the nearest package.json says.
  writeFileSync(join(folder, 'tools/package.json'), '{"type":"commonjs"}');
  writeFileSync(join(folder, 'tools/id'), '#!/bin/sh\necho 0\n', { mode: 0o755 });
  writeFileSync(join(folder, 'settings'), 'SITE_URL=https://www.example.com/\n');
  git(folder, 'init', '--quiet', '--initial-branch=main', 'author');
  publish('first');
  git(folder, 'clone', '--quiet', 'author', 'clone');
});

afterEach(() => {
  try {
    process.kill(Number(read(join(folder, 'pid'))));
  } catch {
    // It has ended, or never ran.
  }
});

const identity = { GIT_CONFIG_GLOBAL: '/dev/null', EMAIL: 'author@example.com' };

function git(cwd: string, ...words: string[]): string {
  const parameters = ['-c', 'user.name=Author', '-c', 'user.email=author@example.com', ...words];
  return execFileSync('git', parameters, { cwd, encoding: 'utf8', env: { ...process.env, ...identity } });
}

interface Version {
  health?: number;
  /** The command that builds it. */
  build?: string;
  script?: string;
}

function publish(version: string, { health = 200, build, script = server(version, health) }: Version = {}) {
  const author = join(folder, 'author');
  const write = (path: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(join(author, path)), { recursive: true });
    writeFileSync(join(author, path), text, { mode });
  };
  const upgrade = read(join(root, 'deploy/upgrade.sh'));
  expect(upgrade).toContain('is-healthy.mjs 30\n');
  write(
    'deploy/upgrade.sh',
    upgrade.replaceAll('/etc/diesel-site.env', join(folder, 'settings')).replace('mjs 30', 'mjs 1'),
    0o755,
  );
  write('deploy/is-healthy.mjs', read(join(root, 'deploy/is-healthy.mjs')));
  write('server.mjs', script);
  const link = `mkdir -p node_modules/.bin && ln -s ${process.execPath} node_modules/.bin/node && echo $SITE_URL > built-for`;
  write('package.json', JSON.stringify({ scripts: { build: build ?? link } }));
  write('.gitignore', read(join(root, '.gitignore')));
  git(author, 'add', '.');
  git(author, 'commit', '--quiet', '--message', version);
}

function upgrade(...parameters: string[]) {
  const env = { ...process.env, ...identity, PATH: `${join(folder, 'tools')}:${process.env.PATH}` };
  const { status, stdout, stderr } = spawnSync('deploy/upgrade.sh', parameters, {
    cwd: clone,
    encoding: 'utf8',
    env,
  });
  return { status, said: stdout, complaint: stderr };
}

/** The version that answers. */
async function running(): Promise<string> {
  const [, port] = /PORT=(\d+)/.exec(read(join(folder, 'settings'))) ?? [];
  return (await fetch(`http://127.0.0.1:${port}/`)).text();
}

const releases = () => readdirSync(join(clone, 'releases')).filter((name) => name !== '.lock');
const called = () => read(join(folder, 'called')).trim().split('\n');

test('the first version is built for the address of the site, linked and started', async () => {
  const { status, said, complaint } = upgrade('HEAD');
  expect({ status, complaint }).toEqual({ status: 0, complaint: '' });
  expect(said).toMatch(
    /^Backing up the requests\.\nBuilding version \w+, .*\nVersion \w+ is running and healthy\.\n$/,
  );
  expect(await running()).toBe('first');
  expect(read(join(clone, 'current/built-for'))).toBe('https://www.example.com\n');
});

test('backs up, then runs the newest version; the one before stays, older ones go', async () => {
  upgrade('HEAD');
  for (const version of ['second', 'third']) {
    publish(version);
    expect(upgrade()).toMatchObject({ status: 0, complaint: '' });
    expect(await running()).toBe(version);
  }
  expect(called().slice(-2)).toEqual(['start diesel-site-backup', 'restart diesel-site']);
  expect(releases()).toHaveLength(2);
  const { status } = upgrade('HEAD~1');
  expect(status).toBe(0);
  expect(await running()).toBe('second');
});

test.each<[string, Version]>([
  ['cannot save requests', { health: 503 }],
  ['ends at the start', { script: 'process.exit(1);' }],
])('a version that %s is not healthy: the one before runs again', async (_, version) => {
  upgrade('HEAD');
  publish('second', version);
  const { status, complaint } = upgrade();
  expect({ status, complaint }).toEqual({
    status: 1,
    complaint: expect.stringMatching(
      /^Version \w+ was not healthy within 30 s, so the one before runs again: .*\.\n$/,
    ),
  });
  expect(await running()).toBe('first');
  publish('third');
  expect(upgrade().status).toBe(0);
  expect(await running()).toBe('third');
});

test.each([
  ['a version that cannot be built', 'could not be built, so', () => publish('second', { build: 'false' })],
  ['a backup that fails', 'nothing was changed', () => writeFileSync(join(folder, 'no-backup'), '')],
])('%s changes nothing', async (_, sentence, goWrong) => {
  upgrade('HEAD');
  const before = [readlinkSync(join(clone, 'current')), releases()];
  goWrong();
  expect(upgrade()).toMatchObject({ status: 1, complaint: expect.stringContaining(sentence) });
  expect([readlinkSync(join(clone, 'current')), releases()]).toEqual(before);
  expect(called().at(-1)).toBe('start diesel-site-backup');
  expect(await running()).toBe('first');
});

test('edits that are not committed stop it, and commits of the owner are merged', async () => {
  upgrade('HEAD');
  publish('second');
  writeFileSync(join(clone, 'facts'), 'ours');
  expect(upgrade()).toMatchObject({
    status: 1,
    complaint: expect.stringContaining('commit your edits first'),
  });
  git(clone, 'config', 'user.name', 'Owner');
  git(clone, 'config', 'user.email', 'owner@example.com');
  git(clone, 'add', '.');
  git(clone, 'commit', '--quiet', '--message', 'Our facts');
  expect(upgrade()).toMatchObject({ status: 0, complaint: '' });
  expect(await running()).toBe('second');
  expect(read(join(clone, 'current/facts'))).toBe('ours');
});

test('only one upgrade runs at a time', () => {
  mkdirSync(join(clone, 'releases'));
  const held = spawnSync('flock', [join(clone, 'releases/.lock'), join(clone, 'deploy/upgrade.sh')], {
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(folder, 'tools')}:${process.env.PATH}` },
  });
  expect(held.stderr).toContain('Another upgrade is running');
});
