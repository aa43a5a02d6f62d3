/**
 * npm run upgrade: switches to the newest version in the repository this was cloned from, and back if that
 * does not work. It imports everything it needs up front, because it replaces its own files.
 *
 * Until the server is stopped, everything happens beside the version that runs. From then on a journal says
 * which way the switch goes: every step can be repeated, signals wait, and the next run continues where a
 * killed one ended.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { renameDurably } from '../server/durable-files.ts';
import { git, type Options, type Plan, step } from './upgrade-commands.ts';
import { addMissing } from './upgrade-data.ts';
import { copy, database, journals, live, work } from './upgrade-paths.ts';
import { isEdited, prepare } from './upgrade-prepare.ts';
import { switchBack, switchTo, syncFiles } from './upgrade-switch.ts';

const help = `npm run upgrade   switches the site and its data to the newest version, or stays at this one if that fails

It builds the new version beside this one and tries it on a copy of the requests. Only then does it stop the
server (systemctl stop diesel-site), copy the requests again, switch versions and start the new one. If that
is not healthy in time, it switches back to this one, with all requests. If it is interrupted, run it again:
it continues.

  --timeout SECONDS    how long a version has to become healthy, 30 by default
  --migrate            with PostgreSQL: also if the new version changes the tables, which this one cannot use then
  --add FILE           only adds the requests of a version that failed, where the upgrade could not

Run it as root, with sudo. The exit code is 0 if the newest version is running, 1 otherwise.`;

const pid = join(work, 'pid');

process.exitCode = await main(process.argv.slice(2));

async function main(given: string[]): Promise<0 | 1> {
  try {
    const { values } = parseArgs({
      args: given,
      options: {
        help: { type: 'boolean', short: 'h' },
        timeout: { type: 'string', default: '30' },
        migrate: { type: 'boolean', default: false },
        add: { type: 'string' },
      },
    });
    if (values.help) {
      console.log(help);
      return 0;
    }
    if (values.add !== undefined) {
      addRequests(resolve(values.add));
      return 0;
    }
    assertAlone();
    const { migrate } = values;
    const options = { migrate, timeout: Number(values.timeout) * 1_000 };
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

/** Beside the server: it emails them as it does all others. */
function addRequests(newer: string): void {
  const missing = [newer, database].find((file) => !existsSync(file));
  if (missing !== undefined) {
    throw new Error(`there is no ${missing}.`);
  }
  console.log(`Requests added: ${addMissing(newer, database)}`);
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
    await syncFiles();
    writeFileSync(`${journals.forward}.unfinished`, JSON.stringify(plan), { flush: true });
    renameDurably(`${journals.forward}.unfinished`, journals.forward);
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

/** A switch ends by itself within a minute or two. Without a terminal nobody reads the rest. */
function holdSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => console.error(`${signal}: this ends as soon as a version runs.`));
  }
  for (const output of [process.stdout, process.stderr]) {
    output.on('error', () => undefined);
  }
}
