import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { removeDurably, renameDurably } from '../server/durable-files.ts';
import { becomesHealthy } from './becomes-healthy.ts';
import { addedBetween, git, type Options, type Plan, run, step } from './upgrade-commands.ts';
import { copyOnce, undoData } from './upgrade-data.ts';
import {
  copy,
  database,
  environment,
  hasFile,
  journals,
  live,
  next,
  previous,
  reserve,
} from './upgrade-paths.ts';

/** Not in the repository, but different for each version. */
const made = ['node_modules', 'build'];
const { HOST = '127.0.0.1', PORT = '8080' } = environment;
const host = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[HOST] ?? HOST;

export async function switchTo(plan: Plan, options: Options): Promise<void> {
  const problem = await startNext(plan, options);
  if (problem !== undefined) {
    renameDurably(journals.forward, journals.back);
    await switchBack(plan, problem, options);
  }
  removeDurably(journals.forward);
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
export async function switchBack(plan: Plan, problem: string, options: Options): Promise<never> {
  step(`Switching back: ${problem}`);
  rmSync(reserve, { force: true });
  let undone: ReturnType<typeof undoData>;
  try {
    await systemctl('stop');
    await putInPlace(plan.from, previous, next);
    removeLeftovers(plan);
    undone = undoData(dataOf(plan));
    await start();
  } catch (error) {
    throw new Error(
      `${problem}, and switching back failed: ${(error as Error).message}\nThe site is stopped. Run "npm run upgrade" again: it continues here.`,
    );
  }
  removeDurably(journals.back);
  const { newer } = dataOf(plan);
  const requests =
    undone === undefined
      ? ''
      : undone instanceof Error
        ? ` Requests that the new version accepted are only in ${newer}, because they could not be added to the old file (${undone.message}). Once there is room on the disk, add them with: npm run upgrade -- --add ${newer}`
        : ` The requests that the new version accepted were added to the old file. The new one's file is ${newer}, which the server deletes after a week.`;
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
  // Before the renames are on disk: files that are there without their contents stop even this program.
  await syncFiles();
  mkdirSync(to, { recursive: true });
  for (const name of made.filter((folder) => existsSync(join(from, folder)))) {
    const [source, target, moved] = [from, live, to].map((folder) => join(folder, name)) as Three;
    if (existsSync(moved)) {
      // Moved by an interrupted run. A server that was started in between may have made it anew.
      rmSync(target, { recursive: true, force: true });
    } else if (existsSync(target)) {
      renameDurably(target, moved);
    }
    renameDurably(source, target);
  }
}

/** What git wrote before a full disk stopped it, whole or in part: it would be in the way of the next upgrade. */
function removeLeftovers({ from, to }: Plan): void {
  for (const path of addedBetween(from, to)) {
    const file = join(live, path);
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile()) {
      const found = readFileSync(file);
      const whole = execFileSync('git', ['show', `${to}:${path}`], { cwd: live, maxBuffer: Infinity });
      if (whole.subarray(0, found.length).equals(found)) {
        rmSync(file);
      }
    }
  }
}

type Three = [string, string, string];

/** For what git and a build write. */
export function syncFiles(): Promise<void> {
  return run(live, 'sync', '--file-system', live);
}

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

function isHealthy({ timeout }: Options): Promise<boolean> {
  return becomesHealthy(`http://${host}:${PORT}`, timeout);
}

function dataOf({ at }: Plan) {
  return { database, copy, newer: `${database}.after-upgrade-${at}` };
}
