/**
 * npm run mutation: StrykerJS for the code that tests run in their own process. Installs it into .cache/stryker
 * first. The report is in build/stryker; survivors are printed. It tests only what changed since its last run.
 */
import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { end, root, run } from '../../scripts/run.mjs';

const folder = join(root, '.cache/stryker');

if (!existsSync(join(folder, 'node_modules/@stryker-mutator/core'))) {
  mkdirSync(folder, { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(join(import.meta.dirname, file), join(folder, file));
  }
  const code = await run('npm', 'ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error');
  if (code !== 0) end('StrykerJS could not be installed: see above.');
}
const stryker = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
process.exitCode = await run('node', stryker, 'run', 'lab/mutation/stryker.config.json');
