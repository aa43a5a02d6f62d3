// npm test: runs all fast checks, even from a fresh clone. Doesn't stop at the first failure. --all (npm run test:all)
// includes the slow checks.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { install } from './install.mjs';
import { findProcesses, killAll } from './process-tree.mjs';
import { environment, formatSecondsSince, root } from './run.mjs';
import { testTimeLimits } from './time-limits.mjs';

/**
 * A JSON line from tests/reporters: the number of known tests, or a test that starts or ends.
 * @typedef {(
 *   | { progress: 'tests', count: number }
 *   | { progress: 'started' | 'passed', test: string }
 *   | { progress: 'skipped', test: string, reason?: string | undefined }
 *   | { progress: 'failed', test: string, reason: string }
 * )} Progress
 */

/**
 * A running or finished check, with its process group and the number of its tests that have ended.
 * @typedef {{ name: string, group: number, start: number, isOver: boolean, tests: number, ended: number,
 *   running: Set<string>, failures: Set<string>, skipped: string[] }} Check
 */

const isAll = process.argv.includes('--all');
const vitest = '--reporter=./tests/reporters/vitest.ts';
const playwright = '--reporter=./tests/reporters/playwright.ts';

/** Matches tests with the tag @desktop in the phone projects. They run only with --all. */
const desktopTestsOnPhones = '^phone.*@desktop';

/** npm scripts with parameters. The two rows run in parallel. Checks that need no build run during the build. */
const rows = [
  [
    isAll
      ? ['browser', playwright]
      : ['browser', playwright, '--grep-invert', `@all|${desktopTestsOnPhones}`],
  ],
  isAll
    ? [['lint'], ['faults', '--short'], ['types', '--noSync'], ['slow', vitest], ['unit', vitest]]
    : [['lint'], ['faults:short'], ['types', '--noSync'], ['unit', vitest]],
];

/**
 * Checks that need no build. The other checks wait for the build, which also writes the types that "astro sync" would
 * write.
 */
const needNoBuild = ['lint', 'faults', 'faults:short'];

const start = performance.now();
const limit = isAll ? 4 * testTimeLimits.run : testTimeLimits.run;
/** @type {Check[]} */
const checks = [];
let isStopped = false;

const [, fetched] = await Promise.all([install(), fetchPrograms()]);
if (fetched !== 0) {
  process.exit(1);
}
const timer = setTimeout(stop, limit, `The run took longer than ${limit / 60_000} minutes.`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  // The signal arrives twice, because npm passes on the terminal's signal.
  process.on(signal, () => stop(`${signal} stopped the run.`));
}
const progress = setInterval(showProgress, process.stdout.isTTY ? 200 : 10_000);
const built = runCheck('build', ['--if-stale']);
const runs = rows.map(async (row) => {
  for (const [name = '', ...parameters] of row) {
    if (!needNoBuild.includes(name)) {
      await built;
    }
    if (!isStopped) {
      await runCheck(name, parameters);
    }
  }
});
await Promise.all(runs);
clearTimeout(timer);
clearInterval(progress);
// Failures are repeated, so the end of a log shows all of them.
for (const { name, failures } of checks) {
  for (const test of failures) {
    say(`✘ ${name}: ${test}`);
  }
}
const skipped = checks.flatMap((check) => check.skipped);
for (const test of skipped) {
  say(`– ${test}`);
}
if (skipped.length > 0) {
  say(`Skipped tests: ${skipped.length}`);
}
const failed = checks.filter(({ failures }) => failures.size > 0).length;
say(`In ${formatSecondsSince(start)}.`);
console.log(`${checks.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 || isStopped ? 1 : 0);

/** Fetches programs in a separate process, so both cores have work. Resolves with its exit code. */
async function fetchPrograms() {
  const parameters = ['scripts/fetch-programs.mjs', ...(isAll ? ['--all'] : [])];
  const child = spawn(process.execPath, parameters, { cwd: root, stdio: 'inherit' });
  process.once('exit', () => child.kill());
  const [code] = await once(child, 'exit');
  return code;
}

/**
 * Runs an npm script in a new process group until all of its processes have ended.
 * @param {string} name The script's name
 * @param {string[]} parameters The script's parameters
 */
async function runCheck(name, parameters) {
  const child = spawn('npm', ['run', '--silent', name, '--', ...parameters], {
    cwd: root,
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const counts = { tests: 0, ended: 0, running: new Set(), failures: new Set(), skipped: [] };
  const check = { name, group: child.pid ?? 0, start: performance.now(), isOver: false, ...counts };
  checks.push(check);
  showProgress();
  let printed = '';
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('{"progress":')) {
      follow(check, JSON.parse(line));
    } else {
      printed += `${line}\n`;
    }
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  const closed = once(child, 'close');
  const [code] = await once(child, 'exit');
  killAll([check.group]);
  await Promise.race([closed, pause(testTimeLimits.ending, undefined, { ref: false })]);
  if (code !== 0 && check.failures.size === 0) {
    fail(check, name, printed.trimEnd() || `It ended with ${code}.`);
  }
  check.isOver = true;
  const tests = check.ended > 0 ? ` ${check.ended} tests` : '';
  say(`${check.failures.size > 0 ? '✘' : '✓'} ${name}:${tests} in ${formatSecondsSince(check.start)}`);
}

/**
 * @param {Check} check
 * @param {Progress} line
 */
function follow(check, line) {
  if (line.progress === 'tests') {
    check.tests = line.count;
  } else if (line.progress === 'started') {
    check.running.add(line.test);
  } else {
    check.running.delete(line.test);
    check.ended += 1;
    if (line.progress === 'failed') {
      fail(check, line.test, line.reason);
    }
    if (line.progress === 'skipped') {
      check.skipped.push([line.test, line.reason ?? []].flat().join(': '));
    }
  }
}

/**
 * @param {Check} check
 * @param {string} test
 * @param {string} reason
 */
function fail(check, test, reason) {
  check.failures.add(test);
  const lines = reason.split('\n').map((line) => `    ${line}`);
  say([`✘ ${check.name}: ${test}`, ...lines.slice(0, 60)].join('\n'));
}

/**
 * Ends all running checks with SIGTERM, then SIGKILL, and marks them as failed.
 * @param {string} why The reason, as a sentence
 */
function stop(why) {
  if (isStopped) {
    return;
  }
  isStopped = true;
  const running = checks.filter(({ isOver }) => !isOver);
  const groups = running.map(({ group }) => group);
  // List the processes now. Processes outside the group can't be found once their parents have ended.
  const processes = [...groups, ...findProcesses(groups).map(({ pid }) => pid)];
  setTimeout(killAll, testTimeLimits.ending, processes).unref();
  process.once('exit', () => killAll(processes));
  for (const check of running) {
    fail(check, [...check.running].join(', ') || 'the check', `${why} This check or test was still running.`);
  }
  killAll(groups, 'SIGTERM');
}

/** Shows the running checks: in a terminal on one updated line, elsewhere on a new line every ten seconds. */
function showProgress() {
  const lines = checks.filter(({ isOver }) => !isOver).map(describe);
  const width = Math.floor((process.stdout.columns || 80) / 2) - 3;
  if (process.stdout.isTTY) {
    process.stdout.write(`\r\x1b[K${lines.map((line) => line.slice(0, width)).join(' | ')}`);
  } else if (lines.length > 0) {
    console.log(lines.join(' | '));
  }
}

/** @param {string} text */
function say(text) {
  console.log(process.stdout.isTTY ? `\r\x1b[K${text}` : text);
}

/**
 * Formats a check's progress, such as "unit 412 of 980, 1 failed, 38 s: a running test".
 * @param {Check} check
 */
function describe({ name, tests, ended, running, failures, start }) {
  const count = tests > 0 ? ` ${ended} of ${Math.max(ended, tests)}` : '';
  const failed = failures.size > 0 ? `, ${failures.size} failed` : '';
  const [now] = [...running].slice(-1);
  return `${name}${count}${failed}, ${formatSecondsSince(start)}${now ? `: ${now}` : ''}`;
}
