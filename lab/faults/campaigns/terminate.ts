import { setTimeout as pause } from 'node:timers/promises';
import { must } from '../campaign.ts';
import { harnessCampaign } from '../harness.ts';
import { checkStore } from '../reconcile.ts';

/** Milliseconds. */
const maxUptime = 900;
const longestEnd = 10_000;

/** SIGTERM at random moments under load; the server is restarted at once. */
export const terminate = harnessCampaign({
  shows: 'SIGTERM under load exits with 0 within 10 s and loses nothing',
  minutes: 4,
  short: { stops: 3 },
  long: { stops: 50 },
  async run({ stops }, harness) {
    let slowest = 0;
    await harness.start();
    const load = harness.load({ clients: 64 });
    for (let stop = 1; stop <= stops; stop += 1) {
      await pause(Math.random() * maxUptime);
      const startedAt = performance.now();
      const code = await harness.end('SIGTERM');
      const took = performance.now() - startedAt;
      must(code === 0, `it exited with ${code}`);
      must(took <= longestEnd, `it took ${took} ms to exit`);
      slowest = Math.max(slowest, took);
      await harness.start();
    }
    await load.stop();
    checkStore(harness.ledgerEntries(), harness.dataDir());
    await harness.continueInMemory();
    await harness.delivered(20 * 60_000);
    return {
      stops,
      'slowest end, ms': Math.round(slowest),
      ...harness.check(),
      'attempts while it was down': load.counts.broken,
    };
  },
});
