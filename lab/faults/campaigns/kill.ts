import { setTimeout as pause } from 'node:timers/promises';
import { must } from '../campaign.ts';
import { harnessCampaign } from '../harness.ts';

/** Maximum lifetime of a server under load, in milliseconds. */
const maxUptime = 900;

/** Four emails are sent concurrently, and each kill may interrupt all of them. */
const repeatsPerKill = 4;

/** kill -9 at random moments under load; the server is restarted at once. */
export const kill = harnessCampaign({
  shows:
    'kill -9 under load loses and alters nothing acknowledged, and every request is emailed and has its page',
  short: { kills: 5, acknowledgements: 50, clients: 32, place: 'memory' },
  long: { kills: 200, acknowledgements: 20_000, clients: 64, place: 'disk' },
  async run(size, harness) {
    await harness.start();
    const load = harness.load(size.clients);
    let kills = 0;
    while (kills < size.kills || load.counts.acknowledged < size.acknowledgements) {
      await pause(Math.random() * maxUptime);
      await harness.end('SIGKILL');
      kills += 1;
      await harness.start();
    }
    await load.stop();
    harness.checkStore();
    await harness.delivered(20 * 60_000);
    const found = harness.check();
    must(
      found.repeats <= kills * repeatsPerKill,
      `${found.repeats} duplicates are more than the kills explain`,
    );
    return {
      kills,
      ...found,
      'broken and tried again': load.counts.broken,
      'lost, at 95 %': `< 1 in ${Math.floor(found.acknowledged / 3)}`,
    };
  },
});
