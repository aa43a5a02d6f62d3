import { setTimeout as pause } from 'node:timers/promises';
import { memory } from '../../../tests/support/memory-folder.ts';
import { type Campaign, must, waitFor } from '../campaign.ts';
import { withHarness } from '../harness.ts';
import { type Load, newKey } from '../load.ts';
import { type Cluster, startCluster } from '../postgres-cluster.ts';

/** `between` is how many acknowledgements come before each loss. The clients rest, because all is emailed afterward. */
const short = { promotions: 2, between: 40, clients: 4, rest: 0 };
const long = { promotions: 100, between: 100, clients: 64, rest: 1_000 };

/** The ways to lose a primary, in rotation. */
const losses = ['killed after its standbys', 'killed', 'frozen', 'stopped'] as const;
type Loss = (typeof losses)[number];

/** Three nodes, a quorum of one standby, two servers, and repeated loss of the primary. */
export const failover: Campaign = {
  shows: 'a PostgreSQL failover loses and alters nothing acknowledged, and every request is emailed',
  async run(isShort) {
    const parent = isShort ? memory() : undefined;
    await repeatWhatNoStandbyHas(parent);
    await using cluster = await startCluster(parent);
    return await repeatFailovers(cluster, isShort ? short : long);
  },
};

/** Primaries are lost one after another under load and standbys replace them; servers are lost in between. */
function repeatFailovers(cluster: Cluster, { promotions, between, clients, rest }: typeof short) {
  return withHarness(cluster, async (harness) => {
    await Promise.all([harness.start(0), harness.start(1)]);
    const load = harness.load(clients, rest);
    for (let promotion = 0; promotion < promotions; promotion += 1) {
      await underLoad(load, between);
      await losePrimary(cluster, losses[promotion % losses.length] ?? 'killed');
      if (promotion % 3 === 2) {
        await harness.end(promotion % 2 ? 'SIGKILL' : 'SIGTERM', promotion % 2);
        await harness.start(promotion % 2);
      }
    }
    await underLoad(load, between);
    await load.stop();
    await harness.checkStore();
    cluster.stopSyncing();
    // Instead of waiting a minute for what a dead server was sending.
    await harness.query("update deliveries set lease_ends_at = 0 where state = 'sending'");
    await harness.delivered();
    const { refused, broken } = load.counts;
    return { promotions, ...(await harness.check()), refused, broken };
  });
}

async function losePrimary(cluster: Cluster, loss: Loss): Promise<void> {
  const old = cluster.primary();
  if (loss === 'killed after its standbys') {
    // Whatever the primary commits meanwhile, no standby has.
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
    // For a moment it still believes it is the primary.
    old.thaw();
    await pause(500);
  }
  await cluster.rejoin(old);
}

async function underLoad(load: Load, more: number): Promise<void> {
  const wanted = load.counts.acknowledged + more;
  const isUp = () => load.counts.acknowledged >= wanted;
  await waitFor(isUp, 10 * 60_000, 'the form is still down ten minutes after a failover');
}

/**
 * After a crash of the primary, a row may be readable although no standby has it, and a failover loses that
 * row. A repeat of its request must not be acknowledged before the failover, and must be saved after it.
 */
async function repeatWhatNoStandbyHas(parent: string | undefined): Promise<void> {
  await using cluster = await startCluster(parent);
  await withHarness(cluster, async (harness) => {
    await harness.start();
    const key = newKey();
    const old = cluster.primary();
    const standbys = cluster.standbys();
    await Promise.all(standbys.map((standby) => standby.kill()));
    const { status } = await harness.post(key);
    must(status !== 200, `a commit that no standby has was answered with ${status}`);
    await old.kill();
    await old.start();
    await harness.post(key);
    await old.kill();
    await Promise.all(standbys.map((standby) => standby.start()));
    await cluster.promote();
    await cluster.rejoin(old);
    await harness.checkStore();
    const isAcknowledged = async () => (await harness.post(key)).status === 200;
    await waitFor(isAcknowledged, 60_000, 'the form is still down', 200);
    await harness.checkStore();
  });
}
