import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const source = join(import.meta.dirname, 'disk-layer.c');
const cache = join(import.meta.dirname, '../../.cache/faults');

/** A layer between a server and its disk, enabled by `env`. It needs Linux and a C compiler. */
export function diskLayer(dataDir: string) {
  const control = `${dataDir}.control`;
  const state = { delay: 0, isFull: false };
  const set = (change: Partial<typeof state>) => {
    const { delay, isFull } = Object.assign(state, change);
    // Replaced as a whole, since the server may be reading it.
    writeFileSync(`${control}.new`, `${delay} ${Number(isFull)}`);
    renameSync(`${control}.new`, control);
  };
  return {
    env: { LD_PRELOAD: build(), DISK_LAYER_CONTROL: control },
    /** Makes each fsync from now on take this many milliseconds. */
    delaySyncs: (delay: number) => set({ delay }),
    /** Makes writes fail for want of space, or succeed again. */
    fillDisk: (isFull: boolean) => set({ isFull }),
  };
}

/** Compiles the layer once per version of its source. */
function build(): string {
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  const library = join(cache, `disk-layer-${hash}.so`);
  if (!existsSync(library)) {
    mkdirSync(cache, { recursive: true });
    const part = `${library}.${process.pid}`;
    const made = spawnSync('cc', ['-shared', '-fPIC', '-O2', '-Wall', '-o', part, source, '-ldl'], {
      encoding: 'utf8',
    });
    if (made.status !== 0) {
      throw new Error(made.stderr ?? 'Install a C compiler so that "cc" is found (package gcc or clang).');
    }
    renameSync(part, library);
  }
  return library;
}
