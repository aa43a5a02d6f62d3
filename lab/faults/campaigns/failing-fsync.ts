import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, must } from '../campaign.ts';
import { openScene, type Scene } from '../harness.ts';
import { contentOf } from '../ledger.ts';
import { fieldsOf, newKey, post } from '../load.ts';
import { cutAfterEachStep } from '../power-cuts.ts';
import { checkStore } from '../reconcile.ts';

const sizes = {
  short: { rounds: 1, parallel: 4, every: 20 },
  long: { rounds: 3, parallel: 8, every: 1 },
};

/** Each fsync of a commit in turn, and those of the rollback after it. */
const spared = [0, 1, 2, 3, 4, 5];
const failing = [1, 2, 10];

/**
 * Each fsync of a commit fails once, then two, then ten in a row. Nothing is acknowledged meanwhile;
 * afterwards the same clients ask again. Of the recording a power cut takes what a failed fsync
 * left behind: the kernel may have dropped it and never say so again.
 */
export const failingFsync: Campaign = {
  shows: 'a failing fsync refuses all that wait; the store is reopened and checked before it takes more',
  minutes: 3,
  async run(conditions) {
    const size = sizes[conditions.length];
    const scene = await openScene(conditions, { layer: 'records' });
    const refused: number[] = [];
    try {
      await scene.start({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
      await request(scene, [newKey()]);
      for (let round = 1; round <= size.rounds; round += 1) {
        for (const count of failing) {
          for (const start of spared) {
            refused.push(await failOnce(scene, start, count, size.parallel));
          }
        }
      }
      const stored = checkStore(scene.books(), scene.dataDir());
      await scene.end('SIGTERM');
      const times = refused.filter((number) => number > 0).length;
      must(times > refused.length / 2, 'fsyncs failed, and hardly anybody was refused');
      return {
        'times failing': refused.length,
        'times somebody was refused': times,
        'requests refused': refused.reduce((sum, number) => sum + number, 0),
        ...stored,
        ...cutAfterEachStep(scene.disk().recording, scene.books(), size.every),
      };
    } finally {
      await scene.close();
    }
  },
};

/** Gives how many were refused. The fsync may have been that of a mail's commit: then nobody is. */
async function failOnce(scene: Scene, start: number, count: number, parallel: number): Promise<number> {
  const keys = Array.from({ length: parallel }, newKey);
  scene.disk().failSyncs(start, count);
  const refused = await request(scene, keys);
  // Ten failing openings in a row, with the pauses between them, take eleven seconds.
  const end = performance.now() + 30_000;
  for (let pending = refused; pending.length > 0; pending = await request(scene, pending)) {
    must(performance.now() < end, 'the store does not come back after a failing fsync');
    await pause(50);
  }
  return refused.length;
}

/** Posts all keys at once. Gives those that were refused. */
async function request({ ledger, server }: Scene, keys: string[]): Promise<string[]> {
  const answers = keys.map(async (key) => {
    const fields = fieldsOf(key);
    await ledger.write({ key, content: contentOf(fields) });
    const { status, reference } = await post(server().url, key, fields);
    must(status === 200 || status === 503, `a failing fsync was answered with ${status}`);
    if (reference !== undefined) {
      await ledger.write({ key, content: contentOf(fields), reference });
    }
    return reference === undefined ? [key] : [];
  });
  return (await Promise.all(answers)).flat();
}
