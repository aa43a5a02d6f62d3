/**
 * npm run upgrade: switches to the newest version in the repository this was cloned from, and back if that
 * does not work. It imports everything it needs up front, because it replaces its own files.
 *
 * Until the server is stopped, everything happens beside the version that runs. From then on a journal says
 * which way the switch goes: every step can be repeated, signals wait, and the next run continues where a
 * killed one ended.
 */
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { becomesHealthy } from './becomes-healthy.ts';
import { environment, git, live, run } from './upgrade-commands.ts';
import { copyOnce, undoData } from './upgrade-data.ts';
import { migratesPostgres, rehearse } from './upgrade-rehearsal.ts';

const help = `npm run upgrade   switches the site and its data to the newest version, or stays at this one if that fails

It builds the new version beside this one and tries it on a copy of the requests. Only then does it stop the
server (systemctl stop diesel-site), copy the requests again, switch versions and start the new one. If that
is not healthy in time, it switches back to this one, with all requests. If it is interrupted, run it again:
it continues.

  --patience SECONDS   how long a version has to become healthy, 30 by default
  --migrate            with PostgreSQL: also if the new version changes the tables, which this one cannot use then

Run it as root, with sudo. The exit code is 0 if the newest version is running, 1 otherwise.`;

const work = join(live, '.upgrade');
const next = join(work, 'next');
const previous = join(work, 'previous');
const pid = join(work, 'pid');
/** Freed when something fails, so that a full disk does not keep the old version from coming back. */
const reserve = join(work, 'reserve');
const reserved = 32 * 2 ** 20;
/** One of them exists from before the server is stopped until a version runs. */
const journals = { forward: join(work, 'forward.json'), back: join(work, 'back.json') };
/** Not in the repository, but different for each version. */
const made = ['node_modules', 'build'];
const pictures = '.cache/astro';
const install = "import { install } from './scripts/install.mjs'; await install();";
const { HOST = '127.0.0.1', PORT = '8080', DATA_DIR = './data', DATABASE_URL } = environment;
const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[HOST] ?? HOST;
const database = resolve(live, DATA_DIR, 'requests.sqlite');
const copy = `${database}.before-upgrade`;

interface Plan {
  /** Commits. */
  from: string;
  to: string;
  /** Milliseconds since 1970. */
  at: number;
  migrates: boolean;
}

interface Options {
  /** In milliseconds. */
  patience: number;
  migrate: boolean;
}

process.exitCode = await main(process.argv.slice(2));

async function main(given: string[]): Promise<0 | 1> {
  try {
    const { values } = parseArgs({
      args: given,
      options: {
        help: { type: 'boolean', short: 'h' },
        patience: { type: 'string', default: '30' },
        migrate: { type: 'boolean', default: false },
      },
    });
    if (values.help) {
      console.log(help);
      return 0;
    }
    assertAlone();
    const { migrate } = values;
    const options = { migrate, patience: Number(values.patience) * 1_000 };
    const interrupted = Object.values(journals).find(existsSync);
    if (interrupted) {
      await finish(interrupted, options);
    } else {
      await upgrade(options);
    }
    return 0;
  } catch (error) {
    console.error(`\nNot upgraded: ${(error as Error).message}`);
    return 1;
  }
}

function assertAlone(): void {
  mkdirSync(work, { recursive: true, mode: 0o700 });
  const other = existsSync(pid) ? readFileSync(pid, 'utf8') : '';
  const command = `/proc/${other}/cmdline`;
  if (other && existsSync(command) && readFileSync(command, 'utf8').includes('upgrade.ts')) {
    throw new Error(`process ${other} is upgrading. Wait until it has ended.`);
  }
  rmSync(pid, { force: true });
  writeFileSync(pid, String(process.pid), { flag: 'wx' });
}

async function upgrade(options: Options): Promise<void> {
  try {
    const plan = await prepare(options);
    if (plan === undefined) {
      console.log('This is already the newest version.');
      return;
    }
    step('Switching versions');
    holdSignals();
    // The new version must be on disk before anything refers to it.
    await run(live, 'sync');
    writeFileSync(`${journals.forward}.unfinished`, JSON.stringify(plan), { flush: true });
    renameSync(`${journals.forward}.unfinished`, journals.forward);
    await switchTo(plan, options);
  } finally {
    cleanUp();
  }
}

/** Continues what an earlier run began: its process was killed, or the machine stopped. */
async function finish(journal: string, options: Options): Promise<void> {
  const plan: Plan = JSON.parse(readFileSync(journal, 'utf8'));
  step('Continuing an interrupted upgrade');
  holdSignals();
  try {
    // Of a git that the machine's end has killed.
    rmSync(join(live, '.git/index.lock'), { force: true });
    if (isEdited()) {
      git(['stash', 'push', '--quiet', '--message', 'As found in an interrupted upgrade']);
    }
    if (journal === journals.forward) {
      await switchTo(plan, options);
    } else {
      await switchBack(plan, 'an earlier upgrade failed', options);
    }
  } finally {
    cleanUp();
  }
}

/** Not while a journal says that what is there is still needed. */
function cleanUp(): void {
  if (!Object.values(journals).some(existsSync)) {
    rmSync(work, { recursive: true, force: true });
    rmSync(`${copy}.unfinished`, { force: true });
    git(['worktree', 'prune']);
  }
}

/** Everything that can be done while the server runs. Undefined if there is no new version. */
async function prepare({ patience, migrate }: Options): Promise<Plan | undefined> {
  if (isEdited()) {
    throw new Error('some files have uncommitted edits. Commit them first: git commit -am "My changes".');
  }
  const from = git(['rev-parse', 'HEAD']);
  const to = fetchNext();
  if (to === undefined) {
    return undefined;
  }
  step('Building the new version beside this one');
  // Saves encoding the pictures that both versions share.
  if (existsSync(join(live, pictures))) {
    cpSync(join(live, pictures), join(next, pictures), { recursive: true });
  }
  await run(next, 'node', '--input-type=module', '--eval', install);
  await run(next, 'npm', 'run', '--silent', 'build');
  step('Trying it on a copy of the requests');
  await rehearse(next, join(work, 'rehearsal'), hasFile(), patience);
  const migrates = DATABASE_URL !== undefined && DATABASE_URL !== '' && migratesPostgres(next);
  if (migrates && !migrate) {
    throw new Error(
      'the new version changes the tables in PostgreSQL, and this one cannot use them afterward. docs/more-than-one-machine.md says what to do; then run: npm run upgrade -- --migrate',
    );
  }
  assertNothingInTheWay(from, to);
  assertSpace();
  rmSync(copy, { force: true });
  writeFileSync(reserve, Buffer.alloc(reserved, 1));
  return { from, to, at: Date.now(), migrates };
}

/** Returns the new version's commit, merged with the owner's edits; undefined if there is no new version. */
function fetchNext(): string | undefined {
  git(['fetch', '--quiet']);
  const newest = upstream();
  if (git(['merge-base', 'HEAD', newest]) === newest) {
    return undefined;
  }
  for (const folder of [next, previous]) {
    rmSync(folder, { recursive: true, force: true });
  }
  git(['worktree', 'prune']);
  git(['worktree', 'add', '--quiet', '--detach', next, 'HEAD']);
  try {
    git(['merge', '--quiet', '--no-edit', newest], next);
  } catch (error) {
    throw new Error(
      'your own edits and the new version change the same lines. Ask somebody who knows git to merge the two.',
      { cause: error },
    );
  }
  return git(['rev-parse', 'HEAD'], next);
}

function upstream(): string {
  try {
    return git(['rev-parse', '@{upstream}']);
  } catch (error) {
    throw new Error(
      'git does not know which branch the new versions are on. Tell it: git branch --set-upstream-to=origin/main',
      { cause: error },
    );
  }
}

function isEdited(): boolean {
  return git(['status', '--porcelain', '--untracked-files=no']) !== '';
}

function assertNothingInTheWay(from: string, to: string): void {
  const added = git(['diff', '--name-only', '--no-renames', '--diff-filter=A', '-z', from, to]).split('\0');
  const there = added.filter((path) => path && lstatSync(join(live, path), { throwIfNoEntry: false }));
  if (there.length > 0) {
    throw new Error(
      `the new version has files of its own where yours are. Move these away: ${there.join(', ')}`,
    );
  }
  git(['read-tree', '--dry-run', '-u', '-m', from, to]);
}

/** The copy, and one more should the new version's requests have to be added to it. */
function assertSpace(): void {
  const needed = reserved + (hasFile() ? 3 * statSync(database).size : 0);
  for (const folder of [live, dirname(database)].filter(existsSync)) {
    const { bavail, bsize } = statfsSync(folder);
    if (bavail * bsize < needed) {
      throw new Error(
        `the disk of ${folder} has too little space: ${Math.ceil(needed / 2 ** 20)} MiB are needed.`,
      );
    }
  }
}

async function switchTo(plan: Plan, options: Options): Promise<void> {
  const problem = await startNext(plan, options);
  if (problem !== undefined) {
    renameSync(journals.forward, journals.back);
    await switchBack(plan, problem, options);
  }
  rmSync(journals.forward);
  rmSync(copy, { force: true });
  console.log(`\nThe new version runs: ${git(['log', '-1', '--format=%h %s'])}`);
}

/** Returns why the new version does not run, or undefined if it does. */
async function startNext(plan: Plan, options: Options): Promise<string | undefined> {
  try {
    await systemctl('stop');
    if (hasFile()) {
      copyOnce(dataOf(plan));
    }
    await putInPlace(plan.to, next, previous);
    await start();
    return (await isHealthy(options)) ? undefined : 'the new version did not become healthy';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Throws what is true afterward. */
async function switchBack(plan: Plan, problem: string, options: Options): Promise<never> {
  step(`Switching back: ${problem}`);
  rmSync(reserve, { force: true });
  let carried: ReturnType<typeof undoData>;
  try {
    await systemctl('stop');
    await putInPlace(plan.from, previous, next);
    carried = undoData(dataOf(plan));
    await start();
  } catch (error) {
    throw new Error(
      `${problem}, and switching back failed: ${(error as Error).message}\nThe site is stopped. Run "npm run upgrade" again: it continues here.`,
    );
  }
  rmSync(journals.back);
  const { newer } = dataOf(plan);
  const requests =
    carried === undefined
      ? ''
      : carried instanceof Error
        ? ` Requests that the new version accepted are only in ${newer}, because they could not be added to the old file (${carried.message}). To read them: sqlite3 ${newer} "select * from requests order by id desc"`
        : ` ${carried} requests that the new version accepted were added to the old file. The new one's file is ${newer}: delete it when you no longer need it.`;
  const runs = (await isHealthy(options))
    ? 'the old version runs again'
    : plan.migrates
      ? 'the old version shows the pages again, but its form cannot save requests: the tables in PostgreSQL are changed'
      : 'the old version was started again, but is not healthy either';
  throw new Error(`${problem}; ${runs}. journalctl -u diesel-site says why.${requests}`);
}

/** Makes this folder another version: the files in git, and what was installed and built from them. */
async function putInPlace(commit: string, from: string, to: string): Promise<void> {
  // --hard, because it also mends what an interrupted one left. Before the stop, nothing was in its way.
  await run(live, 'git', 'reset', '--quiet', '--hard', commit);
  mkdirSync(to, { recursive: true });
  for (const name of made.filter((folder) => existsSync(join(from, folder)))) {
    const [source, target, moved] = [from, live, to].map((folder) => join(folder, name)) as Three;
    if (existsSync(moved)) {
      // Moved by an interrupted run. A server that was started in between may have made it anew.
      rmSync(target, { recursive: true, force: true });
    } else if (existsSync(target)) {
      renameSync(target, moved);
    }
    renameSync(source, target);
  }
}

type Three = [string, string, string];

async function start(): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await systemctl('start');
    } catch (error) {
      if (tries === 3) {
        throw error;
      }
      await pause(1_000);
    }
  }
}

function systemctl(what: 'start' | 'stop'): Promise<void> {
  return run(live, 'systemctl', what, 'diesel-site');
}

function isHealthy({ patience }: Options): Promise<boolean> {
  return becomesHealthy(`http://${host}:${PORT}`, patience);
}

function hasFile(): boolean {
  return !DATABASE_URL && existsSync(database);
}

function dataOf({ at }: Plan) {
  return { database, copy, newer: `${database}.after-upgrade-${at}` };
}

/** A switch ends by itself within a minute or two. Without a terminal nobody reads the rest. */
function holdSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => console.error(`${signal}: this ends as soon as a version runs.`));
  }
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', () => undefined);
  }
}

function step(what: string): void {
  console.log(`\n── ${what}`);
}
