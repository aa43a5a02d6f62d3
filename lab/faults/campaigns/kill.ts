import { setTimeout as pause } from 'node:timers/promises';
import { type Campaign, must } from '../campaign.ts';
import { withHarness } from '../harness.ts';

/** Maximum lifetime of a server under load, in milliseconds. */
const maxUptime = 900;

/** Four emails are sent concurrently, and each kill may interrupt all of them. */
const repeatsPerKill = 4;

const short = { leastKills: 5, acknowledgements: 50, clients: 32 };
const long = { leastKills: 200, acknowledgements: 20_000, clients: 64 };

/** kill -9 at random moments under load; the server is restarted at once. */
export const kill: Campaign = {
  shows:
    'kill -9 under load loses and alters nothing acknowledged, and every request is emailed and has its page',
  run(isShort) {
    const { leastKills, acknowledgements, clients } = isShort ? short : long;
    return withHarness(isShort ? 'memory' : 'disk', async (harness) => {
      await harness.start();
      const load = harness.load(clients);
      let kills = 0;
      while (kills < leastKills || load.counts.acknowledged < acknowledgements) {
        await pause(Math.random() * maxUptime);
        await harness.end('SIGKILL');
        kills += 1;
        await harness.start();
      }
      await load.stop();
      await harness.checkStore();
      await harness.delivered();
      const found = await harness.check();
      const { repeats } = found;
      must(repeats <= kills * repeatsPerKill, `${repeats} duplicates are more than the kills explain`);
      return { kills, ...found, 'broken and tried again': load.counts.broken };
    });
  },
};
