// Merges the newest version of the project into the owner's (docs/make-it-yours.md). It merges facts and words by their
// keys and keeps the owner's pictures and colors, so these rarely conflict. This folder imports nothing else from the
// project, because it runs in older versions.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { convertWords, type Json } from './convert-words.ts';
import { createNotes, formatJson, isSame, mergeFacts, mergeWords, type Notes } from './merge-json.ts';

const newVersion = process.argv[2] ?? 'upstream/main';

/** Runs git and returns its output. */
function git(...parameters: string[]): string {
  return execFileSync('git', parameters, { encoding: 'utf8', maxBuffer: 1e9 });
}

/** Returns a file of a version. Undefined if the version doesn't have the file. */
function readFile(version: string, file: string): string | undefined {
  const { status, stdout } = spawnSync('git', ['show', `${version}:${file}`], {
    encoding: 'utf8',
    maxBuffer: 1e9,
  });
  return status === 0 ? stdout : undefined;
}

const listFiles = (version: string, ...folders: string[]) =>
  git('ls-tree', '-r', '-z', '--name-only', version, '--', ...folders)
    .split('\0')
    .filter(Boolean);

function exitWithError(sentence: string): never {
  console.error(sentence);
  process.exit(1);
}

if (git('status', '--porcelain') !== '') {
  exitWithError('Save your work first: run git add -A && git commit -m "Write our facts".');
}
if (spawnSync('git', ['merge-base', '--is-ancestor', newVersion, 'HEAD']).status === 0) {
  console.log('Your site is up to date with the project.');
  process.exit();
}
const base = git('merge-base', 'HEAD', newVersion).trim();
const ownVersion = git('rev-parse', 'HEAD').trim();
spawnSync('git', ['merge', '--quiet', '--no-commit', '--no-ff', newVersion], { stdio: 'ignore' });
try {
  await mergeContent();
  settleOwnersFiles();
  const conflicts = git('diff', '--name-only', '--diff-filter=U').trim().split('\n').filter(Boolean);
  if (conflicts.length > 0) {
    throw new Error(
      `Both you and the project changed ${conflicts.join(', ')}. Ask an engineer to merge ${newVersion}.`,
    );
  }
  git('commit', '--quiet', '--no-edit');
} catch (error) {
  git('merge', '--abort');
  exitWithError(`${(error as Error).message}\nNothing was changed.`);
}
console.log('Your site is up to date with the project.');

/**
 * Returns a version's content by file: the facts and the words. Words in TypeScript, from older versions, are converted
 * to JSON.
 */
async function readContent(version: string): Promise<Map<string, Json>> {
  const files = listFiles(version, 'content').filter((file) =>
    /^content\/(words\/)?[\w-]+\.json$/.test(file),
  );
  const content = new Map<string, Json>();
  for (const file of files) {
    content.set(file, parse(file, readFile(version, file) ?? ''));
  }
  const former = listFiles(version, 'content/words').filter(isFormerWords);
  const texts = former.map((file) => [basename(file), readFile(version, file)]);
  for (const [name, words] of Object.entries(await convertWords(Object.fromEntries(texts)))) {
    content.set(`content/words/${name}`, words);
  }
  return content;
}

function isFormerWords(file: string): boolean {
  return /^content\/words\/([a-z]{2}|mail|site-now)\.ts$/.test(file);
}

function parse(file: string, text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} has a mistake. Run "npm run check" first.`);
  }
}

async function mergeContent(): Promise<void> {
  const [before, own, other] = [
    await readContent(base),
    await readContent(ownVersion),
    await readContent(newVersion),
  ];
  for (const [file, value] of other) {
    const ownValue = own.get(file);
    if (ownValue === undefined) {
      continue;
    }
    const notes = createNotes();
    const merge = file.startsWith('content/words/') ? mergeWords : mergeFacts;
    const merged = merge(before.get(file), ownValue, value, notes);
    write(file, merged);
    printNotes(file, notes);
  }
  // Files converted from old TypeScript that the new version doesn't have, such as a language that only the owner has.
  for (const [file, value] of own) {
    if (!other.has(file) && readFile(ownVersion, file) === undefined) {
      write(file, value);
    }
  }
  const old = listFiles(ownVersion, 'content/words').filter(isFormerWords);
  if (old.length > 0) {
    git('rm', '--quiet', '--force', '--ignore-unmatch', '--', ...old);
    console.log('Your words are now in content/words/*.json.');
  }
}

/**
 * Writes a file. If the merged value equals the project's or the owner's, writes that file's text unchanged, to keep
 * its formatting.
 */
function write(file: string, merged: Json): void {
  const texts = [newVersion, ownVersion].map((version) => readFile(version, file));
  const text = texts.find((known) => known !== undefined && isSame(JSON.parse(known), merged));
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text ?? formatJson(merged));
  git('add', '--', file);
}

function printNotes(file: string, { changedByBoth, noLongerUsed, added }: Notes): void {
  for (const { path, theirs } of changedByBoth) {
    console.log(`Kept your "${path}" in ${file}. The project's new text: ${JSON.stringify(theirs)}`);
  }
  for (const { path, ours } of noLongerUsed) {
    console.log(`"${path}" in ${file} is no longer used. You wrote: ${JSON.stringify(ours)}`);
  }
  for (const { path, theirs } of added) {
    console.log(`"${path}" in ${file} is new, with the value ${JSON.stringify(theirs)}. Set your own value.`);
  }
}

/** Settles conflicts: keeps the owner's pictures, logo, and colors, and removes pictures that the owner has removed. */
function settleOwnersFiles(): void {
  const conflicts = git('diff', '--name-only', '-z', '--diff-filter=U').split('\0');
  for (const file of conflicts.filter((name) =>
    /^(content\/(gallery\/|colors\.css|logo\.)|renditions\/)/.test(name),
  )) {
    if (readFile(ownVersion, file) === undefined) {
      git('rm', '--quiet', '--force', '--', file);
    } else {
      git('checkout', '--quiet', ownVersion, '--', file);
    }
  }
}
