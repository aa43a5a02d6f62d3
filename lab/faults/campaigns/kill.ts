import { setTimeout as pause } from 'node:timers/promises';
import { assert, type Campaign } from '../campaign.ts';
import { withHarness } from '../harness.ts';

/** The maximum lifetime of a server under load. */
const maxUptime = 900;

/** Four emails are sent concurrently, and each kill may interrupt all of them. */
const repeatsPerKill = 4;

const short = { minKills: 5, acknowledgements: 50, clients: 32 };
const long = { minKills: 200, acknowledgements: 20_000, clients: 64 };

/** Kills the server with kill -9 at random moments under load, and restarts it immediately. */
export const kill: Campaign = {
  shows: 'kill -9 under load loses and alters nothing acknowledged, and every request is emailed',
  run(isShort) {
    const { minKills, acknowledgements, clients } = isShort ? short : long;
    return withHarness(isShort ? 'memory' : 'disk', async (harness) => {
      await harness.start();
      const load = harness.load(clients);
      let kills = 0;
      while (kills < minKills || load.counts.acknowledged < acknowledgements) {
        await pause(Math.random() * maxUptime);
        await harness.end('SIGKILL');
        kills += 1;
        await harness.start();
      }
      await load.stop();
      await harness.checkStore();
      await harness.waitForDelivery();
      const found = await harness.check();
      const { repeats } = found;
      assert(repeats <= kills * repeatsPerKill, `${repeats} duplicates are more than the kills explain`);
      return { kills, ...found, 'broken and tried again': load.counts.broken };
    });
  },
};
