// npm test: all checks, from a fresh clone. Runs every check, so one run shows every failure. With --all (npm run
// test:all) also those that take long.
import { secondsSince, showProgress } from './progress.mjs';
import { startCheck } from './test-check.mjs';
import { limits } from './time-limits.mjs';

const isAll = process.argv.includes('--all');
const vitest = '--reporter=./tests/reporters/vitest.ts';
const playwright = '--reporter=./tests/reporters/playwright.ts';

/**
 * npm scripts, with parameters, in two rows that run at the same time, for two cores. Those that keep one core busy
 * come first. The last ones have two processes each, so that whichever is left has both cores.
 */
const rows = isAll
  ? [
      [['build', '--if-stale'], ['types'], ['browser', playwright]],
      [['lint'], ['faults', '--short'], ['slow', vitest], ['unit', vitest]],
    ]
  : [
      [['build', '--if-stale'], ['types'], ['browser', playwright]],
      [['lint'], ['faults:short'], ['unit', vitest]],
    ];

const start = performance.now();
const limit = isAll ? 4 * limits.run : limits.run;
/** @type {Set<import('./test-check.mjs').Check>} */
const running = new Set();
/** @type {import('./test-check.mjs').Check[]} */
const passed = [];
/** @type {import('./test-check.mjs').Check[]} */
const failed = [];
let isStopped = false;
let say = console.log;

const timer = setTimeout(stop, limit, `The run took longer than ${limit / 60_000} minutes.`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.once(signal, () => stop(`${signal} stopped the run.`));
}

const preparation = ['node', 'scripts/prepare-tests.mjs', ...(isAll ? ['--all'] : [])];
if (await passes('preparation', preparation, { isShown: true })) {
  const progress = showProgress(() => Array.from(running, (check) => check.describe()));
  ({ say } = progress);
  await Promise.all(rows.map(runRow));
  progress.stop();
  say = console.log;
}
clearTimeout(timer);
summarize();

/** @param {string[][]} row */
async function runRow(row) {
  for (const [name = '', ...parameters] of row) {
    if (!isStopped) await passes(name, ['npm', 'run', '--silent', name, '--', ...parameters]);
  }
}

/** @param {string} name @param {string[]} command @param {{ isShown?: boolean }} [options] */
async function passes(name, command, options) {
  const check = startCheck(name, command, {
    ...options,
    onFailure: (test, reason) => say(`✘ ${name}: ${test}\n${indented(reason, 60)}`),
  });
  running.add(check);
  const isGood = await check.finished;
  running.delete(check);
  (isGood ? passed : failed).push(check);
  say(`${isGood ? '✓' : '✘'} ${check.summary()}`);
  return isGood;
}

/** @param {string} why */
async function stop(why) {
  isStopped = true;
  say(`\n${why} Ending what runs: ${Array.from(running, ({ name }) => name).join(', ')}.`);
  await Promise.all(Array.from(running, (check) => check.stop(why)));
}

/** Names each failure again, with the begin of its reason, so that the end of a log is enough. */
function summarize() {
  if (failed.length > 0) console.log('\nWhat failed:');
  for (const { name, failures } of failed) {
    for (const [test, reason] of failures) console.log(`✘ ${name}: ${test}\n${indented(reason, 4)}`);
  }
  const names = failed.map(({ name }) => name);
  console.log(names.length > 0 ? `\nFailed: ${names.join(', ')}` : '\nEverything passed.');
  const begun = [...passed, ...failed].map(({ name }) => name);
  const notRun = rows
    .flatMap((row) => row.map(([name = '']) => name))
    .filter((name) => !begun.includes(name));
  if (notRun.length > 0) console.log(`Not run: ${notRun.join(', ')}`);
  console.log(`In ${secondsSince(start)}.`);
  // The preparation is no check.
  const good = passed.filter(({ name }) => name !== 'preparation');
  console.log(`${good.length} passed, ${failed.length} failed`);
  process.exit(failed.length > 0 || isStopped ? 1 : 0);
}

/** @param {string} text @param {number} most lines */
function indented(text, most) {
  const lines = text.split('\n').map((line) => `    ${line}`);
  return lines.slice(0, most).join('\n');
}
