import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Failed, must, waitFor } from '../campaign.ts';
import { type Harness, harnessCampaign } from '../harness.ts';
import type { LedgerEntry } from '../ledger.ts';
import { fieldsOf, newKey, post } from '../load.ts';
import { checkStore } from '../reconcile.ts';
import { fill } from '../small-disk.ts';

/** More requests than fit into the last blocks: further acknowledgements would be false. */
const mostThatFit = 300;

/** Milliseconds after space is freed. */
const recovery = 5_000;

/** A small file system fills up under load, is full at a restart, and then has space again. */
export const fullDisk = harnessCampaign({
  shows: 'a full disk is a 503, never a false 200; pages keep working; it recovers within 5 s of free space',
  minutes: 4,
  short: { rounds: 1, refused: 20 },
  long: { rounds: 10, refused: 200 },
  harness: { onSmallDisk: true },
  async run(size, harness) {
    const most = { recovered: 0, page: 0 };
    let refused = 0;
    await harness.start();
    for (let round = 1; round <= size.rounds; round += 1) {
      const load = harness.load({ clients: 16 });
      await waitFor(() => load.counts.acknowledged > 10, 60_000, 'the form hardly accepts requests');
      const ballast = fill(join(harness.parent, 'ballast'));
      const enough = load.counts.acknowledged + mostThatFit;
      await waitFor(
        () => load.counts.refused >= size.refused || load.counts.acknowledged > enough,
        60_000,
        'requests are neither accepted nor rejected on a full disk',
      );
      checkStore(harness.ledgerEntries(), harness.dataDir());
      refused += load.counts.refused;
      most.page = Math.max(most.page, await whileFull(harness));
      await harness.end(round % 2 === 1 ? 'SIGTERM' : 'SIGKILL');
      await harness.start();
      await whileFull(harness);

      rmSync(ballast);
      most.recovered = Math.max(most.recovered, await timeToAcknowledge(harness));
      await load.stop();
      checkStore(harness.ledgerEntries(), harness.dataDir());
    }
    await harness.delivered(20 * 60_000);
    return {
      'times full': size.rounds,
      refused,
      ...harness.check(),
      'recovered after at most, ms': Math.round(most.recovered),
      'slowest page while full, ms': Math.round(most.page),
    };
  },
});

/**
 * Checks for a rejection with Retry-After, working pages, and the health check. Returns the slowest page's
 * time.
 */
async function whileFull(harness: Harness): Promise<number> {
  const { url } = harness.server();
  await waitFor(
    async () => {
      const refusal = await untilRefused(harness);
      must(refusal.retryAfter !== undefined, 'the rejection has no Retry-After');
      // While the store is closed every request is rejected, although the last blocks may fit one more.
      await pause(100);
      return (await fetch(`${url}/healthz`)).status === 503;
    },
    recovery,
    'the health check does not see the full disk',
  );
  const startedAt = performance.now();
  must((await fetch(`${url}/about`)).status === 200, 'pages fail while the disk is full');
  return performance.now() - startedAt;
}

/** The last blocks may fit a few more requests, which are acknowledged and in the ledger. */
async function untilRefused({ server, ledger }: Harness) {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const key = newKey();
    const fields = fieldsOf(key);
    const answer = await ledger.post(key, fields, () => post(server().url, key, fields));
    if (answer.status !== 200) {
      must(answer.status === 503, `a full disk was answered with ${answer.status}`);
      return answer;
    }
  }
  throw new Failed('the disk does not fill up');
}

async function timeToAcknowledge(harness: Harness): Promise<number> {
  const startedAt = performance.now();
  const before = harness.ledgerEntries();
  const isNew = ([key, { reference }]: [string, LedgerEntry]) => reference && !before.get(key)?.reference;
  await waitFor(
    () => [...harness.ledgerEntries()].some(isNew),
    60_000,
    'nothing is accepted a minute after space was freed',
    20,
  );
  const took = performance.now() - startedAt;
  must(took <= recovery, `it took ${took} ms to accept requests again`);
  return took;
}
