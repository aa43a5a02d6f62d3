// npm test: everything, from a bare clone. Every check runs, so one run shows all that is wrong.
import { findBrowser, findFirefox } from './browser.mjs';
import { buildIfStale } from './build.mjs';
import { install } from './install.mjs';
import { run } from './run.mjs';
import { needJava } from './system-packages.mjs';

/** Names of npm scripts, quickest first. */
const checks = ['lint', 'types', 'unit', 'faults:short', 'browser'];

await install();
// Before the checks: installing a browser takes longer than any test may.
await findBrowser();
await findFirefox();
await needJava();
await buildIfStale();

const failed = [];
for (const check of checks) {
  console.log(`\n── ${check}`);
  if ((await run('npm', 'run', '--silent', check)) !== 0) {
    failed.push(check);
  }
}
console.log(failed.length ? `\nFailed: ${failed.join(', ')}` : '\nEverything passed.');
console.log(`${checks.length - failed.length} passed, ${failed.length} failed`);
process.exitCode = failed.length ? 1 : 0;
