import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { end, mustRun, root } from './run.mjs';

/** Kept in node_modules, so that it goes when they go. */
const stamp = join(root, 'node_modules/.installed-from');

/** Installs what package-lock.json says, unless just that is installed, and finds a Node that is new enough. */
export async function install() {
  const lockfile = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockfile) {
    await mustRun('npm', 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
    writeFileSync(stamp, lockfile);
  }
  needNode();
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
