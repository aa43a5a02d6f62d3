// An upgrade that was killed between two renames may have left no packages in place, which the one that
// finishes it needs.
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { requireInstalled } from './install.mjs';
import { root } from './run.mjs';

const packages = join(root, 'node_modules');
const previous = join(root, '.upgrade/previous/node_modules');
if (!existsSync(packages) && existsSync(previous)) {
  renameSync(previous, packages);
}
requireInstalled();
