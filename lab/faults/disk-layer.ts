import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, openSync, readFileSync, readSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { NotRun } from './campaign.ts';

const source = join(import.meta.dirname, 'disk-layer.c');
const cache = join(import.meta.dirname, '../../.cache/faults');

/** Offsets of the control file's fields, 8 bytes each. */
const at = { syncs: 0, failFrom: 8, failCount: 16, delay: 24, clockShift: 32, full: 40 };

export type DiskLayer = ReturnType<typeof diskLayer>;

/** A layer between a server's data folder and the disk, enabled by `env`. */
export function diskLayer(dataDir: string, { record = false } = {}) {
  const library = build();
  const control = openSync(`${dataDir}.control`, 'w+');
  writeSync(control, Buffer.alloc(4_096));
  const recording = `${dataDir}.recording`;

  return {
    env: {
      LD_PRELOAD: library,
      DISK_LAYER_FOLDER: dataDir,
      DISK_LAYER_CONTROL: `${dataDir}.control`,
      ...(record ? { DISK_LAYER_RECORD: recording } : {}),
    },
    recording,
    /** The number of fsyncs since the layer was created. */
    syncs: () => read(at.syncs),
    /** Makes fsyncs fail after `spared` more, for the given count. */
    failSyncs(spared: number, count: number) {
      write(at.failCount, 0);
      write(at.failFrom, read(at.syncs) + spared + 1);
      write(at.failCount, count);
    },
    /** Delays each fsync by this many milliseconds. */
    delaySyncs: (milliseconds: number) => write(at.delay, milliseconds),
    /** Makes writes fail for want of space, or succeed again. */
    fillDisk: (isFull: boolean) => write(at.full, isFull ? 1 : 0),
    /** Shifts the server's wall clock by milliseconds. */
    shiftClock: (milliseconds: number) => write(at.clockShift, milliseconds),
  };

  function read(offset: number): number {
    const bytes = Buffer.alloc(8);
    readSync(control, bytes, 0, 8, offset);
    return Number(bytes.readBigUInt64LE());
  }

  function write(offset: number, value: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(value));
    writeSync(control, bytes, 0, 8, offset);
  }
}

/** Compiles the layer once per version of its source. */
function build(): string {
  if (process.platform !== 'linux') {
    throw new NotRun('it needs Linux: the layer between server and disk is an LD_PRELOAD library.');
  }
  const hash = createHash('sha256').update(readFileSync(source)).digest('hex').slice(0, 16);
  const library = join(cache, `disk-layer-${hash}.so`);
  if (!existsSync(library)) {
    mkdirSync(cache, { recursive: true });
    const part = `${library}.${process.pid}`;
    const made = spawnSync(
      'cc',
      ['-shared', '-fPIC', '-O2', '-Wall', '-o', part, source, '-ldl', '-lpthread'],
      {
        encoding: 'utf8',
      },
    );
    if (made.error) {
      throw new NotRun('it needs a C compiler: install one so that "cc" is found (package gcc or clang).');
    } else if (made.status !== 0) {
      throw new Error(made.stderr);
    }
    renameSync(part, library);
  }
  return library;
}
