import { execFileSync, spawnSync } from 'node:child_process';
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
import { setTimeout as pause } from 'node:timers/promises';
import { must, NotRun } from './campaign.ts';

/** Bytes: a few hundred requests fill it. */
const diskSize = 8 * 1_024 * 1_024;

/** What is not synced stays in memory for so many seconds, instead of five. */
const mountOptions = 'loop,commit=300';

/** Stops a file system at once, with nothing more written: EXT4_IOC_SHUTDOWN with NOLOGFLUSH, as xfstests do. */
const shutDown = 'my $how = pack("I", 2); open(F, "<", $ARGV[0]) and ioctl(F, 0x8004587d, $how) or die $!';

/** An ext4 file system in a file, with its own space and errors. `size` is in bytes. */
export function mountSmallDisk(size = diskSize) {
  if (process.getuid?.() !== 0) {
    throw new NotRun('it needs root to mount a small file system.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'full-'));
  const image = join(folder, 'image');
  const mounted = join(folder, 'disk');
  mkdirSync(mounted);
  closeSync(openSync(image, 'w'));
  truncateSync(image, size);
  const commands = [
    ['mkfs.ext4', '-q', '-m', '0', image],
    ['mount', '-o', mountOptions, image, mounted],
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
    /** Loses what was not synced, as a machine does that loses its power. Waits for those who use a file. */
    async cutPower(): Promise<void> {
      execFileSync('perl', ['-e', shutDown, mounted]);
      for (const command of [
        ['umount', mounted],
        ['mount', '-o', mountOptions, image, mounted],
      ]) {
        while (spawnSync('env', command).status !== 0) {
          await pause(100);
        }
      }
    },
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
