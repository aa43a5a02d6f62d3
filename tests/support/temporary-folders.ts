import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { memory } from './memory-folder.ts';

/** Gives a run of either test runner temporary folders of its own, and removes what the tests leave there. */
export default function makeTemporaryFolders() {
  const folders = Object.entries({ TMPDIR: tmpdir(), MEMORY_DIR: memory }).map(([name, parent]) => {
    const folder = mkdtempSync(join(parent, 'tests-'));
    // For PostgreSQL, which runs under an account of its own.
    chmodSync(folder, 0o755);
    process.env[name] = folder;
    return folder;
  });
  const remove = () => {
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  // Of a run that is stopped.
  process.once('exit', remove);
  process.once('SIGTERM', () => process.exit(143));
  return remove;
}
