import { cpSync, existsSync, lstatSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { addedBetween, git, type Options, type Plan, run, step } from './upgrade-commands.ts';
import {
  copy,
  database,
  environment,
  hasFile,
  live,
  next,
  previous,
  reserve,
  work,
} from './upgrade-paths.ts';
import { migratesPostgres, rehearse } from './upgrade-rehearsal.ts';

/** Bytes. */
const reserved = 32 * 2 ** 20;
const pictures = '.cache/astro';
const install = "import { install } from './scripts/install.mjs'; await install();";

/** Everything that can be done while the server runs. Undefined if there is no new version. */
export async function prepare({ timeout, migrate }: Options): Promise<Plan | undefined> {
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
  await rehearse(next, join(work, 'rehearsal'), hasFile(), timeout);
  const migrates = Boolean(environment.DATABASE_URL) && migratesPostgres(next);
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

export function isEdited(): boolean {
  return git(['status', '--porcelain', '--untracked-files=no']) !== '';
}

function assertNothingInTheWay(from: string, to: string): void {
  const there = addedBetween(from, to).filter((path) =>
    lstatSync(join(live, path), { throwIfNoEntry: false }),
  );
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
