import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';

/** Renames, and returns when a power cut can no longer undo it. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  for (const folder of new Set([dirname(to), dirname(from)])) {
    syncToDisk(folder);
  }
}

/** Removes a file, and returns when a power cut cannot bring it back. */
export function removeDurably(file: string): void {
  rmSync(file, { force: true });
  syncToDisk(dirname(file));
}

/** Of a file, its contents; of a folder, the names in it. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
