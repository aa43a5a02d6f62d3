// The first step of npm test: installs what its checks need. With --all what npm run test:all needs, too.
import { findBrowser, findFirefox, findWebKit } from './browser.mjs';
import { install } from './install.mjs';
import { step } from './run.mjs';
import { needJava } from './system-packages.mjs';

await install();
await findBrowser();
await needJava();
await fetch('PostgreSQL', "(await import('./scripts/postgres.mjs')).findPostgres()");
if (process.argv.includes('--all')) {
  await findFirefox();
  await findWebKit();
  await fetch('Deno', "(await import('./scripts/deno.mjs')).findDeno()");
}

/** As a process, since it waits for npm and could not say for how long. @param {string} name @param {string} call */
async function fetch(name, call) {
  await step(`Finding ${name}`, 'node', '--input-type=module', '--eval', call);
}
