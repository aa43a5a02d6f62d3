/**
 * npm run mutation [-- WORD …]: changes the server in one place at a time (mutants.ts), runs the tests that
 * reach the file, and counts detected changes. Two project copies work in parallel. A WORD limits the run to
 * matching file paths. Writes lab/mutation/figures/by-hand.json.
 */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groups, type Mutant } from './mutants.ts';

interface Task extends Mutant {
  group: string;
  tests: readonly string[];
}

const root = join(import.meta.dirname, '../..');
const parts = [
  'content',
  'contract',
  'lab',
  'package.json',
  'postbuild',
  'scripts',
  'server',
  'site',
  'tests',
];
const shared = ['build', 'node_modules'];

/** Timeout of a mutant's tests, in milliseconds: a hang counts as detected, and is listed. Unchanged, they take 70 s at most. */
const timeLimit = 300_000;

const outcomes = { passed: 'SURVIVED ', failed: 'killed   ', 'timed out': 'timed out' };

const words = process.argv.slice(2);
const tasks = Object.entries(groups).flatMap(([group, { tests, mutants }]) =>
  mutants
    .filter(({ file }) => words.length === 0 || words.some((word) => file.includes(word)))
    .map((mutant): Task => ({ group, tests, ...mutant })),
);
const total = tasks.length;
const survivors: Pick<Task, 'file' | 'from' | 'to'>[] = [];
const killed: Record<string, number> = {};
const timedOut: string[] = [];
const began = performance.now();
/** Groups whose tests pass on the unchanged copy: without this, a test that always fails would detect everything. */
const sound = new Set<string>();

await Promise.all([work(), work()]);

const figures = {
  mutants: total,
  killed: total - survivors.length,
  'killed, %': Math.round((100 * (total - survivors.length)) / total),
  minutes: Math.round((performance.now() - began) / 60_000),
  'killed by group': killed,
  'timed out': timedOut,
  survivors,
};
console.log(JSON.stringify(figures, null, 2));
if (words.length === 0) {
  mkdirSync(join(import.meta.dirname, 'figures'), { recursive: true });
  writeFileSync(join(import.meta.dirname, 'figures/by-hand.json'), `${JSON.stringify(figures, null, 2)}\n`);
}

async function work(): Promise<void> {
  const copy = mkdtempSync(join(tmpdir(), 'mutant-'));
  for (const part of parts) cpSync(join(root, part), join(copy, part), { recursive: true });
  for (const part of shared) symlinkSync(join(root, part), join(copy, part));
  for (let task = tasks.shift(); task; task = tasks.shift()) {
    if (!sound.has(task.group) && (await runTests(copy, task.tests)) !== 'passed') {
      throw new Error(`The tests of "${task.group}" fail without any change: fix them first.`);
    }
    sound.add(task.group);
    const original = readFileSync(join(copy, task.file), 'utf8');
    if (original.split(task.from).length !== 2) {
      throw new Error(`${task.file} no longer holds "${task.from}" once: mutants.ts must follow it.`);
    }
    writeFileSync(
      join(copy, task.file),
      original.replace(task.from, () => task.to),
    );
    const outcome = await runTests(copy, task.tests);
    writeFileSync(join(copy, task.file), original);
    console.log(`${outcomes[outcome]} ${task.file}: ${task.from}`);
    if (outcome === 'passed') survivors.push({ file: task.file, from: task.from, to: task.to });
    else killed[task.group] = (killed[task.group] ?? 0) + 1;
    if (outcome === 'timed out') timedOut.push(`${task.file}: ${task.from}`);
  }
  rmSync(copy, { recursive: true });
}

function runTests(copy: string, tests: readonly string[]): Promise<keyof typeof outcomes> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['run', '--root', copy, '--bail', '1', '--maxWorkers', '1', '--testTimeout', '20000'];
  const child = spawn(process.execPath, [vitest, ...options, ...tests], { cwd: copy, stdio: 'ignore' });
  const clock = setTimeout(() => child.kill('SIGKILL'), timeLimit);
  return new Promise((resolve) => {
    child.once('close', (code) => {
      clearTimeout(clock);
      resolve(code === null ? 'timed out' : code === 0 ? 'passed' : 'failed');
    });
  });
}
