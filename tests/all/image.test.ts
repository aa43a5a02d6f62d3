import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, test } from 'vitest';
import { contactPath } from '../../contract/contact-fields.ts';
import { exampleRequest } from '../support/example-request.ts';

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
    const server = spawn(
      'unshare',
      [
        ...['--mount', `--root=${buildah('mount', container)}`, `--wd=${WorkingDir}`],
        ...[`--setgid=${gid}`, `--setuid=${uid}`, ...Entrypoint],
      ],
      { env: { ...settings, HOST: '127.0.0.1', PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const ended = new Promise((resolve) => server.once('close', resolve));
    const url = await listeningUrl(server.stdout);
    expect((await fetch(url)).status).toBe(200);
    const headers = { 'Content-Type': 'application/json' };
    const body = JSON.stringify(exampleRequest);
    expect((await fetch(url + contactPath, { method: 'POST', headers, body })).status).toBe(200);
    server.kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});

/** Waits until the server listens. */
async function listeningUrl(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const { event, url } = JSON.parse(line);
    if (event === 'listening') {
      output.resume();
      return url;
    }
  }
  throw new Error('The server ended before it listened.');
}
