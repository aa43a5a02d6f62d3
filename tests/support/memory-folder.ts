import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** On a RAM disk if there is one. Tests have one for each run: temporary-folders.ts. */
export const memory = process.env.MEMORY_DIR ?? (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

/** A new folder where fsyncs are free: for tests that count, not time. */
export function memoryFolder(name: string): string {
  return mkdtempSync(join(memory, `${name}-`));
}
