import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { end, mustRun, root } from './run.mjs';

/** Installs what package-lock.json says, unless just that is installed, and finds a Node that is new enough. */
export async function install() {
  if (!isInstalled()) {
    await mustRun('npm', 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
  }
  needNode();
}

/** npm keeps in node_modules what it installed last. Packages for other platforms are optional and may lack. */
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

/** TypeScript runs as it is from Node 24; a package brings that Node for the common platforms. */
function needNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (!existsSync(join(root, 'node_modules/.bin/node')) && major < 24) {
    end(
      `This is Node ${process.versions.node}, and no newer one comes as a package for ${process.platform} on ${process.arch}. Install Node 24 or newer from https://nodejs.org and run the command again.`,
    );
  }
}
