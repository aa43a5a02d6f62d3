import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { end } from './run.mjs';
import { installPackage } from './system-packages.mjs';

/** Each browser's names on PATH (preferred first), its macOS path, and its Debian package. */
const browsers = {
  chromium: {
    // The shell first: without windows and their own pages, a test takes half the processor time.
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome-stable',
      'google-chrome',
      'chrome',
    ],
    macApplications: [
      'Chromium.app/Contents/MacOS/Chromium',
      'Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    debianPackage: 'chromium-headless-shell',
  },
  firefox: {
    names: ['firefox-esr', 'firefox'],
    macApplications: ['Firefox.app/Contents/MacOS/firefox'],
    debianPackage: 'firefox-esr',
  },
};

/** The path of Chromium or Chrome for the browser tests. `CHROMIUM` overrides it. */
export const findBrowser = () => find('chromium', process.env.CHROMIUM);

/** The path of Firefox for its journeys. `FIREFOX` overrides it. */
export const findFirefox = () => find('firefox', process.env.FIREFOX);

/** WebKitGTK, its driver and a virtual display, for the journeys in the iPhone's engine. */
export async function findWebKit() {
  const why = 'The tests run WebKit too.';
  if (!onPath('WebKitWebDriver') || !miniBrowser()) await installPackage('webkit2gtk-driver', why);
  if (!onPath('xvfb-run')) await installPackage('xvfb', why);
  // Only recommended by xvfb, but xvfb-run needs it.
  if (!onPath('xauth')) await installPackage('xauth', why);
  return {
    driver: onPath('WebKitWebDriver') ?? end('WebKitWebDriver was installed, but it is not found on PATH.'),
    browser: miniBrowser() ?? end('webkit2gtk-driver was installed, but its MiniBrowser is not found.'),
  };
}

/** Not on PATH in Debian, like /usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser. */
function miniBrowser() {
  const machine = process.arch === 'arm64' ? 'aarch64' : 'x86_64';
  return [`/usr/lib/${machine}-linux-gnu`, '/usr/lib', '/usr/libexec']
    .filter(existsSync)
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((folder) => folder.includes('webkit2gtk'))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find(existsSync);
}

/** @param {string} name */
const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);

/** @param {keyof typeof browsers} name @param {string | undefined} given */
async function find(name, given) {
  if (!installed(name, given)) {
    const { debianPackage } = browsers[name];
    await installPackage(debianPackage, `The tests need ${name}.`);
  }
  return installed(name, given) ?? end(`${name} was installed, but it is not found on PATH.`);
}

/** @param {keyof typeof browsers} name @param {string} given */
function installed(name, given = '') {
  const { names, macApplications } = browsers[name];
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((one) => folders.map((folder) => join(folder, one)));
  const applications = macApplications.map((application) => join('/Applications', application));
  return [given, ...candidates, ...applications].find((path) => path && existsSync(path));
}
