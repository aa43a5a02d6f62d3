import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assert, CampaignSkippedError } from './campaign.ts';

/** In bytes. All of a campaign's requests must fit. */
const diskSize = 64 * 2 ** 20;

/** Keeps unsynced data in memory for 300 seconds instead of five. */
const mountOptions = 'loop,commit=300';

/** Stops a file system at once, without writing anything more: EXT4_IOC_SHUTDOWN with NOLOGFLUSH, as in xfstests. */
const shutDown = 'my $how = pack("I", 2); open(F, "<", $ARGV[0]) and ioctl(F, 0x8004587d, $how) or die $!';

/**
 * Runs this program again with private mounts, and exits with its exit code. Otherwise, a browser's sandbox that starts
 * during the campaign would copy all mounts that it sees. Its copy would prevent mounting a disk again after a power
 * cut, and no file on the disk could be opened.
 */
export function enterPrivateMounts(): void {
  if (process.getuid?.() !== 0 || process.env.HAS_PRIVATE_MOUNTS) {
    return;
  }
  const command = ['--mount', process.execPath, ...process.argv.slice(1)];
  const env = { ...process.env, HAS_PRIVATE_MOUNTS: '1' };
  const { status, error } = spawnSync('unshare', command, { stdio: 'inherit', env });
  assert(error === undefined, `Linux needs unshare, of util-linux: ${error?.message}`);
  process.exit(status ?? 1);
}

export type SmallDisk = ReturnType<typeof mountSmallDisk>;

/** An ext4 file system in a file, with its own space, errors, and power. */
export function mountSmallDisk() {
  if (process.getuid?.() !== 0) {
    throw new CampaignSkippedError('it needs root to mount a small file system.');
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
    /** Loses unsynced data, like a power failure. From then on, every write fails. */
    cutPower: () => void execFileSync('perl', ['-e', shutDown, mounted]),
    /** Mounts the disk again, once no process has a file open on it. */
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

/** Fills all space that large writes can use. ext4 reserves some blocks for small writes. */
export function fill(file: string): string {
  const descriptor = openSync(file, 'w');
  try {
    for (let length = 2 ** 20; length >= 1; length = Math.floor(length / 2)) {
      const block = Buffer.alloc(length);
      while (writeSync(descriptor, block) === length) {
        // until a block no longer fits
      }
    }
  } catch (error) {
    assert((error as NodeJS.ErrnoException).code === 'ENOSPC', String(error));
  } finally {
    closeSync(descriptor);
  }
  return file;
}
