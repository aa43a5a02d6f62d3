import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// This check must come first, because the scripts fail on an older Node without giving a reason.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 12)) {
  exitWithError(
    `This is Node ${process.versions.node}. Install Node 20.12 or newer from https://nodejs.org, and put it first on PATH.`,
  );
}

export const root = join(import.meta.dirname, '..');

if (existsSync(join(root, '.env'))) {
  process.loadEnvFile(join(root, '.env'));
}

/**
 * The environment for the project's commands. Installed binaries come first on PATH, so `node` is the installed Node if
 * there is one for this platform.
 * @type {NodeJS.ProcessEnv}
 */
export const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  ASTRO_TELEMETRY_DISABLED: '1',
};

/**
 * Runs a required command, prints its title, and resolves with its output. If the command fails, prints its
 * output and ends this process.
 * @param {string} title A description, such as "Building the pages"
 * @param {string} command
 * @param {string[]} parameters
 */
export async function runStep(title, command, ...parameters) {
  const start = performance.now();
  console.log(`${title} …`);
  const options = { cwd: root, env: environment, maxBuffer: Number.POSITIVE_INFINITY };
  const running = run(command, parameters, options);
  running.child.stdin?.end();
  const { stdout, stderr } = await running.catch((failure) => {
    console.error(`${failure.stdout}${failure.stderr}`.trimEnd());
    exitWithError(`${title} failed. The reason is above.`);
  });
  console.log(`${title}: done in ${formatSecondsSince(start)}`);
  return stdout + stderr;
}

/**
 * Formats the whole seconds since a time, such as "12 s".
 * @param {number} start The time, from performance.now()
 */
export function formatSecondsSince(start) {
  return `${Math.round((performance.now() - start) / 1000)} s`;
}

/**
 * Prints a message and exits with code 1.
 * @param {string} sentence
 * @returns {never}
 */
export function exitWithError(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
