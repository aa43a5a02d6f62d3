import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, waitFor } from '../campaign.ts';
import { withHarness } from '../harness.ts';

/** Requests between two cuts, and at most as many milliseconds after them. */
const between = 20;
const maxDelay = 50;

/** Few clients, so that there are many commits. */
const clients = 4;

/**
 * The power of an ext4 file system is cut at random moments under load: what was not synced is gone, and every
 * write fails from then on. Then the server is killed, the disk mounted again, and the store compared with what
 * clients had been told.
 */
export const powerLoss: Campaign = {
  shows: 'a power cut loses nothing acknowledged',
  run(isShort) {
    const cuts = isShort ? 10 : 300;
    return withHarness('small disk', async (harness) => {
      await harness.start();
      const load = harness.load(clients);
      for (let cut = 1; cut <= cuts; cut += 1) {
        const enough = load.counts.acknowledged + between;
        const isEnough = () => load.counts.acknowledged >= enough;
        await waitFor(isEnough, 60_000, 'the form hardly accepts requests', 1);
        await pause(Math.random() * maxDelay);
        harness.disk().cutPower();
        await harness.end('SIGKILL');
        await harness.disk().restorePower();
        await harness.checkStore();
        await harness.start();
      }
      await load.stop();
      await harness.delivered();
      return {
        'power cuts': cuts,
        ...(await harness.check()),
        'refused or broken, and tried again': load.counts.refused + load.counts.broken,
      };
    });
  },
};
