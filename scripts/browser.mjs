import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { end } from './run.mjs';
import { installPackage } from './system-packages.mjs';

/** Names of Chromium and Chrome as they are found on PATH, best first, and where macOS keeps them. */
const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'];
const macApplications = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** The path of Chromium or Chrome for the browser tests. `CHROMIUM` names one that stands elsewhere. */
export async function findBrowser() {
  if (!installedBrowser()) {
    await installPackage('chromium', 'The browser tests need Chromium or Chrome.');
  }
  return installedBrowser() ?? end('Chromium was installed, but it is not found on PATH.');
}

function installedBrowser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = names.flatMap((name) => folders.map((folder) => join(folder, name)));
  const { CHROMIUM = '' } = process.env;
  return [CHROMIUM, ...candidates, ...macApplications].find((path) => path && existsSync(path));
}
