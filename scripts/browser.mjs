import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { end } from './run.mjs';
import { installPackage } from './system-packages.mjs';

/** How each browser is called on PATH, best first, where macOS keeps it, and what Debian calls its package. */
const browsers = {
  chromium: {
    names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
    macApplications: [
      'Chromium.app/Contents/MacOS/Chromium',
      'Google Chrome.app/Contents/MacOS/Google Chrome',
    ],
    debianPackage: 'chromium',
  },
  firefox: {
    names: ['firefox-esr', 'firefox'],
    macApplications: ['Firefox.app/Contents/MacOS/firefox'],
    debianPackage: 'firefox-esr',
  },
};

/** The path of Chromium or Chrome, which the browser tests run in. `CHROMIUM` names one that stands elsewhere. */
export const findBrowser = () => find('chromium', process.env.CHROMIUM);

/** The path of Firefox, for the smoke run. `FIREFOX` names one that stands elsewhere. */
export const findFirefox = () => find('firefox', process.env.FIREFOX);

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
