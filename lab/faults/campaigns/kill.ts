import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, must } from '../campaign.ts';
import { openScene } from '../harness.ts';
import { checkStore } from '../reconcile.ts';

const sizes = {
  short: { kills: 5, acknowledgements: 200, clients: 32 },
  long: { kills: 200, acknowledgements: 20_000, clients: 64 },
};

/** The longest that a server lives under load, in milliseconds. */
const longestLife = 900;

const lease = 61_000;

/** Four mails are sent at a time, and each kill may cut into all of them. */
const repeatsPerKill = 4;

/** kill -9 at random moments under load; the server is started again at once. */
export const kill: Campaign = {
  shows: 'kill -9 under load loses and alters nothing that was acknowledged, and each is mailed',
  minutes: 6,
  async run(conditions) {
    const size = sizes[conditions.length];
    const isShort = conditions.length === 'short';
    const scene = await openScene(conditions, isShort ? { layer: 'counts' } : {});
    try {
      await scene.start();
      const load = scene.load({ clients: size.clients });
      let kills = 0;
      while (kills < size.kills || load.counts.acknowledged < size.acknowledgements) {
        await pause(Math.random() * longestLife);
        await scene.end('SIGKILL');
        kills += 1;
        await scene.start();
      }
      await load.stop();
      if (isShort) {
        // What was cut off in the middle of sending waits for its lease: the minute is not waited for.
        scene.disk().shiftClock(lease);
      }
      checkStore(scene.books(), scene.dataDir());
      await scene.continueInMemory();
      await scene.delivered(20 * 60_000);
      const found = scene.check();
      must(found.repeats <= kills * repeatsPerKill, `${found.repeats} repeats are more than kills explain`);
      return {
        kills,
        ...found,
        'broken and tried again': load.counts.broken,
        'lost, at 95 %': `< 1 in ${Math.floor(found.acknowledged / 3)}`,
        'a kill that loses, at 95 %': `< ${(300 / kills).toFixed(1)} %`,
      };
    } finally {
      await scene.close();
    }
  },
};
