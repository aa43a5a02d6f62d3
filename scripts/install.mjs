import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { exitWithError, root, runStep } from './run.mjs';

// Before the project's Node is installed, npm may run this with an older Node that doesn't have import.meta.main.
if (import.meta.main ?? process.argv[1] === import.meta.filename) {
  if (process.argv.includes('--installed')) {
    requirePackages();
  } else {
    await install();
  }
}

/** Checks for installed packages before a TypeScript program runs. Without them, Node 20 only shows a stack trace. */
function requirePackages() {
  if (!existsSync(join(root, 'node_modules'))) {
    exitWithError(
      existsSync(join(root, 'current'))
        ? 'The installed version is in the folder "current". Run "cd current" first, then run this again.'
        : 'Nothing is installed yet. Run "npm ci" first, or "npm start", which also builds the pages.',
    );
  }
  requireNode();
}

/** Installs the packages in package-lock.json, unless they are installed, and checks for a recent enough Node. */
export async function install() {
  if (!isInstalled()) {
    const options = ['--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
    await runStep('Installing the packages', 'npm', 'ci', ...options);
  }
  linkNode();
  requireNode();
}

/** Compares the lockfile with npm's record in node_modules. Optional packages for other platforms may be missing. */
function isInstalled() {
  const installed = readPackages('node_modules/.package-lock.json');
  const wanted = Object.entries(readPackages('package-lock.json')).filter(([path]) => path !== '');
  return wanted.every(([path, { version, optional }]) => {
    return installed[path] ? installed[path].version === version : optional;
  });
}

/**
 * @param {string} lockfile
 * @returns {Record<string, { version: string, optional?: boolean }>}
 */
function readPackages(lockfile) {
  const path = join(root, lockfile);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/**
 * Restores node_modules/.bin/node. npm 9 (Debian 13) deletes this link when it skips the Node packages for other
 * platforms, because their link has the same name.
 */
function linkNode() {
  const link = join(root, 'node_modules/.bin/node');
  const found = ['node', 'node-bin']
    .map((name) => `${name}-${process.platform}-${process.arch}/bin/node`)
    .find((program) => existsSync(join(root, 'node_modules', program)));
  if (found && !existsSync(link)) {
    symlinkSync(join('..', found), link);
  }
}

/** Checks for the Node version whose functions our code uses. On common platforms, it comes with the packages. */
function requireNode() {
  if (!existsSync(join(root, 'node_modules/.bin/node')) && Number.parseInt(process.versions.node, 10) < 26) {
    exitWithError(`This is Node ${process.versions.node}. Install Node 26 or newer from https://nodejs.org.`);
  }
}
