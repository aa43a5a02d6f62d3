import { end } from './run.mjs';

/** Multiplies every limit of the tests: 4 on a busy machine or a slow disk. */
const factor = Number(process.env.TEST_TIME_FACTOR ?? 1);
if (!(factor > 0)) {
  end(`TEST_TIME_FACTOR is "${process.env.TEST_TIME_FACTOR}": it must be a number above 0, like 4.`);
}

/** In milliseconds. They end what hangs; none of them decides whether a result is right. */
export const limits = {
  test: 10_000 * factor,
  /** Of a test that starts a process, and of hooks. */
  process: 60_000 * factor,
  /** Of a build of a copy of the project, and of journeys in another engine: tests/all. */
  long: 300_000 * factor,
  /** Of what a test awaits: a poll, an action, a page. */
  awaited: 5_000 * factor,
  /** Of a check, to end after its last test, and of processes, to end after SIGTERM. */
  ending: 10_000 * factor,
  /** Of a whole run of npm test. npm run test:all has four times as long. */
  run: 15 * 60_000 * factor,
};

/** The options of a test that starts a process: test('a port in use …', startsProcess, async () => { … }). */
export const startsProcess = { timeout: limits.process };
