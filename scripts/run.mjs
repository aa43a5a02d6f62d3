import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

// Before anything else: on an older Node the scripts fail without a reason.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 12)) {
  end(`This is Node ${process.versions.node}. Put 20.12 or newer, from https://nodejs.org, first on PATH.`);
}

/** The project's root folder. */
export const root = join(import.meta.dirname, '..');

if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));

/**
 * The environment of the project's commands: installed binaries come first, so `node` is the installed Node
 * if there is one for this platform.
 * @type {NodeJS.ProcessEnv}
 */
export const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
  ASTRO_TELEMETRY_DISABLED: '1',
};

/**
 * Runs a required command, and says what it does. Its own output is shown only if it fails; then this process ends.
 * Resolves to what it printed.
 * @param {string} title like "Building the pages" @param {string} command @param {string[]} parameters
 */
export async function step(title, command, ...parameters) {
  const start = performance.now();
  console.log(`${title} …`);
  const options = { cwd: root, env: environment, maxBuffer: Number.POSITIVE_INFINITY };
  const running = run(command, parameters, options);
  running.child.stdin?.end();
  const { stdout, stderr } = await running.catch((failure) => {
    console.error(`${failure.stdout}${failure.stderr}`.trimEnd());
    end(`${title} failed: ${failure.message.split('\n')[0]}. See its output above.`);
  });
  console.log(`${title}: done in ${secondsSince(start)}`);
  return stdout + stderr;
}

/** Whole seconds since a moment of performance.now(), like "12 s". @param {number} start */
export function secondsSince(start) {
  return `${Math.round((performance.now() - start) / 1000)} s`;
}

/**
 * Prints a message and exits with code 1.
 * @param {string} sentence @returns {never}
 */
export function end(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
