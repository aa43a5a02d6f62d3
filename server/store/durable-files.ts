import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import { dirname } from 'node:path';

/** Renames a file. Returns once a power failure can no longer undo the change. */
export function renameDurably(from: string, to: string): void {
  renameSync(from, to);
  for (const folder of new Set([dirname(to), dirname(from)])) {
    syncToDisk(folder);
  }
}

/** Flushes a file's contents, or the names in a folder, to the disk. */
export function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}
