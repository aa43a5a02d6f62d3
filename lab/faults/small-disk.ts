import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { must, NotRun } from './campaign.ts';

/** Bytes: for all requests of a campaign. */
const diskSize = 64 * 2 ** 20;

/** What is not synced stays in memory for so many seconds, instead of five. */
const mountOptions = 'loop,commit=300';

/** Stops a file system at once, with nothing more written: EXT4_IOC_SHUTDOWN with NOLOGFLUSH, as xfstests do. */
const shutDown = 'my $how = pack("I", 2); open(F, "<", $ARGV[0]) and ioctl(F, 0x8004587d, $how) or die $!';

/**
 * Runs this program again with mounts of its own, and ends with its exit code. A browser's sandbox that starts meanwhile
 * copies all mounts that it sees. Its copy would keep a disk whose power was cut from being mounted anew, and every file
 * on it would fail to open.
 */
export function enterOwnMounts(): void {
  if (process.getuid?.() !== 0 || process.env.HAS_OWN_MOUNTS) {
    return;
  }
  const command = ['--mount', process.execPath, ...process.argv.slice(1)];
  const env = { ...process.env, HAS_OWN_MOUNTS: '1' };
  const { status, error } = spawnSync('unshare', command, { stdio: 'inherit', env });
  must(error === undefined, `Linux needs unshare, of util-linux: ${error?.message}`);
  process.exit(status ?? 1);
}

export type SmallDisk = ReturnType<typeof mountSmallDisk>;

/** An ext4 file system in a file, with its own space, errors and power. */
export function mountSmallDisk() {
  if (process.getuid?.() !== 0) {
    throw new NotRun('it needs root to mount a small file system.');
  }
  const folder = mkdtempSync(join(tmpdir(), 'disk-'));
  const image = join(folder, 'image');
  const mounted = join(folder, 'disk');
  mkdirSync(mounted);
  closeSync(openSync(image, 'w'));
  truncateSync(image, diskSize);
  const mount = ['mount', '-o', mountOptions, image, mounted] as const;
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image]);
  execFileSync(mount[0], mount.slice(1));
  return {
    folder: mounted,
    /** Loses what was not synced, as a machine does that loses its power. From then on every write fails. */
    cutPower: () => void execFileSync('perl', ['-e', shutDown, mounted]),
    /** Mounts it again. Waits for those who still use a file. */
    async restorePower(): Promise<void> {
      while (spawnSync('umount', [mounted]).status !== 0) {
        await pause(20);
      }
      execFileSync(mount[0], mount.slice(1));
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
