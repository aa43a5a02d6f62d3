// The first step of npm test: installs what its checks need. With --all what npm run test:all needs, too.
import { findBrowser, findFirefox, findWebKit } from './browser.mjs';
import { install } from './install.mjs';
import { step } from './run.mjs';
import { needJava } from './system-packages.mjs';

await install();
await findBrowser();
await needJava();
if (process.argv.includes('--all')) {
  await findFirefox();
  await findWebKit();
}
// As processes, since npm may take a minute and these wait for it.
const fetch = (/** @type {string} */ call) => ['--input-type=module', '--eval', call];
await step('Finding PostgreSQL', 'node', ...fetch("(await import('./scripts/postgres.mjs')).findPostgres()"));
await step('Finding Deno', 'node', ...fetch("(await import('./scripts/deno.mjs')).findDeno()"));
