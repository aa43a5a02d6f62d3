import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { exampleRequest } from '../support/example-request.ts';
import { startProcess } from '../support/start-server.ts';

const root = join(import.meta.dirname, '../..');
/** Mounting and entering an image requires root. Skipped otherwise. */
const canBuild = process.getuid?.() === 0 && spawnSync('buildah', ['--version']).status === 0;

describe.skipIf(!canBuild)('the container', () => {
  const folder = mkdtempSync(join(tmpdir(), 'image-'));
  const storage = join(folder, 'storage.conf');
  const paths = `graphroot = "${folder}/root"\nrunroot = "${folder}/run"`;
  writeFileSync(storage, `[storage]\ndriver = "vfs"\n${paths}\n`);
  const env = { ...process.env, CONTAINERS_STORAGE_CONF: storage };
  const buildah = (...parameters: string[]) =>
    execFileSync('buildah', parameters, { cwd: root, env, encoding: 'utf8' }).trim();
  afterAll(() => {
    buildah('rm', '--all');
    rmSync(folder, { recursive: true, force: true });
  });

  test('starts without a shell or root, serves, accepts a request and stops', async () => {
    execFileSync('npm', ['run', '--silent', 'image', '--', '--quiet'], { cwd: root, env, stdio: 'pipe' });
    const container = buildah('from', 'diesel-site');
    const { OCIv1 } = JSON.parse(buildah('inspect', container));
    const { User, Env, WorkingDir, Entrypoint } = OCIv1.config;
    const [uid, gid] = User.split(':');
    expect(Number(uid)).toBeGreaterThan(0);
    const settings = Object.fromEntries(Env.map((line: string) => line.split(/=(.*)/s)));
    const server = await startProcess(
      'unshare',
      [
        ...['--mount', `--root=${buildah('mount', container)}`, `--wd=${WorkingDir}`],
        ...[`--setgid=${gid}`, `--setuid=${uid}`, ...Entrypoint],
      ],
      root,
      { ...settings, HOST: '127.0.0.1', PORT: '0' },
    );
    expect((await fetch(server.url)).status).toBe(200);
    expect((await server.post(exampleRequest)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});
