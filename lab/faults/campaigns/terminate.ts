import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, must } from '../campaign.ts';
import { openScene } from '../harness.ts';
import { checkStore } from '../reconcile.ts';

const sizes = {
  short: { stops: 3 },
  long: { stops: 50 },
};

/** Milliseconds. */
const longestLife = 900;
const longestEnd = 10_000;

/** SIGTERM at random moments under load; the server is started again at once. */
export const terminate: Campaign = {
  shows: 'SIGTERM under load ends with 0 within 10 s and loses nothing',
  minutes: 4,
  async run(conditions) {
    const { stops } = sizes[conditions.length];
    const scene = await openScene(conditions);
    let slowest = 0;
    try {
      await scene.start();
      const load = scene.load({ clients: 64 });
      for (let stop = 1; stop <= stops; stop += 1) {
        await pause(Math.random() * longestLife);
        const began = performance.now();
        const code = await scene.end('SIGTERM');
        const took = performance.now() - began;
        must(code === 0, `it ended with ${code}`);
        must(took <= longestEnd, `it took ${took} ms to end`);
        slowest = Math.max(slowest, took);
        await scene.start();
      }
      await load.stop();
      checkStore(scene.books(), scene.dataDir());
      await scene.continueInMemory();
      await scene.delivered(20 * 60_000);
      return {
        stops,
        'slowest end, ms': Math.round(slowest),
        ...scene.check(),
        'attempts while it was down': load.counts.broken,
      };
    } finally {
      await scene.close();
    }
  },
};
