import { spawnSync } from 'node:child_process';
import { end, runQuietly, step } from './run.mjs';

/** Java runs the Nu HTML checker. */
export async function needJava() {
  if (!answers('java', '-version')) {
    await installPackage('default-jre-headless', 'The HTML checker needs Java 17 or newer.');
  }
}

/**
 * Installs a Debian package, or exits with a message that says what to install by hand.
 * @param {string} name @param {string} why
 */
export async function installPackage(name, why) {
  if (process.getuid?.() !== 0 || !answers('apt-get', '--version')) {
    end(`${why} Install the package "${name}", or its like on your system, and run the command again.`);
  }
  const options = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=120', '--no-install-recommends'];
  await runQuietly('apt-get', 'update', '-qq');
  await step(`${why} Installing ${name}`, 'apt-get', 'install', ...options, name);
}

/** @param {string} command @param {string[]} parameters */
function answers(command, ...parameters) {
  return spawnSync(command, parameters, { stdio: 'ignore' }).status === 0;
}
