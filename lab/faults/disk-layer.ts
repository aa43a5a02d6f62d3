import { execFileSync } from 'node:child_process';
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A layer between a server and its disk, enabled by `env`. It needs Linux and a C compiler. */
export function diskLayer(dataDir: string) {
  const control = `${dataDir}.control`;
  const library = `${dataDir}.so`;
  const source = join(import.meta.dirname, 'disk-layer.c');
  execFileSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'], { stdio: 'pipe' });
  const set = (delay: number, isFull: boolean) => {
    // Replaced as a whole, since the server may be reading it.
    writeFileSync(`${control}.new`, `${delay} ${Number(isFull)}`);
    renameSync(`${control}.new`, control);
  };
  return {
    env: { LD_PRELOAD: library, DISK_LAYER_CONTROL: control },
    /** Makes each fsync from now on take this many milliseconds. */
    delaySyncs: (delay: number) => set(delay, false),
    /** Makes writes fail for want of space, or succeed again. */
    fillDisk: (isFull: boolean) => set(0, isFull),
  };
}
