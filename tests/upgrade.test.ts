import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';

// A project in small, with the real upgrade: versions differ in what their server answers and in the number
// of their tables. Its commands for copies are the simplest there are.

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
const [remote, author, live, data, tools] = ['remote', 'author', 'live', 'data', 'tools'].map((name) =>
  join(folder, name),
) as [string, string, string, string, string];
const pid = join(folder, 'pid');
let port: number;

interface Version {
  name: string;
  /** The number of its tables. */
  tables: number;
  /** What /healthz answers, as an expression. */
  health?: string;
  build?: string;
}

const packageOf = ({ build = 'mkdir -p build && echo built > build/site' }: Version) => ({
  name: 'site',
  private: true,
  type: 'module',
  scripts: {
    build,
    upgrade: 'node deploy/upgrade.ts',
    backup: `cp ${join(data, 'requests.sqlite')}`,
    restore: `sh -c 'cp "$1" ${join(data, 'requests.sqlite')}' --`,
  },
});

const serverOf = ({ name, tables, health = '200' }: Version) => `
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { DatabaseSync } from 'node:sqlite';
const { PORT, DATA_DIR } = process.env;
const database = new DatabaseSync(DATA_DIR + '/requests.sqlite');
const { user_version } = database.prepare('pragma user_version').get();
if (user_version > ${tables}) throw new Error('The tables are newer than this program.');
database.exec('pragma user_version = ${tables}');
const server = createServer((request, response) => {
  response.statusCode = request.url === '/healthz' ? ${health} : existsSync('build/site') ? 200 : 404;
  response.end('${name}');
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(JSON.stringify({ event: 'listening', url: 'http://127.0.0.1:' + server.address().port }));
});
process.on('SIGTERM', () => process.exit(0));
`;

/** Starts and stops the server as systemd does, and waits for its end. */
const systemctl = () => `#!/bin/sh
echo "$1" >> ${folder}/systemctl
if [ "$1" = stop ]; then
  kill "$(cat ${pid})"; while kill -0 "$(cat ${pid})" 2>/dev/null; do sleep 0.05; done
else
  PORT=${port} DATA_DIR=${data} setsid node server/main.ts >/dev/null 2>&1 </dev/null &
  echo $! > ${pid}
fi
`;

function git(cwd: string, ...parameters: string[]): string {
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  return execFileSync('git', [...identity, ...parameters], { cwd, encoding: 'utf8', stdio: 'pipe' }).trim();
}

function write(path: string, contents: string, mode = 0o644): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, contents, { mode });
}

/** Commits a version and gives it to everybody. */
function publish(version: Version): void {
  write(join(author, 'package.json'), JSON.stringify(packageOf(version), null, 2));
  write(join(author, 'server/main.ts'), serverOf(version));
  git(author, 'add', '--all');
  git(author, 'commit', '--quiet', '--message', version.name);
  git(author, 'push', '--quiet', 'origin', 'HEAD:main');
}

const env = () => ({
  ...process.env,
  PATH: `${tools}:${dirname(process.execPath)}:${process.env.PATH}`,
  PORT: String(port),
  DATA_DIR: data,
  npm_config_offline: 'true',
});

function upgrade(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'upgrade', '--', ...parameters], {
    cwd: live,
    env: env(),
    encoding: 'utf8',
  });
  return { status, said: `${stdout}${stderr}` };
}

const running = async () =>
  (await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: 'close' } })).text();

/** What the store holds, and the number of its tables. */
function stored() {
  const database = new DatabaseSync(join(data, 'requests.sqlite'));
  const { user_version } = database.prepare('pragma user_version').get() ?? {};
  const rows = database.prepare('select text from requests').all();
  database.close();
  return { tables: user_version, requests: rows.map(({ text }) => text) };
}

beforeAll(async () => {
  port = await freePort();
  mkdirSync(data);
  const store = new DatabaseSync(join(data, 'requests.sqlite'));
  store.exec("create table requests (text text); insert into requests values ('kept')");
  store.close();
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', remote);
  git(folder, 'clone', '--quiet', remote, author);
  for (const file of [
    'deploy/upgrade.ts',
    'deploy/becomes-healthy.ts',
    'scripts/install.mjs',
    'scripts/run.mjs',
    'server/commands/environment.ts',
    '.gitignore',
  ]) {
    write(join(author, file), readFileSync(join(root, file), 'utf8'));
  }
  write(join(author, 'content/business.ts'), 'the name\n\n\nthe phone\n');
  write(
    join(author, 'package-lock.json'),
    JSON.stringify({ name: 'site', lockfileVersion: 3, packages: { '': { name: 'site' } } }),
  );
  publish({ name: 'first', tables: 1 });
  git(folder, 'clone', '--quiet', remote, live);
  write(join(tools, 'systemctl'), systemctl(), 0o755);
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: live, env: env() });
  execFileSync(join(tools, 'systemctl'), ['start'], { cwd: live, env: env() });
}, 60_000);
afterAll(() => {
  process.kill(Number(readFileSync(pid, 'utf8')));
});

test('the newest version is left alone', () => {
  expect(upgrade()).toMatchObject({ status: 0, said: expect.stringContaining('the newest version') });
});

test('edits that are not committed stop it before anything happens', () => {
  const file = join(live, 'content/business.ts');
  const before = readFileSync(file, 'utf8');
  writeFileSync(file, 'my name\n\n\nthe phone\n');
  expect(upgrade()).toMatchObject({ status: 1, said: expect.stringContaining('Commit them first') });
  writeFileSync(file, before);
});

test('a new version runs with the data, and with the edits of the owner', async () => {
  writeFileSync(join(live, 'content/business.ts'), 'my name\n\n\nthe phone\n');
  git(live, 'commit', '--quiet', '--all', '--message', 'My name');
  write(join(author, 'content/business.ts'), 'the name\n\n\nthe phone\nthe email\n');
  publish({ name: 'second', tables: 2 });
  const { status, said } = upgrade();
  expect({ status, said }).toMatchObject({
    status: 0,
    said: expect.stringContaining('The new version runs'),
  });
  expect(await running()).toBe('second');
  expect(stored()).toEqual({ tables: 2, requests: ['kept'] });
  expect(readFileSync(join(live, 'content/business.ts'), 'utf8')).toBe('my name\n\n\nthe phone\nthe email\n');
  expect(existsSync(join(live, '.upgrade'))).toBe(false);
  expect(existsSync(join(live, 'requests.before-upgrade.sqlite'))).toBe(false);
}, 60_000);

test.each([
  ['cannot be built', { name: 'third', tables: 2, build: 'false' }, 'failed'],
  ['is not healthy on a copy', { name: 'fourth', tables: 3, health: '503' }, 'does not work on a copy'],
])(
  'a version that %s never touches the one that runs',
  async (_, version, words) => {
    publish(version);
    const calls = readFileSync(join(folder, 'systemctl'), 'utf8');
    expect(upgrade('--patience', '3')).toMatchObject({ status: 1, said: expect.stringContaining(words) });
    expect(readFileSync(join(folder, 'systemctl'), 'utf8')).toBe(calls);
    expect(await running()).toBe('second');
    expect(stored()).toEqual({ tables: 2, requests: ['kept'] });
  },
  60_000,
);

test('a version that fails in earnest gives way to the old one, with the tables that it knows', async () => {
  publish({ name: 'fifth', tables: 3, health: `PORT === '${port}' ? 503 : 200` });
  const commit = git(live, 'rev-parse', 'HEAD');
  expect(upgrade('--patience', '3')).toMatchObject({
    status: 1,
    said: expect.stringContaining('the old one runs again'),
  });
  await expect.poll(() => running().catch(() => ''), { timeout: 20_000 }).toBe('second');
  expect(git(live, 'rev-parse', 'HEAD')).toBe(commit);
  expect(git(live, 'status', '--porcelain')).toBe('');
  expect(stored()).toEqual({ tables: 2, requests: ['kept'] });
}, 60_000);

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port: free } = server.address() as { port: number };
      server.close(() => resolve(free));
    });
  });
}
