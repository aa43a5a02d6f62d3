import { setTimeout as pause } from 'node:timers/promises';
import { getMemoryParent } from '../../../tests/support/memory-folder.ts';
import { type Campaign, waitFor } from '../campaign.ts';
import { withHarness } from '../harness.ts';
import type { Load } from '../load.ts';
import { type Cluster, startCluster } from '../postgres-cluster.ts';
import { runSequences } from './failover-sequences.ts';

/** The size of the campaign. The pause keeps clients from posting more than the servers can email afterward. */
const short = { promotions: 2, acknowledgementsPerLoss: 40, clients: 4, pauseBetweenPosts: 0 };
const long = { promotions: 100, acknowledgementsPerLoss: 100, clients: 64, pauseBetweenPosts: 1_000 };

/** The ways to lose a primary, in rotation. */
const losses = ['killed after its standbys', 'killed', 'frozen', 'stopped'] as const;
type Loss = (typeof losses)[number];

/** Runs two servers with three database nodes, where commits wait for one standby. Loses the primary repeatedly. */
export const failover: Campaign = {
  shows: 'a PostgreSQL failover loses and alters nothing acknowledged, and every request is emailed',
  async run(isShort) {
    const parent = isShort ? getMemoryParent() : undefined;
    await runSequences(parent);
    await using cluster = await startCluster(parent);
    return await repeatFailovers(cluster, isShort ? short : long);
  },
};

/** Loses primaries one after another under load. Standbys replace them, and servers are lost in between. */
function repeatFailovers(
  cluster: Cluster,
  { promotions, acknowledgementsPerLoss, clients, pauseBetweenPosts }: typeof short,
) {
  return withHarness(cluster, async (harness) => {
    await Promise.all([harness.start(0), harness.start(1)]);
    const load = harness.load(clients, pauseBetweenPosts);
    for (let promotion = 0; promotion < promotions; promotion += 1) {
      await waitForLoad(load, acknowledgementsPerLoss);
      await losePrimary(cluster, losses[promotion % losses.length] ?? 'killed');
      if (promotion % 3 === 2) {
        await harness.end(promotion % 2 ? 'SIGKILL' : 'SIGTERM', promotion % 2);
        await harness.start(promotion % 2);
      }
    }
    await waitForLoad(load, acknowledgementsPerLoss);
    await load.stop();
    await harness.checkStore();
    cluster.stopSyncing();
    // The servers can't record the results of emails that they were sending.
    await Promise.all([harness.end('SIGKILL', 0), harness.end('SIGKILL', 1)]);
    await harness.endLeases();
    await Promise.all([harness.start(0), harness.start(1)]);
    await harness.waitForDelivery();
    const { refused, broken } = load.counts;
    return { promotions, ...(await harness.check()), refused, broken };
  });
}

async function losePrimary(cluster: Cluster, loss: Loss): Promise<void> {
  const old = cluster.primary();
  if (loss === 'killed after its standbys') {
    // In this time, the primary may commit data that no standby has.
    const standbys = cluster.standbys();
    await Promise.all(standbys.map((standby) => standby.kill()));
    await pause(300);
    await old.kill();
    await Promise.all(standbys.map((standby) => standby.start()));
  } else if (loss === 'frozen') {
    old.freeze();
  } else if (loss === 'stopped') {
    await old.stop();
  } else {
    await old.kill();
  }
  await cluster.promote();
  if (loss === 'frozen') {
    // For a moment, the old node still believes it is the primary.
    old.thaw();
    await pause(500);
  }
  await cluster.rejoin(old);
}

async function waitForLoad(load: Load, more: number): Promise<void> {
  const wanted = load.counts.acknowledged + more;
  const isUp = () => load.counts.acknowledged >= wanted;
  await waitFor(isUp, 10 * 60_000, 'the form is still down ten minutes after a failover');
}
