import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { killAll, processesOf, signal } from './process-tree.mjs';
import { secondsSince } from './progress.mjs';
import { environment, root } from './run.mjs';
import { limits } from './time-limits.mjs';

/**
 * What the reporters in tests/reporters print, one JSON object a line: how many tests there are, as far as is known;
 * each as it starts and ends; and that the last one has ended.
 * @typedef {(
 *   | { progress: 'tests', count: number }
 *   | { progress: 'started' | 'passed' | 'skipped', test: string }
 *   | { progress: 'failed', test: string, reason: string }
 *   | { progress: 'over' }
 * )} Progress
 */

/**
 * A program in a process group of its own, that may report each of its tests: see tests/reporters.
 * @typedef {ReturnType<typeof startCheck>} Check
 */

/**
 * Starts a check. It is over when its process has exited: a child that still holds its output is killed.
 * @param {string} name
 * @param {string[]} command
 * @param {{ isShown?: boolean, onFailure: (test: string, reason: string) => void }} options
 *   `isShown`: what it prints goes to the terminal, instead of being kept until it fails
 */
export function startCheck(name, [program = '', ...parameters], { isShown = false, onFailure }) {
  const start = performance.now();
  const output = isShown ? 'inherit' : 'pipe';
  const child = spawn(program, parameters, {
    cwd: root,
    env: environment,
    detached: true,
    stdio: ['ignore', output, output],
  });
  const group = child.pid ?? 0;
  const exited = once(child, 'exit');
  const ended = Promise.race([exited, once(child, 'error')]);
  /** @type {Set<string>} */
  const running = new Set();
  /** @type {Map<string, string>} */
  const failures = new Map();
  const counts = { tests: 0, passed: 0, failed: 0, skipped: 0 };
  let printed = '';
  let isStopped = false;

  if (child.stdout && child.stderr) {
    createInterface(child.stdout).on('line', (line) => {
      if (line.startsWith('{"progress":')) follow(JSON.parse(line));
      else printed += `${line}\n`;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      printed += text;
    });
  }

  /** @param {Progress} line */
  function follow(line) {
    if (line.progress === 'tests') {
      counts.tests = line.count;
    } else if (line.progress === 'started') {
      running.add(line.test);
    } else if (line.progress === 'over') {
      running.clear();
      void endWithin(limits.ending);
    } else {
      running.delete(line.test);
      counts[line.progress] += 1;
      if (line.progress === 'failed') fail(line.test, line.reason);
    }
  }

  /** @param {string} test @param {string} reason */
  function fail(test, reason) {
    failures.set(test, reason);
    onFailure(test, reason);
  }

  /** After its last test. @param {number} milliseconds */
  async function endWithin(milliseconds) {
    if (!(await exitsWithin(milliseconds))) {
      fail('after the last test', `It did not end by itself within ${milliseconds / 1000} s.\n${left()}`);
      killAll([group]);
    }
  }

  /** @param {number} milliseconds */
  async function exitsWithin(milliseconds) {
    const timer = new AbortController();
    const late = pause(milliseconds, 'late', { signal: timer.signal }).catch(() => 'late');
    const first = await Promise.race([ended, late]);
    timer.abort();
    return first !== 'late';
  }

  /** Those that were started last, first: what a test left is below the test runner. */
  const left = () =>
    processesOf([group])
      .map(({ pid, command }) => `Left: ${pid} ${command}`)
      .reverse()
      .join('\n');

  /** Resolves once nothing of it is left. */
  async function finish() {
    const [code] = await ended;
    // Browsers may take a moment to go.
    const patience = performance.now() + limits.ending;
    while (processesOf([group]).length > 0 && !isStopped && performance.now() < patience) await pause(50);
    if (left() && !isStopped) fail('after the last test', `It left processes behind, now killed.\n${left()}`);
    killAll([group]);
    if (code !== 0 && failures.size === 0 && !isStopped) {
      fail(name, printed.trimEnd() || `It ended with ${code}.`);
    }
    return failures.size === 0 && code === 0;
  }

  return {
    name,
    failures,
    finished: finish(),
    /** Like "unit 412 of 980, 1 failed, 38 s: the test that runs". */
    describe() {
      const done = counts.passed + counts.failed + counts.skipped;
      const tests = counts.tests > 0 ? ` ${done} of ${Math.max(done, counts.tests)}` : '';
      const failed = failures.size > 0 ? `, ${failures.size} failed` : '';
      const [now] = [...running].slice(-1);
      return `${name}${tests}${failed}, ${secondsSince(start)}${now ? `: ${now}` : ''}`;
    },
    /** Like "unit: 980 passed, 2 skipped in 62 s". */
    summary() {
      const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : '';
      const tests = counts.tests > 0 ? ` ${counts.passed} passed${skipped}` : '';
      return `${name}:${tests} in ${secondsSince(start)}`;
    },
    /** Ends it and all of its processes, with SIGTERM, then SIGKILL. What runs now has failed. @param {string} why */
    async stop(why) {
      isStopped = true;
      for (const test of running.size > 0 ? running : ['the check']) fail(test, `${why} It was running.`);
      const all = [group, ...processesOf([group]).map(({ pid }) => pid)];
      signal(-group, 'SIGTERM');
      await exitsWithin(limits.ending);
      killAll(all);
    },
  };
}
