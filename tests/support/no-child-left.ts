/**
 * Loaded before each file of vitest's tests: a test fails if a process that it started still lives after it, and so
 * does a file. The process is killed, since it may hold an output that the run waits for.
 */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { afterAll, beforeEach } from 'vitest';
import { killAll } from '../../scripts/process-tree.mjs';

const children = new Set<ChildProcess>();

// Node publishes each child as it is made, however a test starts it.
subscribe('child_process', addChild);
// What a test leaves when its process ends without these hooks. vitest ends it with SIGTERM.
process.once('exit', killChildren);
process.once('SIGTERM', exit);

beforeEach(({ onTestFinished }) => {
  const before = new Set(children);
  // Registered first, so it runs after all that the test does to end them.
  onTestFinished(() => endAll([...children].filter((child) => !before.has(child))));
});

afterAll(async () => {
  await endAll([...children]);
  // The next file of the same process has its own.
  unsubscribe('child_process', addChild);
  process.off('exit', killChildren);
  process.off('SIGTERM', exit);
});

function addChild(message: unknown): void {
  const { process: child } = message as { process: ChildProcess };
  children.add(child);
  child.once('exit', () => children.delete(child));
}

function killChildren(): void {
  killAll(pidsOf([...children]));
}

function exit(): void {
  process.exit(143);
}

/** Waits for those that were already sent a signal. */
async function endAll(all: ChildProcess[]): Promise<void> {
  const started = all.filter(({ pid }) => pid !== undefined);
  const left = started.filter(({ killed }) => !killed);
  const ended = Promise.all(started.map((child) => once(child, 'exit')));
  killAll(pidsOf(left));
  await ended;
  const commands = left.map(({ spawnargs }) => spawnargs.join(' '));
  if (commands.length > 0) {
    throw new Error(`Still running at the end, and killed now: ${commands.join('; ')}`);
  }
}

const pidsOf = (some: ChildProcess[]) => some.flatMap(({ pid }) => pid ?? []);
