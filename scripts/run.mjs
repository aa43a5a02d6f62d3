import './node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { secondsSince, showProgress } from './progress.mjs';

/** The project's root folder. */
export const root = join(import.meta.dirname, '..');

if (existsSync(join(root, '.env'))) {
  process.loadEnvFile(join(root, '.env'));
}

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
 * Runs a command in the project that talks to the person at the terminal. Resolves to its exit code.
 * @param {string} command @param {string[]} parameters @returns {Promise<number>}
 */
export function run(command, ...parameters) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, { cwd: root, env: environment, stdio: 'inherit' });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/**
 * Runs a command and keeps its output.
 * @param {string} command @param {string[]} parameters @returns {Promise<{ code: number, printed: string }>}
 */
export function runQuietly(command, ...parameters) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, parameters, {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const output of [child.stdout, child.stderr]) {
      output.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, printed }));
  });
}

/**
 * Runs a required command, and says what it does and for how long. Its own output is shown only if it fails;
 * then this process ends. Resolves to what it printed.
 * @param {string} title like "Building the pages" @param {string} command @param {string[]} parameters
 */
export async function step(title, command, ...parameters) {
  const start = performance.now();
  const progress = showProgress(() => [`${title} … ${secondsSince(start)}`]);
  const { code, printed } = await runQuietly(command, ...parameters);
  progress.stop();
  if (code !== 0) {
    console.error(printed.trimEnd());
    end(`${title} failed: "${[command, ...parameters].join(' ')}" ended with ${code}. See its output above.`);
  }
  if (process.stdout.isTTY) console.log(`${title}: done in ${secondsSince(start)}`);
  return printed;
}

/**
 * Runs a required command that shows its output. Exits with a message if it fails.
 * @param {string} command @param {string[]} parameters
 */
export async function mustRun(command, ...parameters) {
  const code = await run(command, ...parameters);
  if (code !== 0) {
    end(`"${[command, ...parameters].join(' ')}" failed. See its output above.`);
  }
}

/**
 * Prints a message and exits with code 1.
 * @param {string} sentence @returns {never}
 */
export function end(sentence) {
  console.error(`\n${sentence}`);
  process.exit(1);
}
