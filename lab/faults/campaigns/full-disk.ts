import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { must, waitFor } from '../campaign.ts';
import { type Harness, harnessCampaign } from '../harness.ts';
import { fill } from '../small-disk.ts';

/** A small file system fills up under load, is full at a restart, and then has space again. */
export const fullDisk = harnessCampaign({
  shows: 'a full disk is a 503, never a false 200; pages keep working; it recovers once there is space',
  short: { rounds: 1, refused: 20, place: 'small disk' },
  long: { rounds: 10, refused: 200, place: 'small disk' },
  async run(size, harness) {
    let refused = 0;
    await harness.start();
    for (let round = 1; round <= size.rounds; round += 1) {
      const load = harness.load(16);
      const { counts } = load;
      await waitFor(() => counts.acknowledged > 10, 60_000, 'the form hardly accepts requests');
      const ballast = fill(join(harness.disk().folder, 'ballast'));
      await waitFor(
        () => counts.refused >= size.refused,
        60_000,
        'requests are neither accepted nor rejected on a full disk',
      );
      harness.checkStore();
      await whileFull(harness);
      await harness.end(round % 2 === 1 ? 'SIGTERM' : 'SIGKILL');
      await harness.start();
      await whileFull(harness);
      refused += counts.refused;

      rmSync(ballast);
      await waitFor(
        async () => (await harness.post()).status === 200,
        60_000,
        'nothing is accepted a minute after space was freed',
      );
      await load.stop();
      harness.checkStore();
    }
    await harness.delivered(20 * 60_000);
    return {
      'times full': size.rounds,
      refused,
      ...harness.check(),
    };
  },
});

/** A post is rejected with Retry-After, the health check says so, and pages work. */
async function whileFull(harness: Harness): Promise<void> {
  const { url } = harness.server();
  await waitFor(
    async () => {
      // The last blocks may fit a few more requests, which are acknowledged and in the ledger.
      const answer = await harness.post();
      must(answer.status === 200 || answer.status === 503, `a full disk was answered with ${answer.status}`);
      must(answer.status === 200 || answer.retryAfter !== undefined, 'the rejection has no Retry-After');
      return answer.status === 503 && (await fetch(`${url}/healthz`)).status === 503;
    },
    60_000,
    'the disk does not fill up, or the health check does not see it',
    0,
  );
  must((await fetch(`${url}/about`)).status === 200, 'pages fail while the disk is full');
}
