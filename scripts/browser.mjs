import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { end, runQuietly, step } from './run.mjs';

/** The path of Chromium or Chrome for the browser tests. `CHROMIUM` overrides it. */
export async function findBrowser() {
  // The shell first: without windows and their own pages, a test takes half the processor time.
  const names = ['chromium-headless-shell', 'chromium', 'google-chrome-stable', 'google-chrome'];
  return process.env.CHROMIUM || find(names, 'chromium-headless-shell');
}

/** The path of Firefox for its journeys. */
export const findFirefox = () => find(['firefox-esr', 'firefox'], 'firefox-esr');

/** WebKitGTK, its driver and a virtual display, for the journeys in the iPhone's engine. */
export async function findWebKit() {
  const driver = await find(['WebKitWebDriver'], 'webkit2gtk-driver');
  await find(['xvfb-run'], 'xvfb');
  // Only recommended by xvfb, but xvfb-run needs it.
  await find(['xauth'], 'xauth');
  // Not on PATH in Debian.
  const browser = ['4.1', '4.0']
    .map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`)
    .find(existsSync);
  return { driver, browser: browser ?? end('The package webkit2gtk-driver has no MiniBrowser here.') };
}

/** Java runs the Nu HTML checker. */
export const needJava = () => find(['java'], 'default-jre-headless');

/** @param {string[]} names @param {string} debianPackage */
async function find(names, debianPackage) {
  if (!onPath(names)) await installPackage(debianPackage);
  return onPath(names) ?? end(`${debianPackage} was installed, but it is not found on PATH.`);
}

/** @param {string[]} names those that are preferred first */
function onPath(names) {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}

/** Installs a Debian package, or exits with a message that says what to install by hand. @param {string} name */
async function installPackage(name) {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) {
    end(`The tests need "${name}". Install it, or its like on your system, and run the command again.`);
  }
  const options = ['-y', '-qq', '-o', 'DPkg::Lock::Timeout=120', '--no-install-recommends'];
  await runQuietly('apt-get', 'update', '-qq');
  await step(`The tests need ${name}. Installing it`, 'apt-get', 'install', ...options, name);
}
