import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, test } from 'vitest';
import { startsProcess } from '../scripts/time-limits.mjs';
import { startServer } from './support/start-server.ts';
import { tinySite } from './support/tiny-site.ts';

// What can be tried of Dockerfile and compose.yaml without Docker. docs/going-live.md says how the image was built.

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const dockerfile = read('Dockerfile');
const compose = read('compose.yaml');

test('what the image copies is there, and reaches the build', () => {
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
});

test('both containers of the image run programs that it has', () => {
  const programs = [...`${dockerfile}${compose}`.matchAll(/\b(?:deploy|server)\/[\w-]+\.m?[jt]s\b/g)].map(
    ([program]) => program,
  );
  expect(programs.toSorted()).toEqual([
    'deploy/is-healthy.mjs',
    'deploy/nightly-backup.mjs',
    'server/main.ts',
  ]);
  expect(programs.filter((program) => globSync(program, { cwd: root }).length === 0)).toEqual([]);
});

test.each([
  ['www.example.com', 'example.com'],
  ['example.com', 'www.example.com'],
])('compose.yaml serves %s, and sends %s there', (host, other) => {
  const [, script = ''] = /^ {6}- \|\n((?: {8}.+\n)+)/m.exec(compose) ?? [];
  const said = script
    .replaceAll('$$', '$')
    .replace(/exec caddy .*\/etc\/caddy\/Caddyfile/, 'echo "$SITE_HOST $OTHER_HOST"');
  const { stdout } = spawnSync('sh', ['-c', said], { encoding: 'utf8', env: { SITE_HOST: host } });
  expect(stdout).toBe(`${host} ${other}\n`);
});

test(
  'the health check passes with a server that serves pages and can save requests, and fails without',
  startsProcess,
  async () => {
    const check = (env: Record<string, string>) =>
      spawnSync(process.execPath, ['deploy/is-healthy.mjs'], { cwd: root, env }).status;
    const server = await startServer({ cwd: tinySite() });
    const { port } = new URL(server.url);
    expect(check({ HOST: '127.0.0.1', PORT: port })).toBe(0);
    expect(check({ HOST: '0.0.0.0', PORT: port })).toBe(0);
    await server.stop();
    expect(check({ HOST: '127.0.0.1', PORT: port })).toBe(1);
  },
);
