// Fetches old browsers for the journeys of npm run test:all. Chromium and Firefox are unpacked into .cache. WebKit's
// driver is a Debian package.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { aptOptions, canInstall, fetchPackage, findOnPath } from './programs.mjs';
import { root } from './run.mjs';

/**
 * A browser's program, and the folders of its shared libraries.
 * @typedef {{ program: string, libraries: string[] }} OldBrowser
 */

/** npm packages that contain Chromium for AWS Lambda, by Chromium's version. */
const chromiumPackages = {
  80: { name: 'chrome-aws-lambda', version: '2.1.1' },
  92: { name: 'chrome-aws-lambda', version: '10.1.0' },
  103: { name: '@sparticuz/chromium', version: '103.0.0' },
  110: { name: '@sparticuz/chromium', version: '110.0.1' },
  112: { name: '@sparticuz/chromium', version: '112.0.2' },
};

/** Debian 11's Firefox and two libraries that it needs: paths in a Debian mirror, with their SHA-256. */
const firefoxPackages = {
  'pool/main/f/firefox-esr/firefox-esr_115.14.0esr-1~deb11u1_amd64.deb':
    'ea708f9259c53ecb4a47e3b29571a578fe27f472d0f01ae9b0a657c20e32ac66',
  'pool/main/libf/libffi/libffi7_3.3-6_amd64.deb':
    '30ca89bfddae5fa6e0a2a044f22b6e50cd17c4bc6bc850c579819aeab7101f0f',
  'pool/main/d/dbus-glib/libdbus-glib-1-2_0.110-6_amd64.deb':
    '47a8829767c5707785c57ea7a99df90daa3c7f75dcfe3c6481d997307b7ed7a0',
};

/** apt's downloader, which uses apt's proxy and checks the hash. */
const aptHelper = '/usr/lib/apt/apt-helper';

/**
 * @typedef {keyof typeof chromiumPackages} ChromiumVersion
 * @type {ChromiumVersion[]}
 */
export const chromiumVersions = [80, 92, 103, 110, 112];

/**
 * Returns an old Chromium, which is downloaded if it is missing. Throws if the download fails.
 * @param {ChromiumVersion} version
 * @returns {OldBrowser}
 */
export function ensureOldChromium(version) {
  const { name, version: packageVersion } = chromiumPackages[version];
  const folder = fetchPackage(`Chromium ${version}`, name, packageVersion, unpackChromium);
  if (!folder) {
    throw new Error(`npm could not install ${name} ${packageVersion}.`);
  }
  return { program: join(folder, 'chromium'), libraries: [folder, join(folder, 'lib')] };
}

/**
 * Unpacks the program and its libraries.
 * @param {string} folder The npm package's folder
 */
function unpackChromium(folder) {
  const packed = join(folder, 'bin');
  for (const file of readdirSync(packed)) {
    const target = join(folder, basename(file, '.br'));
    writeFileSync(target, brotliDecompressSync(readFileSync(join(packed, file))));
    if (target.endsWith('.tar')) {
      execFileSync('tar', ['-xf', target, '-C', folder]);
      rmSync(target);
    }
  }
  rmSync(packed, { recursive: true });
  chmodSync(join(folder, 'chromium'), 0o755);
}

/**
 * Returns the last Firefox for Windows 7 and 8. Fetches it if needed. Throws if that fails.
 * @returns {OldBrowser}
 */
export function ensureOldFirefox() {
  const folder = join(root, '.cache/firefox/115.14.0');
  const libraries = join(folder, 'usr/lib');
  const browser = {
    program: join(libraries, 'firefox-esr/firefox-esr'),
    libraries: [join(libraries, 'x86_64-linux-gnu')],
  };
  if (existsSync(folder)) {
    return browser;
  }
  console.log('Fetching Firefox 115 …');
  const unfinished = `${folder}-unfinished-${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  try {
    for (const [path, hash] of Object.entries(firefoxPackages)) {
      const file = join(unfinished, basename(path));
      downloadFromDebian(path, file, hash);
      execFileSync('dpkg-deb', ['--extract', file, unfinished]);
      rmSync(file);
    }
    if (!existsSync(folder)) {
      renameSync(unfinished, folder);
    }
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return browser;
}

/**
 * Downloads a file from this machine's Debian mirrors.
 * @param {string} path The path in the mirror
 * @param {string} file The file to create
 * @param {string} hash The file's SHA-256
 */
function downloadFromDebian(path, file, hash) {
  for (const mirror of debianMirrors()) {
    try {
      execFileSync(aptHelper, ['download-file', `${mirror}/${path}`, file, `SHA256:${hash}`], {
        stdio: 'pipe',
      });
      return;
    } catch {
      // Another mirror may have the file. Security updates have a separate mirror.
    }
  }
  throw new Error(`None of this machine's Debian mirrors has ${basename(path)}.`);
}

function debianMirrors() {
  try {
    const lines = execFileSync('apt-get', ['indextargets', '--format', '$(SITE)'], { encoding: 'utf8' });
    return new Set(lines.trim().split('\n'));
  } catch {
    throw new Error('Firefox 115 is a Debian package, and this machine has no apt-get.');
  }
}

/**
 * Returns the path of Debian 12's driver for WPE WebKit 2.38, which matches Safari 16.0. If the driver is missing,
 * it is installed. Throws if it isn't available.
 */
export function ensureOldWebKit() {
  const isMissing = !findOnPath(['cog']) || !findOnPath(['WPEWebDriver']);
  if (isMissing && canInstall()) {
    spawnSync('apt-get', ['install', ...aptOptions, 'cog', 'wpewebkit-driver']);
  }
  const driver = findOnPath(['WPEWebDriver']);
  const version = spawnSync('cog', ['--version'], { encoding: 'utf8' }).stdout ?? '';
  if (driver && version.includes('WPE WebKit 2.38')) {
    return driver;
  }
  throw new Error(
    'WPE WebKit 2.38 is missing: only Debian 12 has it, in the packages cog and wpewebkit-driver.',
  );
}
