import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, must } from '../campaign.ts';
import { openScene, type Scene } from '../harness.ts';

const sizes = {
  short: { mails: 5, kills: 1 },
  long: { mails: 100, kills: 5 },
};

/** Milliseconds, from the acknowledgement and from the restart. */
const prompt = 1_000;
const afterKill = 90_000;
const lease = 61_000;

/** One request at a time, as on an ordinary day; then kills in the middle of sending. */
export const delivery: Campaign = {
  shows: 'a mail is there within 1 s of its acknowledgement, and within 90 s of a restart after kill -9',
  minutes: 7,
  alone: true,
  async run(conditions) {
    const { mails, kills } = sizes[conditions.length];
    const isShort = conditions.length === 'short';
    const scene = await openScene(conditions, isShort ? { layer: 'counts' } : {});
    const waits: number[] = [];
    const recoveries: number[] = [];
    try {
      await scene.start();
      for (let mail = 1; mail <= mails; mail += 1) {
        waits.push(await timeToMailbox(scene));
        await pause(Math.random() * 200);
      }
      for (let round = 1; round <= kills; round += 1) {
        recoveries.push(await killWhileSending(scene, isShort));
      }
      const found = scene.check();
      must(found.repeats === kills, `${kills} kills in the middle of sending made ${found.repeats} repeats`);
      return {
        ...found,
        'from acknowledgement to mailbox, ms at most': Math.round(Math.max(...waits)),
        'from restart to mailbox, ms at most': Math.round(Math.max(...recoveries)),
      };
    } finally {
      await scene.close();
    }
  },
};

async function timeToMailbox({ sink, load }: Scene): Promise<number> {
  const before = sink.mails.length;
  await load({ clients: 1, most: 1 }).finished;
  const began = performance.now();
  await sink.received(before + 1);
  const took = performance.now() - began;
  must(took <= prompt, `a mail came ${took} ms after its acknowledgement`);
  return took;
}

/** In the short form the lease of what was cut off is ended by the clock: the minute is not waited for. */
async function killWhileSending(scene: Scene, isShort: boolean): Promise<number> {
  const { sink } = scene;
  const before = sink.mails.length;
  sink.behave('silent after the final dot');
  await scene.load({ clients: 1, most: 1 }).finished;
  await sink.received(before + 1);
  await scene.end('SIGKILL');
  sink.behave('accept');
  if (isShort) {
    scene.disk().shiftClock(lease);
  }
  await scene.start();
  const began = performance.now();
  await scene.delivered(afterKill);
  return performance.now() - began;
}
