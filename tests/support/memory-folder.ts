import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** On a RAM disk if there is one. */
export const memory = () => process.env.MEMORY_DIR ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

/** A new folder where fsyncs are free: for tests that count, not time. */
export function memoryFolder(name: string): string {
  return mkdtempSync(join(memory(), `${name}-`));
}

/** Gives a run of either test runner temporary folders of its own, and removes what the tests leave there. */
export default function makeTemporaryFolders() {
  const folders = Object.entries({ TMPDIR: tmpdir(), MEMORY_DIR: memory() }).map(([name, parent]) => {
    const folder = mkdtempSync(join(parent, 'tests-'));
    process.env[name] = folder;
    return folder;
  });
  const remove = () => {
    for (const folder of folders) {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    }
  };
  // Of a run that is stopped.
  process.once('exit', remove);
  process.once('SIGTERM', () => process.exit(143));
  return remove;
}
