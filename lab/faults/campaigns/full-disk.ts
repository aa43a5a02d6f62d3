import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { assert, type Campaign, waitFor } from '../campaign.ts';
import { type Harness, withHarness } from '../harness.ts';
import { fill } from '../small-disk.ts';

/** Fills a small file system under load, restarts the server while it is full, and then frees the space. */
export const fullDisk: Campaign = {
  shows:
    'a full disk causes a 503 and never a false 200, pages keep working, and the form recovers once there is space',
  run(isShort) {
    const rounds = isShort ? 1 : 10;
    return withHarness('small disk', async (harness) => {
      let refused = 0;
      await harness.start();
      for (let round = 1; round <= rounds; round += 1) {
        refused += await fillAndFree(harness, isShort ? 20 : 200, round % 2 === 1 ? 'SIGTERM' : 'SIGKILL');
      }
      await harness.waitForDelivery();
      return { 'times full': rounds, refused, ...(await harness.check()) };
    });
  },
};

/** Fills and frees the disk once. Returns the number of refused requests. */
async function fillAndFree(harness: Harness, leastRefused: number, signal: NodeJS.Signals): Promise<number> {
  const load = harness.load(16);
  const { counts } = load;
  await waitFor(() => counts.acknowledged > 10, 60_000, 'the form barely accepts requests');
  const ballast = fill(join(harness.disk().folder, 'ballast'));
  await waitFor(() => counts.refused >= leastRefused, 60_000, 'requests are not rejected on a full disk');
  await harness.checkStore();
  await checkFullDisk(harness);
  await harness.end(signal);
  await harness.start();
  await checkFullDisk(harness);
  rmSync(ballast);
  const accepts = async () => (await harness.post()).status === 200;
  await waitFor(accepts, 60_000, 'no request is accepted a minute after space was freed');
  await load.stop();
  await harness.checkStore();
  return counts.refused;
}

/** Checks that posts are rejected with Retry-After, the health check reports the failure, and pages work. */
async function checkFullDisk(harness: Harness): Promise<void> {
  const url = harness.nextServerUrl();
  const isRejected = async () => {
    // The last blocks may have room for a few more requests, which are acknowledged and recorded in the ledger.
    const { status, retryAfter } = await harness.post();
    assert(status === 200 || status === 503, `a full disk was answered with ${status}`);
    assert(status === 200 || retryAfter !== undefined, 'the rejection has no Retry-After');
    return status === 503 && (await fetch(`${url}/healthz`)).status === 503;
  };
  await waitFor(isRejected, 60_000, 'the disk does not fill up, or the health check does not report it', 0);
  assert((await fetch(`${url}/about`)).status === 200, 'pages fail while the disk is full');
}
