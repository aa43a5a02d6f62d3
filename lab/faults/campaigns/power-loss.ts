import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, waitFor } from '../campaign.ts';
import { withHarness } from '../harness.ts';

/** The number of acknowledged requests between two power failures. */
const between = 20;
/** The longest wait from the last of these requests until the cut. */
const maxDelay = 50;

/** With few clients, there are more commits. */
const clients = 4;

/**
 * Cuts the power of an ext4 file system at random moments under load. Unsynced data is lost, and every later write
 * fails. Then the campaign kills the server, mounts the disk again, and compares the store with the clients'
 * acknowledgements.
 */
export const powerLoss: Campaign = {
  shows: 'a power failure loses nothing acknowledged',
  run(isShort) {
    const cuts = isShort ? 10 : 300;
    return withHarness('small disk', async (harness) => {
      await harness.start();
      const load = harness.load(clients);
      for (let cut = 1; cut <= cuts; cut += 1) {
        const enough = load.counts.acknowledged + between;
        const isEnough = () => load.counts.acknowledged >= enough;
        await waitFor(isEnough, 60_000, 'the form barely accepts requests', 1);
        await pause(Math.random() * maxDelay);
        harness.disk().cutPower();
        await harness.end('SIGKILL');
        await harness.disk().restorePower();
        await harness.checkStore();
        await harness.start();
      }
      await load.stop();
      await harness.waitForDelivery();
      return {
        'power failures': cuts,
        ...(await harness.check()),
        'refused or broken, and tried again': load.counts.refused + load.counts.broken,
      };
    });
  },
};
