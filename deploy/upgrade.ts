/**
 * npm run upgrade: switches to the newest version in the repository this was cloned from, and back if that
 * does not work. It imports everything it needs up front, because it replaces its own files.
 */
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { environmentOfServer } from '../server/commands/environment.ts';
import { becomesHealthy } from './becomes-healthy.ts';

const help = `npm run upgrade   switches the site and its data to the newest version, or stays at this one if that fails

It builds the new version beside this one and tries it on a copy of the requests. Only then does it stop the
server (systemctl stop diesel-site), copy the requests again, switch versions and start the new one. If that
is not healthy in time, it switches back to this one, and restores the copy if the data was changed.

  --patience SECONDS   how long a version has to become healthy, 30 by default

Run it as root, with sudo. The exit code is 0 if the newest version is running, 1 if this one still is.`;

const live = join(import.meta.dirname, '..');
const work = join(live, '.upgrade');
const next = join(work, 'next');
const previous = join(work, 'previous');
/** For merging the owner's edits: root may have no git identity. */
const author = ['-c', 'user.name=upgrade', '-c', 'user.email=upgrade@localhost'];
const pictures = '.cache/astro';
const install = "import { install } from './scripts/install.mjs'; await install();";
/** Not in the repository, but different for each version. */
const made = ['node_modules', 'build'];
const environment = environmentOfServer();
const { HOST = '127.0.0.1', PORT = '8080', DATA_DIR = './data', DATABASE_URL } = environment;
const database = resolve(live, DATA_DIR, 'requests.sqlite');
const hasFile = !DATABASE_URL && existsSync(database);
const copy = join(live, 'requests.before-upgrade.sqlite');

process.exitCode = await main(process.argv.slice(2));

async function main(given: string[]): Promise<0 | 1> {
  try {
    const { values } = parseArgs({
      args: given,
      options: { help: { type: 'boolean', short: 'h' }, patience: { type: 'string', default: '30' } },
    });
    if (values.help) {
      console.log(help);
      return 0;
    }
    return await upgrade(Number(values.patience) * 1_000);
  } catch (error) {
    console.error(`\nNot upgraded: ${(error as Error).message}`);
    return 1;
  } finally {
    rmSync(work, { recursive: true, force: true });
    git('worktree', 'prune');
  }
}

/** `patience` is in milliseconds. */
async function upgrade(patience: number): Promise<0 | 1> {
  const from = git('rev-parse', 'HEAD');
  const to = fetchNext();
  if (to === undefined) {
    console.log('This is already the newest version.');
    return 0;
  }
  step('Building the new version beside this one');
  // Saves encoding the pictures that both versions share.
  if (existsSync(join(live, pictures))) {
    cpSync(join(live, pictures), join(next, pictures), { recursive: true });
  }
  inFolder(next, 'node', '--input-type=module', '--eval', install);
  inFolder(next, 'npm', 'run', '--silent', 'build');
  step('Trying it on a copy of the requests');
  await rehearse(patience);

  step('Switching versions');
  systemctl('stop');
  const before = copyOrStart();
  change(to, next, previous);
  systemctl('start');
  if (await becomesHealthy(`http://${HOST === '0.0.0.0' ? '127.0.0.1' : HOST}:${PORT}`, patience)) {
    rmSync(copy, { force: true });
    console.log(`\nThe new version runs: ${git('log', '-1', '--format=%h %s')}`);
    return 0;
  }
  step('The new version is not healthy: switching back');
  systemctl('stop');
  change(from, previous, next);
  if (before !== storeVersion()) {
    inFolder(live, 'npm', 'run', '--silent', 'restore', '--', copy);
  }
  systemctl('start');
  throw new Error(
    `the new version did not become healthy, so the old one runs again. journalctl -u diesel-site says why${hasFile ? `; a copy of the requests is in ${copy}` : ''}.`,
  );
}

/** Returns the new version's commit, merged with the owner's edits; undefined if there is no new version. */
function fetchNext(): string | undefined {
  if (git('status', '--porcelain', '--untracked-files=no') !== '') {
    throw new Error('some files have uncommitted edits. Commit them first: git commit -am "My changes".');
  }
  git('fetch', '--quiet');
  const newest = git('rev-parse', '@{upstream}');
  if (isIn(newest)) {
    return undefined;
  }
  rmSync(work, { recursive: true, force: true });
  git('worktree', 'prune');
  mkdirSync(work, { mode: 0o700 });
  git('worktree', 'add', '--quiet', '--detach', next, 'HEAD');
  try {
    execFileSync('git', [...author, 'merge', '--quiet', '--no-edit', newest], { cwd: next, stdio: 'pipe' });
  } catch (error) {
    throw new Error(
      'your own edits and the new version change the same lines. Ask somebody who knows git to merge the two.',
      { cause: error },
    );
  }
  return execFileSync('git', ['rev-parse', 'HEAD'], { cwd: next, encoding: 'utf8' }).trim();
}

function isIn(commit: string): boolean {
  try {
    git('merge-base', '--is-ancestor', commit, 'HEAD');
    return true;
  } catch {
    return false;
  }
}

/** Runs the new version on a copy, on a free port, without the settings to email or call anybody. */
async function rehearse(patience: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'upgrade-'));
  if (hasFile) {
    inFolder(live, 'npm', 'run', '--silent', 'backup', '--', join(folder, 'requests.sqlite'));
  }
  const { PATH, SITE_URL } = environment;
  const server = spawn('node', ['server/main.ts'], {
    cwd: next,
    env: { PATH: `${join(next, 'node_modules/.bin')}:${PATH}`, SITE_URL, PORT: '0', DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((done) => server.once('close', () => done()));
  try {
    const url = await Promise.race([listeningUrl(server.stdout), ended.then(() => undefined)]);
    if (url === undefined || !(await becomesHealthy(url, patience))) {
      throw new Error(
        'the new version does not work on a copy of the requests. The old one was not touched.',
      );
    }
  } finally {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
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
 * Copies the requests while the server is stopped, so that none can arrive after the copy. Starts the server
 * again if that fails. Returns the version of the tables.
 */
function copyOrStart(): number {
  try {
    if (hasFile) {
      inFolder(live, 'npm', 'run', '--silent', 'backup', '--', copy);
    }
    return storeVersion();
  } catch (error) {
    systemctl('start');
    throw error;
  }
}

function storeVersion(): number {
  if (!hasFile) {
    return 0;
  }
  const file = new DatabaseSync(database, { readOnly: true });
  const { user_version } = file.prepare('pragma user_version').get() ?? {};
  file.close();
  return Number(user_version);
}

/** Switches this folder to another version: the files in git, and what was installed and built from them. */
function change(commit: string, from: string, to: string): void {
  git('reset', '--quiet', '--keep', commit);
  mkdirSync(to, { recursive: true });
  for (const folder of made) {
    for (const [source, target] of [
      [join(live, folder), join(to, folder)],
      [join(from, folder), join(live, folder)],
    ] as const) {
      if (existsSync(source)) {
        renameSync(source, target);
      }
    }
  }
}

function systemctl(what: 'start' | 'stop'): void {
  inFolder(live, 'systemctl', what, 'diesel-site');
}

function git(...parameters: string[]): string {
  return execFileSync('git', parameters, {
    cwd: live,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** Throws a sentence if the command fails. Its own output is already on the screen. */
function inFolder(folder: string, command: string, ...parameters: string[]): void {
  try {
    execFileSync(command, parameters, { cwd: folder, env: environment, stdio: 'inherit' });
  } catch (error) {
    throw new Error(`"${[command, ...parameters].join(' ')}" failed. Its output above says why.`, {
      cause: error,
    });
  }
}

function step(what: string): void {
  console.log(`\n── ${what}`);
}
