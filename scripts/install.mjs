import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { end, root, step } from './run.mjs';

// Until a newer Node is installed, npm may run this with one that has no import.meta.main.
if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--installed')) needPackages();
  else await install();
}

/** Precedes a program in TypeScript: without packages, Node 20 would only show a stack trace. */
function needPackages() {
  if (!existsSync(join(root, 'node_modules'))) {
    end(
      existsSync(join(root, 'current'))
        ? 'The version that runs is in the folder current: run this there, after "cd current".'
        : 'Nothing is installed yet. Run "npm ci" first, or "npm start", which also builds the pages.',
    );
  }
  needNode();
}

/** Installs what package-lock.json says, unless already installed, and finds a recent enough Node. */
export async function install() {
  if (!isInstalled()) {
    const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    await step('Installing the packages', 'npm', 'ci', ...options);
  }
  linkNode();
  needNode();
}

/** npm records its last install in node_modules. Optional packages for other platforms may be missing. */
function isInstalled() {
  const installed = packagesIn('node_modules/.package-lock.json');
  const wanted = Object.entries(packagesIn('package-lock.json')).filter(([path]) => path !== '');
  return wanted.every(([path, { version, optional }]) => {
    return installed[path] ? installed[path].version === version : optional;
  });
}

/** @param {string} lockfile @returns {Record<string, { version: string, optional?: boolean }>} */
function packagesIn(lockfile) {
  const path = join(root, lockfile);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/**
 * Restores node_modules/.bin/node. npm 9 (Debian 13) deletes it, because the Node packages for other platforms,
 * which it skipped, would have a link of the same name.
 */
function linkNode() {
  const link = join(root, 'node_modules/.bin/node');
  const found = ['node', 'node-bin']
    .map((name) => `${name}-${process.platform}-${process.arch}/bin/node`)
    .find((program) => existsSync(join(root, 'node_modules', program)));
  if (found && !existsSync(link)) symlinkSync(join('..', found), link);
}

/** Node runs TypeScript directly from version 24; a package provides that Node on common platforms. */
function needNode() {
  if (!existsSync(join(root, 'node_modules/.bin/node')) && Number.parseInt(process.versions.node, 10) < 24) {
    end(`This is Node ${process.versions.node}. Install Node 24 or newer from https://nodejs.org.`);
  }
}
