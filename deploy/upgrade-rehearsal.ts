import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { becomesHealthy } from './becomes-healthy.ts';
import { run } from './upgrade-commands.ts';
import { environment, live } from './upgrade-paths.ts';

/**
 * Runs a version on a copy of the requests in SQLite, on a free port, without the settings to email or call
 * anybody. `timeout` is in milliseconds. Throws if it does not work.
 */
export async function rehearse(
  version: string,
  folder: string,
  hasFile: boolean,
  timeout: number,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (hasFile) {
    await run(live, 'npm', 'run', '--silent', 'backup', '--', join(folder, 'requests.sqlite'));
  }
  const { PATH, SITE_URL } = environment;
  const server = spawn('node', ['server/main.ts'], {
    cwd: version,
    env: { PATH: `${join(version, 'node_modules/.bin')}:${PATH}`, SITE_URL, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => server.once('close', () => done()));
  try {
    const url = await Promise.race([listeningUrl(server.stdout), ended.then(() => undefined)]);
    if (url === undefined || !(await becomesHealthy(url, timeout))) {
      throw new Error(
        'the new version does not work on a copy of the requests. The old one was not touched.',
      );
    }
  } finally {
    server.kill('SIGTERM');
    await ended;
  }
}

async function listeningUrl(log: NodeJS.ReadableStream): Promise<string | undefined> {
  for await (const line of createInterface(log)) {
    const { event, url } = line.startsWith('{') ? JSON.parse(line) : {};
    if (event === 'listening') {
      log.resume();
      return url;
    }
  }
  return undefined;
}

/**
 * Whether a version changes the tables in PostgreSQL, which it tries on a copy of them. Throws if that fails.
 */
export function migratesPostgres(version: string): boolean {
  const { status, stdout } = spawnSync('node', ['deploy/rehearse-migration.ts'], {
    cwd: version,
    env: { ...environment, PATH: `${join(version, 'node_modules/.bin')}:${environment.PATH}` },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) {
    throw new Error(
      'the new version cannot change a copy of the tables in PostgreSQL. Its output above says why. The tables themselves were not touched.',
    );
  }
  const { from, to } = JSON.parse(stdout);
  return from !== 0 && from !== to;
}
