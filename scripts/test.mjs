// npm test: all checks, from a fresh clone. Runs every check, so one run shows every failure.
import { findBrowser, findFirefox, findWebKit } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { findDeno } from './deno.mjs';
import { install } from './install.mjs';
import { findPostgres } from './postgres.mjs';
import { runQuietly } from './run.mjs';
import { needJava } from './system-packages.mjs';

/** Names of npm scripts, in two rows that run at the same time: each leaves one of two cores idle at times. */
const rows = [
  ['lint', 'types', 'browser'],
  ['faults:short', 'unit'],
];

await install();
// Before the checks: installing a browser takes longer than any test timeout.
await findBrowser();
await findFirefox();
await findWebKit();
await needJava();
findPostgres();
findDeno();
await buildIfStale();

/** @type {string[]} */
const passed = [];
/** @type {Map<string, string>} by name, what it printed */
const failed = new Map();

await Promise.all(
  rows.map(async (checks) => {
    for (const check of checks) {
      const { code, printed } = await runQuietly('npm', 'run', '--silent', check);
      console.log(`\n── ${check}\n${printed.trimEnd()}`);
      if (code === 0) passed.push(check);
      else failed.set(check, printed);
    }
  }),
);
// Each check names its failures last: said again here, so that the end of a log is enough.
for (const [check, printed] of failed) {
  console.log(`\n── ${check} failed\n${printed.trimEnd().split('\n').slice(-40).join('\n')}`);
}
console.log(failed.size ? `\nFailed: ${[...failed.keys()].join(', ')}` : '\nEverything passed.');
console.log(`${passed.length} passed, ${failed.size} failed`);
process.exitCode = failed.size ? 1 : 0;
