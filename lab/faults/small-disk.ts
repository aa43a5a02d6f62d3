import { spawnSync } from 'node:child_process';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { must, NotRun } from './campaign.ts';

/** Bytes: a few hundred requests fill it. */
const diskSize = 8 * 1_024 * 1_024;

/** An ext4 file system in a file, with its own space and errors. */
export function mountSmallDisk() {
  if (process.getuid?.() !== 0) {
    throw new NotRun('it needs root to mount a small file system.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  const image = join(folder, 'image');
  const mounted = join(folder, 'disk');
  mkdirSync(mounted);
  closeSync(openSync(image, 'w'));
  truncateSync(image, diskSize);
  const commands = [
    ['mkfs.ext4', '-q', '-m', '0', image],
    ['mount', '-o', 'loop', image, mounted],
  ];
  for (const [command = '', ...words] of commands) {
    const { status, error, stderr } = spawnSync(command, words, { encoding: 'utf8' });
    if (status !== 0) {
      rmSync(folder, { recursive: true });
      throw new NotRun(`it needs a loop mount: ${command} says "${(error?.message ?? stderr).trim()}".`);
    }
  }
  return {
    folder: mounted,
    unmount(): void {
      spawnSync('umount', ['--lazy', mounted]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Fills all space that large writes get. ext4 keeps some blocks back for small ones. */
export function fill(file: string): string {
  const descriptor = openSync(file, 'w');
  try {
    for (let length = 2 ** 20; length >= 1; length = Math.floor(length / 2)) {
      const block = Buffer.alloc(length);
      while (writeSync(descriptor, block) === length) {
        // until there is no room for one more
      }
    }
  } catch (error) {
    must((error as NodeJS.ErrnoException).code === 'ENOSPC', String(error));
  } finally {
    closeSync(descriptor);
  }
  return file;
}

/** Fills what `fill` leaves: afterwards there is no room for a new file of one page. */
export function fillWithPages(file: string): void {
  const descriptor = openSync(file, 'w');
  const page = Buffer.alloc(4_096);
  try {
    for (;;) {
      writeSync(descriptor, page);
      fsyncSync(descriptor);
    }
  } catch (error) {
    must((error as NodeJS.ErrnoException).code === 'ENOSPC', String(error));
  } finally {
    closeSync(descriptor);
  }
}
