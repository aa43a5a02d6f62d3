/**
 * Loaded before each of vitest's test files. A test or a file fails if a process that it started is still running
 * afterward. The process is killed, because the run may wait for its output.
 */
import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { afterAll, beforeEach } from 'vitest';
import { killAll } from '../../scripts/process-tree.mjs';

const children = new Set<ChildProcess>();

// Node publishes each child process, regardless of the function that starts it.
subscribe('child_process', addChild);
// A test's process may end without the hooks below: vitest ends it with SIGTERM.
process.once('exit', killChildren);
process.once('SIGTERM', exit);

beforeEach(({ onTestFinished }) => {
  const before = new Set(children);
  // This hook is registered first, so it runs last, after the test's cleanup.
  onTestFinished(() => endAll([...children].filter((child) => !before.has(child))));
});

afterAll(async () => {
  await endAll([...children]);
  // The next file in the same process sets up its own handlers.
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
  killAll(listPids([...children]));
}

function exit(): void {
  process.exit(143);
}

/** Waits for processes that were already sent a signal, and kills the others with an error. */
async function endAll(all: ChildProcess[]): Promise<void> {
  const started = all.filter(({ pid }) => pid !== undefined);
  const left = started.filter(({ killed }) => !killed);
  const ended = Promise.all(started.map((child) => once(child, 'exit')));
  killAll(listPids(left));
  await ended;
  const commands = left.map(({ spawnargs }) => spawnargs.join(' '));
  if (commands.length > 0) {
    throw new Error(`These processes were still running and have been killed: ${commands.join('; ')}`);
  }
}

const listPids = (some: ChildProcess[]) => some.flatMap(({ pid }) => pid ?? []);
