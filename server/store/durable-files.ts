import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Renames, and returns when a power cut can no longer undo it. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  for (const folder of new Set([dirname(to), dirname(from)])) {
    syncToDisk(folder);
  }
}

/** Of a file, its contents; of a folder, the names in it. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
