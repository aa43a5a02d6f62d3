import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, truncateSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, Failed, must, NotRun } from '../campaign.ts';
import { openScene, type Scene } from '../harness.ts';
import { contentOf } from '../ledger.ts';
import { fieldsOf, newKey, post } from '../load.ts';
import { checkStore } from '../reconcile.ts';

const sizes = {
  short: { rounds: 1, refused: 20 },
  long: { rounds: 10, refused: 200 },
};

/** Bytes: a few hundred requests fill it. */
const diskSize = 8 * 1_024 * 1_024;

/** More requests than the last blocks have room for: acknowledgements beyond must be false. */
const mostThatFit = 300;

/** Milliseconds after space is there again. */
const recovery = 5_000;

/** A small file system of its own runs full under load, is full at a restart, and gets space again. */
export const fullDisk: Campaign = {
  shows: 'a full disk is a 503, never a false 200; pages go on; it recovers within 5 s of space',
  minutes: 4,
  async run(conditions) {
    const size = sizes[conditions.length];
    const disk = mountSmallDisk();
    const scene = await openScene(conditions, { dataDir: join(disk.folder, 'data') });
    const worst = { recovered: 0, page: 0 };
    let refused = 0;
    try {
      await scene.start();
      for (let round = 1; round <= size.rounds; round += 1) {
        const load = scene.load({ clients: 16 });
        await until(() => load.counts.acknowledged > 10);
        const ballast = fill(join(disk.folder, 'ballast'));
        const enough = load.counts.acknowledged + mostThatFit;
        await until(() => load.counts.refused >= size.refused || load.counts.acknowledged > enough);
        checkStore(scene.books(), scene.dataDir());
        refused += load.counts.refused;
        worst.page = Math.max(worst.page, await whileFull(scene));
        await scene.end(round % 2 === 1 ? 'SIGTERM' : 'SIGKILL');
        await scene.start();
        await whileFull(scene);

        rmSync(ballast);
        worst.recovered = Math.max(worst.recovered, await timeToAcknowledge(scene));
        await load.stop();
        checkStore(scene.books(), scene.dataDir());
      }
      await scene.delivered(180_000);
      return {
        'times full': size.rounds,
        'answered 503': refused,
        ...scene.check(),
        'recovered after at most, ms': Math.round(worst.recovered),
        'slowest page while full, ms': Math.round(worst.page),
      };
    } finally {
      await scene.close();
      disk.unmount();
    }
  },
};

/** A refusal that says when to come again, the pages, and the health check. Gives the slowest page's time. */
async function whileFull(scene: Scene): Promise<number> {
  const { url } = scene.server();
  const end = performance.now() + recovery;
  do {
    must(performance.now() < end, 'the health check does not see the full disk');
    const refusal = await untilRefused(scene);
    must(refusal.retryAfter !== undefined, 'the refusal has no Retry-After');
    // Between two openings of the store every request is refused, though the last blocks may hold one more.
    await pause(100);
  } while ((await fetch(`${url}/healthz`)).status !== 503);
  const began = performance.now();
  must((await fetch(`${url}/about`)).status === 200, 'no page while the disk is full');
  return performance.now() - began;
}

/** The last blocks may hold a few requests more: what is acknowledged stands in the ledger as ever. */
async function untilRefused({ server, ledger }: Scene) {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const key = newKey();
    const fields = fieldsOf(key);
    await ledger.write({ key, content: contentOf(fields) });
    const answer = await post(server().url, key, fields);
    if (answer.status !== 200) {
      must(answer.status === 503, `a full disk was answered with ${answer.status}`);
      return answer;
    }
    await ledger.write({ key, content: contentOf(fields), reference: answer.reference ?? '' });
  }
  throw new Failed('the disk does not get full');
}

async function timeToAcknowledge(scene: Scene): Promise<number> {
  const began = performance.now();
  const before = scene.books();
  await until(() =>
    [...scene.books()].some(([key, entry]) => entry.reference && !before.get(key)?.reference),
  );
  const took = performance.now() - began;
  must(took <= recovery, `it took ${took} ms to take requests again`);
  return took;
}

async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 60_000;
  while (!condition()) {
    must(performance.now() < end, `waited a minute for: ${condition}`);
    await pause(20);
  }
}

/** An ext4 file system in a file: its own space, its own errors. */
function mountSmallDisk() {
  if (process.getuid?.() !== 0) {
    throw new NotRun('it needs root: a small file system of its own is mounted.');
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

/** Takes all the space there is, to the last block. */
function fill(file: string): string {
  const descriptor = openSync(file, 'w');
  try {
    for (let length = 65_536; length >= 1; length = Math.floor(length / 2)) {
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
