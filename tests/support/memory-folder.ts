import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Returns the parent for temporary folders: a RAM disk, if there is one. */
export const getMemoryParent = () =>
  process.env.MEMORY_DIR ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

/** Creates a folder where fsyncs cost nothing, for tests that don't measure time. */
export function createMemoryFolder(name: string): string {
  return mkdtempSync(join(getMemoryParent(), `${name}-`));
}

/** Creates separate temporary folders for a run of either test runner. The returned function removes them. */
export default function makeTemporaryFolders() {
  const folders = Object.entries({ TMPDIR: tmpdir(), MEMORY_DIR: getMemoryParent() }).map(
    ([name, parent]) => {
      const folder = mkdtempSync(join(parent, 'tests-'));
      process.env[name] = folder;
      return folder;
    },
  );
  const remove = () => {
    for (const folder of folders) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  };
  // A run may be stopped before it calls `remove`.
  process.once('exit', remove);
  process.once('SIGTERM', () => process.exit(143));
  return remove;
}
