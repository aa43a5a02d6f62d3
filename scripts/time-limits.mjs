import { exitWithError } from './run.mjs';

/** Multiplies most time limits of the tests. Use 4 on a busy machine or a slow disk. */
const factor = Number(process.env.TEST_TIME_FACTOR ?? 1);
if (!(factor > 0)) {
  exitWithError(
    `TEST_TIME_FACTOR is "${process.env.TEST_TIME_FACTOR}". Set it to a number above 0, such as 4.`,
  );
}

/** The tests' time limits. They end tests that hang, but never decide whether a result is right. */
export const testTimeLimits = {
  test: 10_000 * factor,
  /** For hooks and tests that start a process. */
  process: 60_000 * factor,
  /** For a test in tests/slow, which may build a project copy or run a whole user journey in another browser engine. */
  long: 300_000 * factor,
  /** For each thing that a test awaits, such as a poll, an action, or a page. */
  awaited: 5_000 * factor,
  /** For a check to end after its last test, and for processes to end after SIGTERM. */
  ending: 10_000 * factor,
  /** For a whole run of npm test. npm run test:all may take four times this long. */
  run: 15 * 60_000 * factor,
};

/** Options for a test that starts a process: test('a port in use …', startsProcess, async () => { … }). */
export const startsProcess = { timeout: testTimeLimits.process };
