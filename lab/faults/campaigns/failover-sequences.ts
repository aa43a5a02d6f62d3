import { setTimeout as pause } from 'node:timers/promises';
import { assert, waitFor } from '../campaign.ts';
import { type Harness, withHarness } from '../harness.ts';
import { createKey } from '../load.ts';
import { type Cluster, startCluster } from '../postgres-cluster.ts';

/** A pause that gives the next claim's email a later date. Email dates have whole seconds. */
const untilLaterDate = 1_100;

/** Runs sequences that load alone rarely causes, with the events in a fixed order. */
export async function runSequences(parent: string | undefined): Promise<void> {
  await using cluster = await startCluster(parent);
  await withHarness(cluster, async (harness) => {
    await harness.start();
    await repeatUnreplicatedRequest(cluster, harness);
    await loseResult(cluster, harness, { isSenderKilled: false });
    await loseResult(cluster, harness, { isSenderKilled: true });
    await outliveLease(harness);
  });
}

/**
 * After a primary crashes, a row may be readable although no standby received it. A failover then loses the
 * row. A repeat of its request must not be acknowledged before the failover, and must be saved after it.
 */
async function repeatUnreplicatedRequest(cluster: Cluster, harness: Harness): Promise<void> {
  const key = createKey();
  const old = cluster.primary();
  const standbys = cluster.standbys();
  await Promise.all(standbys.map((standby) => standby.kill()));
  const { status } = await harness.post(key);
  assert(status !== 200, `a commit without a standby was answered with ${status}`);
  await old.kill();
  await old.start();
  await harness.post(key);
  await old.kill();
  await Promise.all(standbys.map((standby) => standby.start()));
  await cluster.promote();
  await cluster.rejoin(old);
  await harness.checkStore();
  await postUntilAcknowledged(harness, key);
  await harness.checkStore();
  await harness.waitForDelivery();
}

async function postUntilAcknowledged(harness: Harness, key = createKey()): Promise<void> {
  const isAcknowledged = async () => (await harness.post(key)).status === 200;
  await waitFor(isAcknowledged, 60_000, 'the form is still down', 200);
}

/**
 * The mail server accepts an email, and a failover loses that result. A running sender records the result again. If
 * the sender was killed as well, another sender sends the email again with a mark.
 */
async function loseResult(
  cluster: Cluster,
  harness: Harness,
  { isSenderKilled }: { isSenderKilled: boolean },
): Promise<void> {
  const { mails } = harness.sink;
  const before = mails.length;
  const reply = harness.sink.holdAt('.');
  await postUntilAcknowledged(harness);
  await reply.reached;
  const old = cluster.primary();
  const standbys = cluster.standbys();
  await Promise.all(standbys.map((standby) => standby.kill()));
  reply.letGo();
  // The primary has written the result, and waits for a standby.
  const isWaiting = async () =>
    (await harness.query("select 1 from pg_stat_activity where wait_event = 'SyncRep'")).length > 0;
  await waitFor(isWaiting, 10_000, 'the primary has not written the result');
  if (isSenderKilled) {
    await harness.end('SIGKILL');
  }
  await old.kill();
  await Promise.all(standbys.map((standby) => standby.start()));
  await cluster.promote();
  await cluster.rejoin(old);
  if (isSenderKilled) {
    const [lease] = await harness.query(
      "select 1 from deliveries where channel = 'email' and state = 'sending'",
    );
    assert(lease !== undefined, 'the failover has not lost the result');
    await harness.endLeases();
    await harness.start();
  }
  await harness.waitForDelivery();
  const [copies, expected] = [mails.length - before, isSenderKilled ? 2 : 1];
  assert(copies === expected, `an email whose result was lost came ${copies} times, not ${expected}`);
  await harness.check();
}

/**
 * A server stops responding while it sends, for longer than its lease. Another server sends the email again with a
 * mark, and its copy arrives first.
 */
async function outliveLease(harness: Harness): Promise<void> {
  const { mails } = harness.sink;
  const before = mails.length;
  const slow = harness.sink.holdAt('DATA');
  await postUntilAcknowledged(harness);
  await slow.reached;
  harness.server().signal('SIGSTOP');
  await pause(untilLaterDate);
  await harness.endLeases();
  await harness.start(1);
  await harness.sink.received(before + 1);
  harness.server().signal('SIGCONT');
  slow.letGo();
  await harness.sink.received(before + 2);
  await harness.waitForDelivery();
  assert(mails.length === before + 2, `an email came ${mails.length - before} times, not twice`);
  await harness.check();
}
