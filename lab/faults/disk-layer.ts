import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Builds a layer between a server and its disk, enabled by `env`. Needs Linux and a C compiler. */
export function createDiskLayer(dataDir: string) {
  const library = `${dataDir}.so`;
  const [hangs, full] = [`${dataDir}.hangs`, `${dataDir}.full`];
  const source = join(import.meta.dirname, 'disk-layer.c');
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { stdio: 'pipe' });
  return {
    env: { LD_PRELOAD: library, DISK_HANGS: hangs, DISK_FULL: full },
    /** Makes every fsync hang from now on. */
    hang: () => writeFileSync(hangs, ''),
    /** Makes writes fail for lack of space until `free` is called. */
    fill: () => writeFileSync(full, ''),
    free: () => rmSync(full),
  };
}
