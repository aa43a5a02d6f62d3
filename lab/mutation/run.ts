/**
 * npm run mutation [-- --mutate server/queue/channel-sender.ts]
 *
 * Installs StrykerJS and runs it, for one file or for the files in stryker.config.json. The
 * machine must be idle, because a test that times out counts as a killed mutant.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root, runStep } from '../../scripts/run.mjs';

const folder = join(root, '.cache/stryker');

if (!existsSync(join(folder, 'node_modules/@stryker-mutator/core'))) {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(import.meta.dirname, file), join(folder, file));
  }
  await runStep('Installing StrykerJS', 'npm', 'ci', '--prefix', folder, '--no-audit', '--no-fund');
}
const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
// Stryker retests only changes since the last run. It prints surviving mutants, and writes a report to
// build/stryker. It can't measure code that only runs in a separate process: `main.ts`, the store's thread
// and the PostgreSQL driver.
const parameters = [stryker, 'run', 'lab/mutation/stryker.config.json', ...process.argv.slice(2)];
process.exitCode =
  spawnSync('node', parameters, { cwd: root, env: environment, stdio: 'inherit' }).status ?? 1;
