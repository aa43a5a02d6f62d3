import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startsProcess } from '../scripts/time-limits.mjs';
import { startServer } from './support/start-server.ts';
import { createTinySite } from './support/tiny-site.ts';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const service = read('deploy/diesel-site.service');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

// Tests whose tools are missing are skipped. They never count as passed.

test.skipIf(!hasSystemd)('systemd accepts the units and rates their exposure as low', startsProcess, () => {
  const folder = mkdtempSync(join(tmpdir(), 'units-'));
  const units = globSync('deploy/*.{service,timer}', { cwd: root }).map((file) => {
    const unit = join(folder, basename(file));
    // Use the path of this project as if it were installed there.
    writeFileSync(unit, read(file).replaceAll('/opt/diesel-site/current', root));
    return unit;
  });
  expect(units).toHaveLength(3);
  const { stdout, stderr } = spawnSync('systemd-analyze', ['verify', ...units], { encoding: 'utf8' });
  expect(`${stdout}${stderr}`).toBe('');
  for (const unit of units.filter((name) => name.endsWith('.service'))) {
    const command = ['security', '--offline=true', '--no-pager', unit];
    const printed = execFileSync('systemd-analyze', command, { encoding: 'utf8' });
    const [, exposure] = /Overall exposure level for .*: ([\d.]+)/.exec(printed) ?? [];
    expect(Number(exposure), unit).toBeLessThanOrEqual(1.5);
  }
});

describe('install.sh', () => {
  const caddyfile = read('deploy/Caddyfile');
  const script = read('deploy/install.sh');

  /** Runs the script in a new folder with Debian's Caddyfile and stubs of tools that always succeed. */
  function runInstall(siteUrl: string, before = '# See /usr/share/caddy\n', account = '0', runs?: string) {
    const folder = mkdtempSync(join(tmpdir(), 'install-'));
    const within = (path: string) => join(folder, path);
    const write = (path: string, text: string, mode = 0o644) => {
      mkdirSync(dirname(within(path)), { recursive: true });
      writeFileSync(within(path), text, { mode });
    };
    write('opt/diesel-site/deploy/install.sh', script.replaceAll(/\/(etc|opt|var)\//g, `${folder}/$1/`));
    write('opt/diesel-site/deploy/Caddyfile', caddyfile);
    write('opt/diesel-site/deploy/upgrade.sh', '#!/bin/sh\nupgrade "$@"\n', 0o755);
    write('opt/diesel-site/deploy/read-setting.mjs', read('deploy/read-setting.mjs'));
    if (runs) {
      symlinkSync(`releases/${runs}`, within('opt/diesel-site/current'));
    }
    for (const unit of ['x.service', 'x.timer']) {
      write(`opt/diesel-site/deploy/${unit}`, '');
    }
    write('etc/systemd/system/ours', '');
    write('etc/caddy/Caddyfile', before);
    write('etc/diesel-site.env', `SITE_URL=${siteUrl}\n`);
    for (const tool of ['upgrade', 'systemctl']) {
      write(`tools/${tool}`, `#!/bin/sh\necho ${tool} "$@" >> ${within('called')}\n`, 0o755);
    }
    write('tools/id', `#!/bin/sh\necho ${account}\n`, 0o755);
    const { status, stderr } = spawnSync('sh', [within('opt/diesel-site/deploy/install.sh')], {
      encoding: 'utf8',
      env: { PATH: `${within('tools')}:${process.env.PATH}` },
    });
    const called = existsSync(within('called')) ? readFileSync(within('called'), 'utf8').split('\n') : [];
    return { status, stderr, called, caddyfile: readFileSync(within('etc/caddy/Caddyfile'), 'utf8') };
  }

  test.each([
    { siteUrl: 'https://www.example.com', host: 'www.example.com', other: 'example.com' },
    { siteUrl: 'https://www.example.com/', host: 'www.example.com', other: 'example.com' },
    { siteUrl: 'https://example.com', host: 'example.com', other: 'www.example.com' },
    { siteUrl: '"https://www.example.com"', host: 'www.example.com', other: 'example.com' },
  ])('serves $siteUrl with Caddy and redirects the other name there', ({ siteUrl, host, other }) => {
    const first = runInstall(siteUrl);
    expect(first).toEqual({
      status: 0,
      stderr: '',
      called: expect.arrayContaining(['upgrade HEAD', 'systemctl reload-or-restart caddy']),
      caddyfile: caddyfile.replaceAll('{$SITE_HOST}', host).replaceAll('{$OTHER_HOST}', other),
    });
    // A second run replaces the first run's output.
    expect(runInstall(siteUrl, first.caddyfile)).toEqual(first);
  });

  test('builds the running version even if the owner went back to an older one', () => {
    const { called } = runInstall('https://example.com', undefined, '0', '20261128T101500.000Z-1a2b3c4');
    expect(called).toContain('upgrade 1a2b3c4');
  });

  test("uses the units' folder and settings file", () => {
    expect(service).toContain(`WorkingDirectory=${/^place=(.+)$/m.exec(script)?.[1]}/current\n`);
    expect(service).toContain(`EnvironmentFile=-${/^settings=(.+)$/m.exec(script)?.[1]}\n`);
  });

  test('leaves a Caddyfile with other sites alone', () => {
    expect(runInstall('https://www.example.com', 'shop.example.com {\n}\n')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has other sites'),
      called: [],
      caddyfile: 'shop.example.com {\n}\n',
    });
  });

  const noSites = ['', 'http://www.example.com', 'https://', 'https:///', 'https://a.b/shop', 'https://a&b'];
  test.each([
    ...noSites.map((siteUrl) => ({ siteUrl, account: '0', sentence: 'SITE_URL=https://www.example.com' })),
    { siteUrl: 'https://www.example.com', account: '1000', sentence: 'run it as root' },
  ])(
    'refuses "$siteUrl" from account $account before it changes anything',
    ({ siteUrl, account, sentence }) => {
      expect(runInstall(siteUrl, undefined, account)).toEqual({
        status: 1,
        stderr: expect.stringContaining(sentence),
        called: [],
        caddyfile: '# See /usr/share/caddy\n',
      });
    },
  );
});

test('the unit always restarts and protects its data from other accounts', () => {
  const restarts = ['Restart=always', 'StartLimitIntervalSec=0'];
  const protection = ['DynamicUser=yes', 'StateDirectoryMode=0700'];
  expect(service.split('\n')).toEqual(expect.arrayContaining([...restarts, ...protection]));
  const [memory = 'no setting'] = /NODE_OPTIONS=\S+ MALLOC_ARENA_MAX=\d/.exec(service) ?? [];
  expect(dockerfile).toContain(`ENV ${memory}`);
  // This timeout exceeds the server's own shutdown time.
  expect(Number(/TimeoutStopSec=(\d+)s/.exec(service)?.[1])).toBeGreaterThan(10);
});

// These tests check Dockerfile and compose.yaml without Docker. docs/going-live.md says how the image was built.

test('files that the image copies and runs exist and reach the build', () => {
  const ignored = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !/^[#!]/.test(line));
  const copied = /cp -r (content .*) \/image\/app/.exec(dockerfile)?.[1]?.split(' ') ?? [];
  expect(copied).toContain('server');
  for (const name of copied.filter((part) => part !== 'node_modules')) {
    expect(existsSync(join(root, name)), name).toBe(true);
    const isIgnored = ignored.some((pattern) => !pattern.startsWith('.') && matchesGlob(name, pattern));
    expect(isIgnored, name).toBe(false);
  }
  const programs = `${dockerfile}${compose}`.match(/\b(?:deploy|server)\/[\w-]+\.m?[jt]s\b/g) ?? [];
  expect(programs).toHaveLength(3);
  expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([]);
});

test.each([
  ['www.example.com', 'example.com'],
  ['example.com', 'www.example.com'],
])('compose.yaml serves %s and redirects %s there', (host, other) => {
  const [, script = ''] = /^ {6}- \|\n((?: {8}.+\n)+)/m.exec(compose) ?? [];
  const printHosts = script
    .replaceAll('$$', '$')
    .replace(/exec caddy .*\/etc\/caddy\/Caddyfile/, 'echo "$SITE_HOST $OTHER_HOST"');
  const { stdout } = spawnSync('sh', ['-c', printHosts], { encoding: 'utf8', env: { SITE_HOST: host } });
  expect(stdout).toBe(`${host} ${other}\n`);
});

test('the backup container gets no secret', () => {
  const [, backup = ''] = /^ {2}backup:\n((?: {4}.*\n)+)/m.exec(compose) ?? [];
  expect(backup).toContain('deploy/daily-backup.mjs');
  expect(backup).not.toContain('env_file');
});

test('the nightly backup says that it does not back up PostgreSQL', startsProcess, async () => {
  const env = { HAS_POSTGRESQL: 'yes' };
  const child = spawn(process.execPath, ['deploy/daily-backup.mjs'], { cwd: root, env });
  const [line] = await once(child.stdout, 'data');
  expect(String(line)).toContain('DATABASE_URL is set, so this container has nothing to back up.');
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('the health check passes only while the server answers', startsProcess, async () => {
  const check = (env: Record<string, string>) =>
    spawnSync(process.execPath, ['deploy/is-healthy.mjs'], { cwd: root, env }).status;
  const server = await startServer({ cwd: createTinySite() });
  const { port } = new URL(server.url);
  expect(check({ HOST: '127.0.0.1', PORT: port })).toBe(0);
  expect(check({ HOST: '0.0.0.0', PORT: port })).toBe(0);
  expect(check({ HOST: '"127.0.0.1"', PORT: `"${port}"` })).toBe(0);
  await server.stop();
  expect(check({ HOST: '127.0.0.1', PORT: port })).toBe(1);
});
